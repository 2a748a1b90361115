import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Moves")
struct MoveTests {
    @Test("rule 5: a file of one's own that nobody writes is moved by a rename: the staged inode is the file's")
    func rename() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "moved\n", mode: 0o640)
            let inode = try it.status("a.txt").inode
            let grant = try it.grant("--move", "a.txt")
            let form = try #require(grant.representations.first)
            #expect(form.text("kind") == "moved")
            #expect(form.text("staged") == "rename")
            #expect(form.text("consistency") == "lease")
            #expect(!it.exists("a.txt"))
            let staged = try #require(try it.staged.first)
            #expect(try FileStatus.of(it.store.appending("bytes").appending(Path(staged))).inode == inode)
            #expect(try it.bytes(of: grant.text("token")) == Array("moved\n".utf8))
        }
    }

    @Test(
        "rule 5: what cannot be renamed is copied, and the name goes all the same",
        arguments: ["linked", "written", "elsewhere"])
    func copied(_ reason: String) throws {
        try Handover.with { it in
            let elsewhere = Path("/dev/shm/stage-test-\(OwnProcess.pid)-\(reason)")
            defer { OwnProcess.unlink(elsewhere) }
            let content = Sample.bytes(1 << 20)
            var path = try it.scratch.file("a", content, mode: 0o644)
            try it.scratch.file("seed", "x")
            var writer: SharedDescriptor?
            switch reason {
            case "linked": try it.script("ln a other")
            case "written": writer = SharedDescriptor(try OwnedDescriptor.open(path, .readWrite))
            default:
                try it.script("mv a \(elsewhere.text)")
                path = elsewhere
            }
            let grant = try it.grant("--move", path.text)
            let form = try #require(grant.representations.first)
            #expect(form.text("kind") == "moved")
            #expect(form.text("staged") == "copy")
            #expect((try? FileStatus.of(path)) == nil, "the name is gone")
            if reason == "linked" {
                #expect(Scratch.content(of: it.scratch("other")) == content)
                #expect(try it.status("other").permissions == 0o644)
            }
            if let writer {
                var byte: UInt8 = 0
                _ = unsafe pwrite(writer.number, &byte, 1, 0)
            }
            #expect(try it.bytes(of: grant.text("token")) == content, "a writer that stayed reaches nothing")
        }
    }

    @Test("rule 5: a name that was given to another file meanwhile stays")
    func replaced() throws {
        try Handover.with { it in
            try it.scratch.file("a", "sent\n")
            try it.scratch.file("b", "another\n")
            let service = try it.servicePID()
            // The service is held up, so that the client has the file open and its call waits.
            kill(service, SIGSTOP)
            let sending = try it.fixture.start(
                [it.fixture.programs.appending("stage").text, "send", "--json", "--move", "a"])
            defer { kill(service, SIGCONT) }
            try it.eventually("the client has the file open") {
                try Scratch.names(in: Path("/proc/\(sending.pid)/fd")).contains {
                    OwnProcess.canonicalPath(Path("/proc/\(sending.pid)/fd/\($0)")) == it.scratch("a")
                }
            }
            try it.script("mv b a")
            kill(service, SIGCONT)
            let sent = sending.wait()
            #expect(sent.status == 0, "\(sent)")
            #expect(it.text("a") == "another\n")
            #expect(try it.bytes(of: JSONObject(sent.text).text("token")) == Array("sent\n".utf8))
        }
    }

    @Test("rule 5: a move that fails leaves the file as it was", arguments: ["script", "key", "time"])
    func failure(_ reason: String) throws {
        try Handover.with { it in
            try it.scratch.file("a.png", reason == "script" ? "#!/bin/sh\necho\n" : "text", mode: 0o640)
            try it.scratch.file("other", "other")
            _ = try it.token("--key", "k", "other")
            let before = try it.status("a.png")
            let options = reason == "key" ? ["--key", "k"] : reason == "time" ? ["--ttl", "8d"] : []
            let sent = try it.stage(["send", "--move", "a.png"] + options)
            #expect(sent.status != 0)
            let after = try it.status("a.png")
            #expect(after.inode == before.inode && after.permissions == before.permissions)
            #expect(after.modified == before.modified && after.linkCount == 1)
            let file = try OwnedDescriptor.open(it.scratch("a.png"), .readOnly)
            #expect(try ExtendedAttributes.names(on: file.number).filter { $0.text.hasPrefix("user.stage") } == [])
        }
    }

    @Test("rule 5: a tree is moved, and its files can be received")
    func tree() throws {
        try Handover.with { it in
            try it.script(
                "mkdir -p tree/sub/empty && echo x > tree/sub/x && ln -s sub/x tree/link && chmod 555 tree/sub/empty")
            let grant = try it.grant("--move", "tree")
            #expect(!it.exists("tree"))
            #expect(grant.representations.first?.text("kind") == "directory")
            let area = try it.area(of: grant.text("token"))
            #expect(Scratch.content(of: area.appending("link")) == Array("x\n".utf8))
        }
    }

    @Test("a file that was moved in is kept as an ordinary file, without traces of the move")
    func kept() throws {
        try Handover.with { it in
            try it.scratch.file("run.sh", "#!/bin/sh\necho\n", mode: 0o700)
            try it.script("touch -d 2001-02-03T04:05:06Z run.sh")
            let modified = try it.status("run.sh").modified
            let token = try it.token("--move", "--once", "run.sh")
            let received = try it.script("umask 022; stage receive \(token) --to back.sh")
            #expect(received.status == 0, "\(received)")
            let status = try it.status("back.sh")
            #expect(status.permissions == 0o744)
            #expect(status.modified == modified)
            let file = try OwnedDescriptor.open(it.scratch("back.sh"), .readOnly)
            #expect(try ExtendedAttributes.names(on: file.number).contains("user.stage-mode") == false)
        }
    }

    @Test("a symbolic link or a stream cannot be moved, and stays")
    func refused() throws {
        try Handover.with { it in
            try it.scratch.file("a", "a")
            try it.script("ln -s a link")
            #expect(try it.stage(["send", "--move", "link"]).status == 2)
            #expect(try it.script("stage send --move - < a").status == 2)
            #expect(it.exists("link") && it.exists("a"))
        }
    }
}
