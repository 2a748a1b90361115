import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("stage import")
struct ImportCommandTests {
    private static func makeSource(_ fixture: StageFixture) throws {
        try fixture.scratch.folder("in")
        try fixture.scratch.folder("in/sub")
        try fixture.scratch.file("in/a.txt", "a")
        try fixture.scratch.file("in/sub/b.txt", "b")
        try fixture.scratch.file("in/.DS_Store", "x")
    }

    @Test("section 4: new paths on standard output, a summary on standard error, and 0 although something was refused")
    func results() throws {
        try StageFixture.with { fixture in
            try Self.makeSource(fixture)
            try fixture.scratch.file("in/large.txt", String(repeating: "x", count: 5000))
            let run = try fixture.stage("import", "in", "--to", "out", "--max-size", "1K")
            #expect(run.status == 0, "\(run)")
            #expect(run.lines.sorted() == ["out/a.txt", "out/sub/b.txt"])
            #expect(run.errors.contains("imported 2 (2 B), 1 refused, left out 1: 1 a file of macOS's own (.DS_Store)"))
            #expect(try fixture.stage("import", "-q", "in", "--to", "out").errors == "")
        }
    }

    @Test("section 8: the report has a JSON line for each file, and so has --json")
    func report() throws {
        try StageFixture.with { fixture in
            try Self.makeSource(fixture)
            let run = try fixture.stage("import", "in", "--to", "out", "--json", "--report", "r.jsonl", "--sha256")
            #expect(run.status == 0, "\(run)")
            let written = String(decoding: Scratch.content(of: fixture.scratch("r.jsonl")) ?? [], as: UTF8.self)
            #expect(written == run.text + "\n")
            let objects = try run.lines.map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
            #expect(objects.count == 3)
            let b = try #require(objects.first { $0["entry"] as? String == "sub/b.txt" })
            #expect(b["source"] as? String == "in")
            #expect(b["outcome"] as? String == "imported")
            #expect(b["destination"] as? String == "out/sub/b.txt")
            #expect(b["type"] as? String == "public.plain-text")
            #expect(b["size"] as? Int == 1)
            #expect((b["sha256"] as? String)?.count == 64)
        }
    }

    @Test("a job's report goes on where it was, without a line that was cut off")
    func reportOfJob() throws {
        try StageFixture.with { fixture in
            try Self.makeSource(fixture)
            try fixture.scratch.file("r.jsonl", "{\"whole\":1}\n{\"cut")
            #expect(try fixture.stage("import", "in", "--to", "out", "--job", "j", "--report", "r.jsonl").status == 0)
            let written = String(decoding: Scratch.content(of: fixture.scratch("r.jsonl")) ?? [], as: UTF8.self)
            #expect(written.split(separator: "\n").count == 4)
            #expect(written.hasPrefix("{\"whole\":1}\n{\"source\""))
        }
    }

    @Test("a list of paths comes from standard input, ended by lines or by NUL")
    func list() throws {
        try StageFixture.with { fixture in
            try Self.makeSource(fixture)
            try fixture.scratch.file("in/with\nline.txt", "c")
            let lines = try fixture.stage("import", "-", "--to", "out", input: Array("in/a.txt\nin/sub/b.txt\n".utf8))
            #expect(lines.lines.sorted() == ["out/a.txt", "out/b.txt"], "\(lines)")
            let null = try fixture.stage(
                "import", "-", "-0", "--to", "two", input: Array("in/with\nline.txt\0in/sub".utf8))
            #expect(null.text.split(separator: "\0").sorted() == ["two/b.txt", "two/with line.txt"], "\(null)")
        }
    }

    @Test("exit status: 1 when something failed, 2 for wrong usage with a hint, and the others are imported")
    func statuses() throws {
        try StageFixture.with { fixture in
            try Self.makeSource(fixture)
            try fixture.scratch.file("in/x.zip", "PK\u{3}\u{4} and no more")
            let failed = try fixture.stage("import", "in", "--to", "out")
            #expect(failed.status == 1, "\(failed)")
            #expect(failed.lines.count == 2)
            for arguments in [
                ["in"], ["in", "--to", "o", "--layout", "{nothing}"], ["in", "--to", "o", "--accept", "nonsense"],
            ] {
                let wrong = try fixture.run([fixture.programs.appending("stage").text, "import"] + arguments)
                #expect(wrong.status == 2, "\(arguments) \(wrong)")
            }
        }
    }

    @Test("--grant prints a token for each file; a job run again makes no second grants")
    func grants() throws {
        try StageFixture.with { fixture in
            try Self.makeSource(fixture)
            let run = try fixture.stage("import", "in", "--grant", "--job", "g")
            #expect(run.status == 0, "\(run)")
            #expect(run.lines.count == 2)
            let contents = try run.lines.map {
                try fixture.stage("receive", "-", "--stdout", input: Array($0.utf8)).text
            }
            #expect(contents.sorted() == ["a", "b"])
            #expect(try fixture.stage("import", "in", "--grant", "--job", "g").lines == [])
            #expect(try fixture.stage("list", "--json").lines.count == 2)
            let status = try fixture.stage("import", "--status", "g")
            #expect(status.lines.contains("imported     2 (2 B)"), "\(status)")
            #expect(try fixture.stage("import", "--forget", "g").status == 0)
            #expect(try fixture.stage("import", "--status", "g").status == 1)
        }
    }

    @Test("--watch takes what arrives and ends cleanly when it is interrupted")
    func watch() throws {
        try StageFixture.with { fixture in
            try Self.makeSource(fixture)
            let run = try fixture.start(
                [fixture.programs.appending("stage").text, "import", "--watch", "in", "--to", "out", "--move"])
            try fixture.scratch.file("in/late.txt", "late")
            _ = Patience.until { run.outputSoFar.split(separator: "\n").count >= 3 }
            run.send(signal: SIGINT)
            let ended = run.wait()
            #expect(ended.status == 0, "\(ended)")
            #expect(ended.lines.sorted() == ["out/a.txt", "out/late.txt", "out/sub/b.txt"])
            #expect(ended.errors.contains("moved 3"))
            #expect(try Scratch.names(in: fixture.scratch("in")) == [".DS_Store", "sub"])
        }
    }

    @Test(
        "--watch ends when its destination is moved or removed, and takes nothing from then on",
        arguments: ["mv", "rm"])
    func destinationGone(_ how: String) throws {
        try StageFixture.with { fixture in
            try fixture.scratch.folder("in")
            let run = try fixture.start(
                [fixture.programs.appending("stage").text, "import", "--watch", "in", "--to", "out", "--move"])
            try fixture.scratch.file("in/a.txt", "a")
            try #require(Patience.until { run.outputSoFar.contains("a.txt") })
            _ = try fixture.run(how == "mv" ? ["mv", "out", "old"] : ["rm", "-r", "out"])
            try fixture.scratch.file("in/b.txt", "b")
            let ended = run.wait()
            #expect(ended.status == 1 && ended.errors.contains("'out' was moved or removed"), "\(ended)")
            #expect(try Scratch.names(in: fixture.scratch("in")) == ["b.txt"])
        }
    }
}
