import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

private struct NoVolume: Error {}

/// A small XFS in a file, mounted for a test.
private enum ReflinkVolume {
    /// Whether one can be made and mounted here.
    static let isAvailable: Bool = {
        guard StageFixture.isRoot else { return false }
        return (try? Scratch.with { scratch in try mount(scratch) { _ in true } }) ?? false
    }()

    static func mount<Result>(_ scratch: Scratch, _ body: (Path) throws -> Result) throws -> Result {
        let folder = try scratch.folder("volume")
        let image = scratch("image")
        guard
            run(
                "truncate -s 320M '\(image)' && mkfs.xfs -q -m reflink=1 '\(image)' && mount -o loop '\(image)' '\(folder)'"
            )
        else { throw NoVolume() }
        defer { _ = run("umount '\(folder)' || umount -l '\(folder)'") }
        return try body(folder)
    }

    private static func run(_ script: String) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "{ \(script); } >/dev/null 2>&1"]
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}

@Suite(
    "A store on a file system that shares blocks",
    .enabled(if: ReflinkVolume.isAvailable, "needs root, mkfs.xfs and loop mounts"), .serialized)
struct ReflinkTests {
    private func withStoreOnVolume(_ body: (Handover, Path) throws -> Void) throws {
        try Handover.with { it in
            try ReflinkVolume.mount(it.scratch) { volume in
                try it.script(
                    "rmdir state; mkdir -m 700 volume/state volume/work; ln -s volume/state state; chmod 755 volume/work"
                )
                defer { _ = try? it.stage(["stop"]) }
                try body(it, volume)
            }
        }
    }

    @Test("rules 3 and 10: staged by sharing, in one instant; each area has an inode of its own")
    func shares() throws {
        try withStoreOnVolume { it, _ in
            let content = Sample.bytes(4 << 20)
            try it.scratch.file("volume/work/a.bin", content, mode: 0o640)
            let grant = try it.grant("volume/work/a.bin")
            let form = try #require(grant.representations.first)
            #expect(form.text("staged") == "reflink")
            #expect(form.text("consistency") == "reflink")
            let staged = it.scratch("volume/state/stage/bytes").appending(Path(try #require(try it.staged.first)))
            var inodes = [try FileStatus.of(staged).inode, try it.status("volume/work/a.bin").inode]
            for _ in 0..<3 {
                let area = try it.area(of: grant.text("token"))
                let status = try FileStatus.of(area)
                #expect(status.linkCount == 1 && status.permissions == 0o444)
                #expect(Scratch.content(of: area) == content)
                inodes.append(status.inode)
            }
            #expect(Set(inodes).count == 5)
            #expect(try it.receive(grant.text("token"), "--to", "volume/work/new.bin").status == 0)
            #expect(Scratch.content(of: it.scratch("volume/work/new.bin")) == content)
        }
    }

    @Test("rule 10: who writes to one area's file reaches no other")
    func separate() throws {
        try withStoreOnVolume { it, _ in
            try it.scratch.file("volume/work/a.txt", "text\n")
            let token = try it.token("volume/work/a.txt")
            let first = try it.area(of: token)
            try it.script("chmod u+w \(first.text); echo changed > \(first.text)")
            #expect(try it.receive(token, "--stdout").text == "text")
            #expect(Scratch.content(of: try it.area(of: token)) == Array("text\n".utf8))
            #expect(try it.stage(["list"]).text.contains("damaged") == false)
        }
    }

    @Test("a tree is shared file by file")
    func tree() throws {
        try withStoreOnVolume { it, _ in
            try it.script("cd volume/work && " + TreeTests.everything)
            let grant = try it.grant("volume/work/tree")
            #expect(grant.representations.first?.text("staged") == "reflink")
            #expect(grant.representations.first?.text("consistency") == "reflink")
            #expect(try it.script("umask 022; stage receive \(grant.text("token")) --to volume/work/new").status == 0)
            let before = try TreeListing.of(it.scratch("volume/work/tree"), mask: 0o022)
            #expect(try TreeListing.of(it.scratch("volume/work/new"), mask: 0o022) == before)
        }
    }

    @Test("rule 5: a move that cannot be a rename is shared", arguments: [false, true])
    func move(_ isLinked: Bool) throws {
        try withStoreOnVolume { it, _ in
            try it.scratch.file("volume/work/a.bin", Sample.bytes(1 << 20))
            if isLinked { try it.script("ln volume/work/a.bin volume/work/b.bin") }
            let grant = try it.grant("--move", "volume/work/a.bin")
            #expect(grant.representations.first?.text("staged") == (isLinked ? "reflink" : "rename"))
            #expect(!it.exists("volume/work/a.bin"))
            #expect(try it.bytes(of: grant.text("token")) == Sample.bytes(1 << 20))
        }
    }

    @Test("from another file system bytes are copied, and areas are still separate inodes")
    func fromElsewhere() throws {
        try withStoreOnVolume { it, _ in
            try it.scratch.file("a.bin", Sample.bytes(1 << 20))
            let grant = try it.grant("a.bin")
            #expect(grant.representations.first?.text("staged") == "copy")
            #expect(grant.representations.first?.text("consistency") == "lease")
            #expect(try FileStatus.of(it.area(of: grant.text("token"))).linkCount == 1)
        }
    }

    @Test("rule 6: keys compare contents here too; the last receive takes the inode over")
    func others() throws {
        try withStoreOnVolume { it, _ in
            try it.scratch.file("volume/work/a.bin", Sample.bytes(1 << 20))
            let first = try it.grant("--key", "k", "--once", "volume/work/a.bin")
            #expect(try it.grant("--key", "k", "--once", "volume/work/a.bin").text("id") == first.text("id"))
            let staged = it.scratch("volume/state/stage/bytes").appending(Path(try #require(try it.staged.first)))
            let inode = try FileStatus.of(staged).inode
            #expect(try it.receive(first.text("token"), "--to", "volume/work/new").status == 0)
            #expect(try it.status("volume/work/new").inode == inode)
        }
    }
}
