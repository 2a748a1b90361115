import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Receiving straight to a place")
struct ReceiveToTests {
    @Test(
        "a directory gets the suggested name, anything else is the new path; no area stays",
        arguments: ["in", "in/", "in/new.bin", "./new.bin"])
    func places(_ place: String) throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "a\n")
            try it.scratch.folder("in")
            let received = try it.receive(it.token("a.txt"), "--to", place)
            #expect(received.status == 0)
            let path = place.hasPrefix("in") && !place.hasSuffix("bin") ? "in/a.txt" : place
            #expect(received.text == path)
            #expect(it.text(path) == "a\n")
            #expect(try it.stage(["list", "--json"]).lines.count == 1, "the grant alone")
            #expect(try it.status(path).inode != it.status("a.txt").inode)
        }
    }

    @Test(
        "a directory that is not there is told, and spends no use", arguments: ["missing/", "missing/a", "a.txt/b", ""])
    func noFolder(_ place: String) throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "a\n")
            let token = try it.token("--once", "a.txt")
            let received = try it.receive(token, "--to", place)
            #expect([1, 2].contains(received.status))
            #expect(received.text.isEmpty)
            #expect(try it.receive(token, "--stdout").text == "a")
        }
    }

    @Test(
        "rule 12: nothing existing is replaced without --force, and the use is not spent", arguments: [[], ["--once"]])
    func taken(_ options: [String]) throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "new\n")
            try it.scratch.file("b.txt", "old\n")
            try it.script("ln -s nowhere dangling")
            let token = try it.stage(["send", "a.txt"] + options).text
            for place in ["b.txt", "dangling"] {
                let received = try it.receive(token, "--to", place, "--json")
                #expect(received.status == 1)
                #expect(try JSONObject(received.errors).text("error") == "exists")
            }
            #expect(it.text("b.txt") == "old\n")
            let old = SharedDescriptor(try OwnedDescriptor.open(it.scratch("b.txt"), .readOnly))
            let forced = try it.receive(token, "--to", "b.txt", "--force")
            #expect(forced.status == 0, "\(forced)")
            #expect(it.text("b.txt") == "new\n")
            #expect(try old.readAll() == Array("old\n".utf8), "replaced, not written over")
            #expect(try it.status("b.txt").permissions & 0o444 == 0o444)
            #expect(try Scratch.names(in: it.scratch.path).filter { $0.hasPrefix(".stage") } == [])
        }
    }

    @Test(
        "rule 1: a receive that failed has given its use back when it ends, however often", arguments: ["file", "tree"])
    func againAtOnce(_ kind: String) throws {
        try Handover.with { it in
            try it.script("echo x > file; mkdir -p tree in; echo x > tree/x; mkdir in/tree; echo > in/file.txt")
            let token = try it.token("--once", kind)
            let statuses = try it.script(
                "for i in $(seq 20); do stage receive \(token) --to in 2>>errors; echo $?; done; stage receive \(token) --to in --force >&2; echo $?"
            )
            #expect(statuses.lines == Array(repeating: "1", count: 20) + ["0"], "\(statuses)")
        }
    }

    @Test("--force replaces a symbolic link and not what it leads to")
    func forceOverLink() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "new\n")
            try it.scratch.file("b.txt", "old\n")
            try it.script("ln -s b.txt link")
            #expect(try it.receive(it.token("a.txt"), "--to", "link", "--force").status == 0)
            #expect(it.text("b.txt") == "old\n")
            #expect(try it.status("link").kind == .regular)
        }
    }

    @Test(
        "rule 20: --rename puts the number before the whole ending, beside twins by case and composition",
        arguments: [
            (["archive.tar.gz"], "archive.tar.gz", "archive (2).tar.gz"),
            (["archive.tar.gz", "archive (2).tar.gz"], "archive.tar.gz", "archive (3).tar.gz"),
            (["PHOTO.PNG"], "photo.png", "photo (2).png"),
            (["report-2023.pdf"], "report-2023.pdf", "report-2023 (2).pdf"),
            (["e\u{301}.txt"], "\u{E9}.txt", "\u{E9} (2).txt"), ([], "free.txt", "free.txt"),
            (["Makefile"], "Makefile", "Makefile (2)"),
        ])
    func rename(_ there: [String], _ name: String, _ expected: String) throws {
        try Handover.with { it in
            try it.scratch.folder("in")
            for name in there { try it.scratch.file("in/" + name, "there") }
            try it.scratch.file(
                "sent",
                name.hasSuffix("gz")
                    ? Sample.gzip
                    : name.hasSuffix("png")
                        ? Sample.png : name.hasSuffix("pdf") ? Sample.pdf : Array("all:\n\ttrue\n".utf8))
            let token = try it.token("sent", "--name", name)
            let received = try it.receive(token, "--to", "in", "--rename")
            #expect(received.text == "in/" + expected, "\(received)")
            for name in there { #expect(it.text("in/" + name) == "there") }
        }
    }

    @Test("case B11: 16 receivers at once get 16 names, each file whole")
    func atOnce() throws {
        try Handover.with { it in
            try it.scratch.folder("in")
            try it.scratch.file("archive.tar.gz", Sample.gzip)
            let token = try it.token("archive.tar.gz")
            let receivers = try (0..<16).map { _ in
                try it.fixture.start(
                    [it.fixture.programs.appending("stage").text, "receive", "-", "--to", "in", "--rename"],
                    input: Array(token.utf8))
            }
            let outcomes = receivers.map { $0.wait() }
            #expect(outcomes.allSatisfy { $0.status == 0 })
            let expected = ["archive.tar.gz"] + (2...16).map { "archive (\($0)).tar.gz" }
            #expect(Set(outcomes.map(\.text)) == Set(expected.map { "in/" + $0 }))
            #expect(try Scratch.names(in: it.scratch("in")) == expected.sorted())
            for name in expected { #expect(Scratch.content(of: it.scratch("in/" + name)) == Sample.gzip) }
        }
    }

    @Test(
        "contradicting options are wrong usage",
        arguments: [
            "--to x --stdout", "--to x --force --rename", "--force", "--rename", "--to x --hold 1m",
            "--stdout --exec cat",
            "--to x --while 1", "--no-provenance", "--hold 0s", "--while 0", "--while x", "extra",
        ])
    func wrongUsage(_ options: String) throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "a\n")
            let token = try it.token("--once", "a.txt")
            let received = try it.script("stage receive \(token) \(options)")
            #expect(received.status == 2, "\(received)")
            #expect(try it.receive(token, "--stdout").status == 0)
        }
    }
}
