import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Originals")
struct OriginalTests {
    @Test("rule 4: nothing is copied, and the receiver learns that it is the sender's own file")
    func nothingCopied() throws {
        try Handover.with { it in
            try it.scratch.file("film.bin", Sample.bytes(1 << 20))
            _ = try it.servicePID()
            let before = try it.staged
            let grant = try it.grant("--original", "film.bin")
            #expect(try it.staged == before)
            let form = try #require(grant.representations.first)
            #expect(form.text("kind") == "original")
            #expect(form.text("staged") == "none")
            #expect(form["consistency"] == nil)
            let received = try JSONObject(it.receive(grant.text("token"), "--json").text)
            #expect(received["isOriginalFile"] as? Bool == true)
            #expect(received.text("path") == it.scratch("film.bin").text)
            #expect(received["area"] == nil && received["leaseExpires"] == nil)
            #expect(try it.receive(grant.text("token")).text == it.scratch("film.bin").text)
        }
    }

    @Test("rule 4: the ways out of a receive give its bytes, in a file of the receiver's own")
    func waysOut() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "original\n")
            let token = try it.token("--original", "a.txt")
            #expect(try it.receive(token, "--stdout").text == "original")
            #expect(try it.receive(token, "--to", "copy.txt").status == 0)
            #expect(it.text("copy.txt") == "original\n")
            #expect(try it.status("copy.txt").inode != it.status("a.txt").inode)
            let run = try it.receive(token, "--exec", "sh", "-c", "echo {}; cat {}")
            #expect(run.lines.count == 2)
            #expect(run.lines.first?.hasPrefix("/dev/fd/") == true)
            #expect(run.lines.last == "original")
            #expect(try it.receive(token, "--stdout", "--sha256").text == "original")
        }
    }

    @Test(
        "rule 4: a changed original fails with 8, unless the receiver allows it",
        arguments: ["echo more >> a", "touch -d 2001-01-01 a", ": > a"])
    func changed(_ change: String) throws {
        try Handover.with { it in
            try it.scratch.file("a", "first\n")
            let token = try it.token("--original", "--once", "a")
            try it.script(change)
            let refused = try it.receive(token, "--json")
            #expect(refused.status == 8)
            #expect(try JSONObject(refused.errors).text("error") == "sourceChanged")
            let allowed = try it.receive(token, "--allow-changed", "--stdout")
            #expect(allowed.status == 0, "a refused receive spends no use")
            #expect(allowed.output == Scratch.content(of: it.scratch("a")))
        }
    }

    @Test(
        "rule 4: an original whose name is gone or given to another file fails with 8",
        arguments: ["rm a", "mv b a", "rm a; ln -s b a", "rm a; mkfifo a", "rm a; mkdir a"])
    func replaced(_ change: String) throws {
        try Handover.with { it in
            try it.scratch.file("a", "first\n")
            try it.scratch.file("b", "other\n")
            let token = try it.token("--original", "a")
            try it.script(change)
            #expect(try it.receive(token, "--stdout").status == 8)
        }
    }

    @Test("rule 4: the service holds no descriptor of an original that has a path")
    func heldByNobody() throws {
        try Handover.with { it in
            try it.scratch.file("a", "first\n")
            let pid = try it.servicePID()
            let token = try it.token("--original", "a")
            try it.receive(token, "--stdout")
            let open = try Scratch.names(in: Path("/proc/\(pid)/fd")).compactMap {
                OwnProcess.canonicalPath(Path("/proc/\(pid)/fd/\($0)"))
            }
            #expect(!open.contains(it.scratch("a")))
            #expect(open.contains { $0.lastComponent == "catalogue.db" }, "the look itself works")
        }
    }

    @Test("an original is one regular file", arguments: ["folder", "a --also a", "- < a", "/dev/null"])
    func onlyFiles(_ arguments: String) throws {
        try Handover.with { it in
            try it.scratch.file("a", "first\n")
            try it.scratch.folder("folder")
            let sent = try it.script("stage send --original \(arguments)")
            #expect(arguments == "- < a" ? sent.status == 0 : [1, 2].contains(sent.status), "\(sent)")
        }
    }
}
