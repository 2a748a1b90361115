import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Large and deep trees")
struct LargeTreeTests {
    @Test("2,000 files in 20 directories arrive")
    func many() throws {
        try Handover.with { it in
            try it.script(
                "for d in $(seq 20); do mkdir -p tree/$d; for f in $(seq 100); do echo $d $f > tree/$d/$f; done; done")
            let grant = try it.grant("tree")
            #expect(try it.receive(grant.text("token"), "--to", "new").status == 0)
            #expect(try TreeListing.of(it.scratch("new")) == TreeListing.of(it.scratch("tree")))
        }
    }

    /// Makes a chain of directories, with a file in the last.
    private func chain(_ depth: Int, _ name: Path, in root: borrowing Directory) throws {
        try root.makeDirectory(name, mode: 0o755)
        let next = try root.openDirectory(name)
        if depth > 1 {
            try chain(depth - 1, name, in: next)
        } else {
            let file = try next.openFile("leaf", [.writeOnly, .create], mode: 0o644)
            try file.write(Array("leaf".utf8))
        }
    }

    @Test("a tree of 300 levels arrives, and is removed", arguments: [1, 12])
    func deep(_ length: Int) throws {
        try Handover.with { it in
            let tree = try it.scratch.folder("tree")
            try chain(300, Path(String(repeating: "d", count: length)), in: Directory.open(tree))
            let token = try it.token("tree")
            let area = try it.area(of: token)
            let received = try it.receive(token, "--to", "new")
            #expect(received.status == 0, "\(received)")
            #expect(try TreeListing.of(it.scratch("new")) == TreeListing.of(tree))
            #expect(try it.stage(["release", area.text]).status == 0)
            try it.eventually("the area is gone") { try Scratch.names(in: it.store.appending("areas")).isEmpty }
        }
    }

    @Test("a path longer than PATH_MAX arrives, or fails the send by its name and leaves nothing")
    func tooDeep() throws {
        try Handover.with { it in
            let tree = try it.scratch.folder("tree")
            try chain(30, Path(String(repeating: "d", count: 200)), in: Directory.open(tree))
            _ = try it.servicePID()
            let before = try it.staged
            let sent = try it.stage(["send", "tree"])
            if sent.status == 0 {
                #expect(try it.receive(sent.text, "--to", "new").status == 0)
                #expect(try TreeListing.of(it.scratch("new")) == TreeListing.of(tree))
            } else {
                #expect(sent.status == 1 || sent.status == 6, "\(sent)")
                #expect(sent.errors.contains("dddd"))
                #expect(try it.staged == before)
                try it.eventually("what was staged is gone") { try it.incoming.isEmpty }
            }
        }
    }
}
