import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Keeping")
struct KeepTests {
    @Test(
        "DEST as with cp: none is the working directory, a directory takes it under its name, else it is the new path",
        arguments: [
            ([], "a.txt"), (["in"], "in/a.txt"), (["in/"], "in/a.txt"), (["in/b"], "in/b"), (["."], "a.txt"),
            (["b"], "b"),
        ] as [([String], String)])
    func destinations(_ destination: [String], _ expected: String) throws {
        try Handover.with { it in
            try it.scratch.folder("from")
            try it.scratch.file("from/a.txt", "a\n")
            try it.scratch.folder("in")
            let area = try it.area(of: it.token("from/a.txt"))
            let kept = try it.stage(["keep", area.text] + destination)
            #expect(kept.text == expected, "\(kept)")
            #expect(it.text(expected) == "a\n")
            try it.eventually("the area is gone") { (try? FileStatus.of(area.parent)) == nil }
            #expect(try it.stage(["list", "--json"]).lines.count == 1)
        }
    }

    @Test(
        "rule 12: nothing existing is replaced without --force, and the area stays then",
        arguments: ["file.txt", "tree"])
    func taken(_ kind: String) throws {
        try Handover.with { it in
            try it.script(
                """
                mkdir -p tree in/tree; echo new > tree/x; echo new > file.txt
                echo old > in/file.txt; echo old > in/tree/old
                """)
            let area = try it.area(of: it.token(kind))
            let refused = try it.stage(["keep", "--json", area.text, "in"])
            #expect(refused.status == 1)
            #expect(try JSONObject(refused.errors).text("error") == "exists")
            #expect(it.text("in/file.txt") == "old\n" && it.text("in/tree/old") == "old\n")
            let other = try it.stage(["keep", area.text, "in", "--rename"])
            #expect(other.text == (kind == "tree" ? "in/tree (2)" : "in/file (2).txt"))
            let again = try it.area(of: it.token(kind))
            #expect(try it.stage(["keep", again.text, "in", "--force"]).text == "in/\(kind)")
            let isNew =
                try kind == "tree"
                ? Scratch.names(in: it.scratch("in/tree")) == ["x"] : it.text("in/file.txt") == "new\n"
            #expect(isNew)
        }
    }

    @Test("an area is found by a relative path and through symbolic links")
    func otherPaths() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "a\n")
            try it.script("ln -s state/stage/areas short")
            let area = try it.area(of: it.token("a.txt"))
            let id = area.parent.lastComponent.text
            #expect(try it.stage(["keep", "short/\(id)/a.txt", "one"]).status == 0)
            let other = try it.area(of: it.token("a.txt"))
            let kept = try it.script("cd \(other.parent.text) && stage keep a.txt ../../../../two")
            #expect(kept.status == 0, "\(kept)")
            #expect(it.text("one") == "a\n" && it.text("two") == "a\n")
        }
    }

    @Test(
        "what is in no area is 3, and a missing directory 1; the area stays",
        arguments: [
            ("a.txt", "new", 3), ("/etc/passwd", "new", 3), ("AREA", "missing/new", 1), ("AREA", "missing/", 1),
            ("nothing", "new", 3),
        ] as [(String, String, Int32)])
    func failures(_ path: String, _ destination: String, _ status: Int32) throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "a\n")
            let area = try it.area(of: it.token("a.txt"))
            let kept = try it.stage(["keep", path == "AREA" ? area.text : path, destination])
            #expect(kept.status == status, "\(kept)")
            #expect(kept.text.isEmpty)
            #expect(try it.stage(["keep", "--sync", area.text, "at-last"]).status == 0)
        }
    }

    @Test("of two that keep one area at once each has a whole file, or is told that it is gone")
    func atOnce() throws {
        try Handover.with { it in
            try it.scratch.file("a.bin", Sample.bytes(4 << 20))
            let area = try it.area(of: it.token("a.bin"))
            let keepers = try (0..<6).map {
                try it.fixture.start([it.fixture.programs.appending("stage").text, "keep", area.text, "kept-\($0)"])
            }
            let statuses = keepers.map { $0.wait().status }
            #expect(statuses.contains(0))
            for (number, status) in statuses.enumerated() {
                #expect(status == 0 || status == 3)
                if status == 0 { #expect(Scratch.content(of: it.scratch("kept-\(number)"))?.count == 4 << 20) }
                if status != 0 { #expect(!it.exists("kept-\(number)")) }
            }
        }
    }
}
