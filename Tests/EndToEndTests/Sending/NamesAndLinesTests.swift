import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Names that files come under, and lines that answer them")
struct NamesAndLinesTests {
    @Test(
        "rule 20: any name can be sent, and gives one safe component on one line",
        arguments: [
            (#"new\nline.txt"#, "new line.txt"), ("日本語.txt", "日本語.txt"), ("-rf", "_rf.txt"),
            (#"bad\377\376.txt"#, "badÿþ.txt"), (" spaced .txt", nil), ("a\\tb.txt", nil),
            ("e\u{301}.txt", "\u{E9}.txt"),
            (String(repeating: "a", count: 251) + ".txt", String(repeating: "a", count: 251) + ".txt"),
            (String(repeating: "語", count: 85), nil), ("CON", nil), ("trailing.", nil), ("*?.txt", nil),
        ])
    func names(_ printed: String, _ expected: String?) throws {
        try Handover.with { it in
            try it.scratch.folder("in")
            let sent = try it.script(
                "cd in && f=$(printf '%b_' '\(printed)') && f=${f%_} && printf text > \"./$f\" && stage send -- \"$f\"")
            #expect(sent.status == 0, "\(sent)")
            let received = try it.receive(sent.text)
            #expect(received.lines.count == 1)
            let path = Path(received.text)
            #expect(Scratch.content(of: path) == Array("text".utf8))
            #expect(path.lastComponent.bytes.count <= 255)
            if let expected {
                #expect(path.lastComponent.bytes == Array(expected.utf8))
            }
        }
    }

    @Test("a symbolic link given as PATH is followed, and named by the link")
    func link() throws {
        try Handover.with { it in
            try it.scratch.file("target.txt", "behind\n")
            try it.scratch.folder("folder")
            try it.scratch.file("folder/x", "x")
            try it.script("ln -s target.txt shown.txt; ln -s folder shown-folder")
            let file = try it.area(of: it.token("shown.txt"))
            #expect(file.lastComponent == "shown.txt")
            #expect(Scratch.content(of: file) == Array("behind\n".utf8))
            #expect(try FileStatus.of(file).kind == .regular)
            let folder = try it.area(of: it.token("shown-folder/"))
            #expect(folder.lastComponent == "shown-folder")
            #expect(try Scratch.names(in: folder) == ["x"])
        }
    }

    @Test("the directory that one is in is sent under its real name", arguments: [".", "./", "inner/.."])
    func here(_ path: String) throws {
        try Handover.with { it in
            try it.scratch.folder("outer")
            try it.scratch.folder("outer/inner")
            let sent = try it.script("cd outer && stage send \(path)")
            #expect(try it.area(of: sent.text).lastComponent == "outer")
        }
    }

    @Test("a PATH that fails gives an empty line; the others are still sent; the first failure's status is returned")
    func someFail() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "a")
            try it.scratch.file("fake.txt", "#!/bin/sh\necho\n")
            try it.scratch.file("b.txt", "b")
            let sent = try it.stage(["send", "a.txt", "fake.txt", "missing", "b.txt"])
            #expect(sent.status == 4, "\(sent)")
            #expect(sent.lines.count == 4)
            #expect(sent.lines.map(\.isEmpty) == [false, true, true, false])
            #expect(try it.bytes(of: sent.lines[3]) == Array("b".utf8))
            #expect(sent.errors.contains("fake.txt") && sent.errors.contains("missing"))
            #expect(try it.stage(["send", "missing", "fake.txt"]).status == 1)
        }
    }

    @Test("-0 ends every line with NUL, and --json prints objects for what was sent alone")
    func otherForms() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "a")
            let nul = try it.stage(["send", "-0", "a.txt", "missing", "a.txt"])
            let parts = nul.output.split(separator: 0, omittingEmptySubsequences: false).map(\.count)
            #expect(parts == [30, 0, 30, 0])
            let json = try it.stage(["send", "--json", "a.txt", "missing", "a.txt"])
            #expect(json.lines.count == 2)
            for line in json.lines { #expect(try JSONObject(line).text("source") == "a.txt") }
            #expect(try JSONObject(json.errors).text("error") == "unreadable")
            let token = String(decoding: nul.output.prefix(30), as: UTF8.self)
            #expect(try it.receive(token, "-0").output.last == 0)
        }
    }

    @Test("standard output has nothing but results: a service that was started keeps no hold of it")
    func substitution() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "a")
            let run = try it.script("t=$(stage send a.txt) && stage receive \"$t\" --stdout")
            #expect(run.text == "a")
            #expect(run.errors.isEmpty)
        }
    }

    @Test("rule 19: a script that hides under another type is refused, unless it is allowed")
    func executable() throws {
        try Handover.with { it in
            try it.scratch.file("photo.png", "#!/bin/sh\necho\n", mode: 0o755)
            let refused = try it.stage(["send", "--json", "photo.png"])
            #expect(refused.status == 4)
            #expect(try JSONObject(refused.errors).text("error") == "executableRefused")
            #expect(try it.stage(["send", "--allow-executable", "photo.png"]).status == 0)
        }
    }
}
