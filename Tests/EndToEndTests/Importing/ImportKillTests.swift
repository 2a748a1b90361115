import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Imports that are killed half-way")
struct ImportKillTests {
    /// A folder of many small files with an archive among them; the contents are all different.
    private static func makeSource(_ fixture: StageFixture, files: Int) throws {
        let made = try fixture.run([
            "python3", "-c",
            """
            import os, sys, zipfile
            count = int(sys.argv[1])
            for i in range(count):
                os.makedirs("in/%d" % (i % 13), exist_ok=True)
                open("in/%d/%d.txt" % (i % 13, i), "w").write("file %d\\n" % i)
            with zipfile.ZipFile("in/z.zip", "w", zipfile.ZIP_DEFLATED) as z:
                for i in range(count): z.writestr("%d/%d.txt" % (i % 7, i), "entry %d\\n" % i)
            """, "\(files)",
        ])
        try #require(made.status == 0, "\(made)")
    }

    private static func contents(of folder: Path) throws -> [String] {
        var contents: [String] = []
        for name in try Scratch.names(in: folder) {
            let path = folder.appending(Path(name))
            if try FileStatus.of(path).kind == .directory {
                contents += try Self.contents(of: path)
            } else {
                contents.append(String(decoding: Scratch.content(of: path) ?? [], as: UTF8.self))
            }
        }
        return contents
    }

    @Test(
        "B49: killed at any instant and run again, a job ends as if undisturbed",
        arguments: [[], ["--move"], ["--link"]])
    func kills(options: [String]) throws {
        try StageFixture.with { fixture in
            let files = LoopBudget.rounds(1500, full: 25_000)
            for _ in 0..<LoopBudget.rounds(2, full: 4) {
                _ = try fixture.run(["rm", "-rf", "in", "out", "state"])
                try Self.makeSource(fixture, files: files)
                let command =
                    [fixture.programs.appending("stage").text, "import", "in", "--to", "out", "--job", "kill"] + options
                var killed = 0
                // Each run gets some way, so that short pauses reach every part of the job. One that was done before
                // its kill came shows nothing; the next is killed sooner then.
                var longest = Int32(files / 10)
                for _ in 0..<LoopBudget.rounds(8, full: 40) {
                    let run = try fixture.start(command)
                    Waiting.pause(milliseconds: Int32.random(in: 5...longest))
                    run.send(signal: SIGKILL)
                    if run.wait().status == 128 + SIGKILL { killed += 1 } else { longest = max(5, longest / 2) }
                }
                let last = try fixture.run(command)
                #expect(last.status == 0, "\(last.errors)")
                #expect(killed > 0)
                let expected = (0..<files).flatMap { ["file \($0)\n", "entry \($0)\n"] }
                #expect(try Self.contents(of: fixture.scratch("out")).sorted() == expected.sorted())
                if options == ["--move"] { #expect(try Self.contents(of: fixture.scratch("in")) == []) }
            }
        }
    }

    @Test("rule 22: a full disk ends the run with 6; with room again the same command goes on", DiskVolume.needs)
    func fullDisk() throws {
        try StageFixture.with { fixture in
            try DiskVolume.memory(2).with(in: fixture) { volume in
                try fixture.scratch.folder("in")
                for number in 0..<40 {
                    try fixture.scratch.file("in/\(number).txt", String(repeating: "\(number) ", count: 40_000))
                }
                let command = [
                    fixture.programs.appending("stage").text, "import", "in", "--to", "volume/out", "--job", "full",
                ]
                let full = try fixture.run(command)
                #expect(full.status == 6, "\(full)")
                #expect(try fixture.run(["mount", "-o", "remount,size=64m", volume.text]).status == 0)
                let last = try fixture.run(command)
                #expect(last.status == 0, "\(last.errors)")
                let expected = (0..<40).map { String(repeating: "\($0) ", count: 40_000) }
                #expect(try Self.contents(of: volume.appending("out")).sorted() == expected.sorted())
                #expect(full.lines.count + last.lines.count == 40)
            }
        }
    }
}
