import Archives
import BatchImport
import LinuxSystem
import StagingModel
import StagingTestSupport
import Synchronization
import Testing

@Suite("Importing archives")
struct ArchiveImportTests {
    private static let entries: [(name: String, content: [UInt8])] = [
        ("a.txt", Array("a".utf8)), ("sub/b.txt", Array("b".utf8)), ("sub/photo.txt", picture),
        ("__MACOSX/._a.txt", [0]), ("large.bin", [UInt8](repeating: 7, count: 200_000)),
    ]

    @Test(
        "an archive that is a source gives its entries under their own paths", arguments: ArchiveWriter.Format.allCases)
    func source(format: ArchiveWriter.Format) throws {
        try ImportFixture.with { fixture in
            let path = try fixture.archive("x.archive", Self.entries, format)
            let run = try fixture.run([path])
            #expect(
                try fixture.imported().keys.sorted() == ["a.txt", "large.bin", "sub/b.txt", "sub/photo.png"], "\(run)")
            #expect(run.entries(.skipped) == ["__MACOSX/._a.txt"])
            #expect(run.outcome(of: "sub/photo.txt")?.type == "public.png")
        }
    }

    @Test("an archive in a folder gives a folder of its name, and is one file with unpacking off")
    func inFolder() throws {
        try ImportFixture.with { fixture in
            try fixture.archive("docs/x.zip", [("a.txt", [65])])
            #expect(try fixture.run().entries(.imported) == ["docs/x.zip/a.txt"])
            #expect(try fixture.imported() == ["docs/x/a.txt": "A"])
            let run = try fixture.run(to: .directory("\(fixture.scratch.path)/all")) { $0.unpacks = false }
            #expect(run.entries(.imported) == ["docs/x.zip"])
        }
    }

    @Test("an archive in an archive is opened as deep as was asked", arguments: [0, 1, 2])
    func nested(depth: Int) throws {
        try ImportFixture.with { fixture in
            let inner = try ImportFixture.archive([("a.txt", [65])])
            let middle = try ImportFixture.archive([("inner.zip", inner)])
            let path = try fixture.archive("outer.zip", [("middle.zip", middle)])
            let run = try fixture.run([path]) { $0.nesting = depth }
            let expected = ["middle.zip", "middle/inner.zip", "middle/inner/a.txt"][depth]
            #expect(try fixture.imported().keys.sorted() == [expected], "\(run)")
        }
    }

    @Test("B25: twins of one name are both there: what is imported and reported is what is listed")
    func twins() throws {
        try ImportFixture.with { fixture in
            let path = try fixture.archive("x.zip", [("a.txt", [65]), ("a.txt", [66]), ("A.TXT", [67])])
            let run = try fixture.run([path], job: "twins")
            #expect(run.summary.imported == 3)
            #expect(Set(try fixture.imported().values) == ["A", "B", "C"])
            #expect(try fixture.run([path], job: "twins").summary.imported == 0)
        }
    }

    @Test(
        "a move leaves an archive where it is that was not taken as a whole, and takes it once it is",
        arguments: [nil, "job"])
    func keptArchive(job: String?) throws {
        try ImportFixture.with { fixture in
            try fixture.archive("x.zip", [("a.txt", [65]), ("b.log", [66]), (".env", [67]), ("__MACOSX/._a", [68])])
            let run = try fixture.run(job: job) {
                $0.moves = true
                $0.exclude = ["*.log"]
            }
            #expect(run.summary.imported == 1)
            #expect(run.notes.contains { $0.contains("x.zip") && $0.contains("stays") })
            #expect(try Scratch.names(in: fixture.source) == ["x.zip"])
            let refusing = try fixture.run(job: job) {
                $0.moves = true
                $0.accept = ["audio/*"]
                $0.takesHidden = true
            }
            #expect(refusing.summary.refused > 0)
            #expect(try Scratch.names(in: fixture.source) == ["x.zip"])
            let whole = try fixture.run(job: job.map { _ in "other" }) {
                $0.moves = true
                $0.takesHidden = true
            }
            #expect(whole.summary.failed == 0)
            #expect(try Scratch.names(in: fixture.source) == [])
        }
    }

    @Test(
        "B21: archives in an archive come to no more than that may come to, and the message says what allows more",
        arguments: ["--max-bytes", "--max-entries", "--max-ratio"])
    func bomb(option: String) throws {
        try ImportFixture.with { fixture in
            // 512 files of 64 KiB, in some ten KiB.
            var content = [UInt8](repeating: 0, count: 65_536)
            for _ in 0..<3 {
                content = try ImportFixture.archive((0..<8).map { ("\($0).zip", content) })
            }
            try fixture.file("bomb.zip", content)
            let run = try fixture.run {
                $0.nesting = 8
                switch option {
                case "--max-bytes": $0.archiveLimits.totalBytes = 1 << 20
                case "--max-entries": $0.archiveLimits.entries = 100
                default: ($0.archiveLimits.ratio, $0.archiveLimits.ratioStart) = (100, 1 << 20)
                }
            }
            #expect(run.summary.failed > 0 && run.summary.failed < 40, "\(run.summary)")
            #expect(run.summary.imported < 100)
            let told = Set(run.outcomes.compactMap(\.hint))
            #expect(told == ["\(option) allows more, if the archive is to be trusted"])
            let size = try ImportFixture.contents(of: fixture.destination).values.reduce(0) { $0 + $1.count }
            #expect(size <= 100 << 16)
        }
    }

    @Test("a move leaves an archive where it is that has more behind its end, and says so")
    func rest() throws {
        try ImportFixture.with { fixture in
            let tar = try ImportFixture.archive([("a.txt", [65])], .tar)
            try fixture.file("x.tar", tar + tar)
            let run = try fixture.run { $0.moves = true }
            #expect(run.entries(.imported) == ["x.tar/a.txt"])
            #expect(run.notes.contains { $0.contains("x.tar") && $0.contains("behind its end") })
            #expect(try Scratch.names(in: fixture.source) == ["x.tar"])
        }
    }

    @Test("B23: a damaged archive fails, and nothing short is imported")
    func damaged() throws {
        try ImportFixture.with { fixture in
            var content = (0..<200_000).map { _ in UInt8.random(in: 0...255) }
            let whole = try ImportFixture.archive([("a.bin", content)], .tarZstd)
            let path = try fixture.file("x.tar.zst", Array(whole.prefix(100_000)))
            let run = try fixture.run([path])
            #expect(run.summary.imported == 0)
            #expect(run.summary.failed > 0)
            #expect(try fixture.imported().isEmpty)
            content = []
        }
    }

    @Test("a limit ends an archive with an error that names it; what came before stays, whole")
    func limit() throws {
        try ImportFixture.with { fixture in
            let entries = (0..<40).map { (name: "\($0).bin", content: [UInt8](repeating: 1, count: 100_000)) }
            let path = try fixture.archive("bomb.zip", entries)
            let run = try fixture.run([path]) { $0.archiveLimits.totalBytes = 1_000_000 }
            #expect(run.summary.failed > 0)
            #expect(run.summary.imported < 40)
            #expect(run.outcomes.contains { $0.error == "limitExceeded" })
            #expect(try ImportFixture.contents(of: fixture.destination).values.allSatisfy { $0.count == 100_000 })
        }
    }

    @Test("a move takes an archive away only when all of it is imported")
    func move() throws {
        try ImportFixture.with { fixture in
            let good = try fixture.archive("good.zip", [("a.txt", [65]), ("b.txt", [66])])
            let bad = try fixture.archive("bad.zip", [("../c.txt", [67]), ("d.txt", [68])])
            for job in [nil, "move"] {
                try fixture.archive("good.zip", [("a.txt", [65]), ("b.txt", [66])])
                let run = try fixture.run([good, bad], job: job) { $0.moves = true }
                #expect(run.summary.failed == 1, "\(run)")
                #expect(try Scratch.names(in: fixture.source) == ["bad.zip"])
            }
        }
    }

    @Test("nothing an archive says leads out of the destination")
    func escapes() throws {
        try ImportFixture.with { fixture in
            let path = try fixture.archive(
                "x.zip", [("../up.txt", [1]), ("/abs.txt", [2]), ("a/../../b.txt", [3]), ("ok.txt", [4])])
            _ = try fixture.run([path])
            #expect(try Scratch.names(in: fixture.scratch.path).sorted() == ["in", "out"])
            #expect(try fixture.imported().keys.contains("ok.txt"))
        }
    }

    private static func shell(_ script: String, _ arguments: [Path]) throws {
        let child = try ChildProcess.start("/bin/sh", arguments: ["sh", "-c", Path(script), "sh"] + arguments)
        try #require(try child.wait() == .exited(0))
    }

    /// A tar archive that tar itself makes of a folder in which a small and a large file have further names.
    private static func linked(_ fixture: ImportFixture) throws -> Path {
        let folder = try fixture.scratch.folder("links")
        let files = try Directory.open(folder)
        try fixture.scratch.file("links/a.txt", "small")
        try fixture.scratch.file("links/b.bin", [UInt8](repeating: 7, count: 200_000))
        for (name, other) in [("a.txt", "c.txt"), ("a.txt", "d.txt"), ("b.bin", "e.bin"), ("b.bin", "f.bin")] {
            try files.link(Path(name), to: files, as: Path(other))
        }
        let archive = fixture.source.appending("links.tar")
        try shell("tar -C \"$1\" --sort=name -cf \"$2\" .", [folder, archive])
        return archive
    }

    @Test("a further name of an entry is a file with its content, also where a job goes on")
    func furtherNames() throws {
        try ImportFixture.with { fixture in
            let path = try Self.linked(fixture)
            let run = try fixture.run([path], job: "links")
            let large = String(repeating: "\u{7}", count: 200_000)
            #expect(
                try fixture.imported() == [
                    "a.txt": "small", "c.txt": "small", "d.txt": "small", "b.bin": large, "e.bin": large,
                    "f.bin": large,
                ], "\(run.summary)")
            #expect(try fixture.run([path], job: "links").summary.imported == 0)
        }
    }

    @Test("a further name of what is not there before it has failed")
    func strayName() throws {
        try ImportFixture.with { fixture in
            let path = try Self.linked(fixture)
            try Self.shell("tar --delete -f \"$1\" ./a.txt", [path])
            let run = try fixture.run([path])
            #expect(run.entries(.failed) == ["./c.txt", "./d.txt"])
            #expect(run.entries(.imported) == ["./b.bin", "./e.bin", "./f.bin"])
        }
    }

    @Test("what is counted ahead is what is done in the end, archives and what lies in them too")
    func countedAhead() throws {
        try ImportFixture.with { fixture in
            try fixture.archive("x.zip", Self.entries)
            try fixture.archive("x.tar.zst", Self.entries, .tarZstd)
            for number in 0..<50 { try fixture.file("\(number).txt", "file \(number)") }
            let last = Mutex<ImportProgress?>(nil)
            var options = ImportOptions()
            options.countsAhead = true
            _ = try ImportBatch(
                of: [ImportSource(.path(fixture.source))], to: ImportDestination(.directory(fixture.destination)),
                options: options
            ).run(
                ImportListener { _ in
                } progress: { progress in
                    last.withLock { $0 = progress }
                }, control: ImportControl())
            let progress = try #require(last.withLock { $0 })
            #expect(progress.entries == 58)
            // A job that is over before it is counted has no use for the count.
            if let all = progress.allEntries {
                #expect(all == 58)
                #expect(progress.allBytes == progress.bytes)
            }
        }
    }
}
