import BatchImport
import LinuxSystem
import StagingModel
import StagingTestSupport
import Testing

@Suite("Importing folders")
struct FolderImportTests {
    @Test("files keep their paths, and get the endings that their bytes want (rule 18)")
    func paths() throws {
        try ImportFixture.with { fixture in
            try fixture.file("a.txt", "a")
            try fixture.file("sub/deep/b.txt", "b")
            try fixture.file("sub/photo.txt", picture)
            try fixture.file("README", "read me")
            let run = try fixture.run()
            #expect(try fixture.imported().keys.sorted() == ["README", "a.txt", "sub/deep/b.txt", "sub/photo.png"])
            #expect(run.outcome(of: "sub/photo.txt")?.type == "public.png")
            #expect(run.outcome(of: "sub/photo.txt")?.destination == "\(fixture.destination)/sub/photo.png")
            #expect(run.summary.imported == 4)
            #expect(Scratch.content(of: fixture.destination.appending("sub/photo.png")) == picture)
        }
    }

    @Test("B07: what is no file is left out at once, and said; nothing waits for it")
    func noFiles() throws {
        try ImportFixture.with { fixture in
            try fixture.file("plain.txt", "x")
            let folder = try Directory.open(fixture.source)
            try folder.makeSymbolicLink("link.txt", to: "plain.txt")
            try folder.makeSymbolicLink("folder", to: "/")
            #expect(try StageFixture.with { try $0.run(["mkfifo", "\(fixture.source)/notes.pdf"]).status } == 0)
            let socket = try UnixSocket.listen(at: fixture.source.appending("socket"), mode: 0o600)
            defer { withExtendedLifetime(socket) {} }
            let run = try fixture.run()
            #expect(run.entries(.imported) == ["plain.txt"])
            #expect(run.entries(.skipped) == ["folder", "link.txt", "notes.pdf", "socket"])
            #expect(run.outcome(of: "notes.pdf")?.reason == "a FIFO")
            #expect(run.summary.failed == 0)
        }
    }

    @Test("what other systems leave behind, and hidden files, are left out and said")
    func leftOut() throws {
        try ImportFixture.with { fixture in
            for name in [
                "._a.txt", ".DS_Store", "Thumbs.db", "desktop.ini", "__MACOSX/x", ".hidden", ".git/config", "a",
            ] {
                try fixture.file(name, "x")
            }
            let run = try fixture.run()
            #expect(run.entries(.imported) == ["a"])
            #expect(
                run.entries(.skipped)
                    == [
                        "._a.txt", ".DS_Store", "Thumbs.db", "desktop.ini", "__MACOSX", ".hidden", ".git",
                    ].sorted())
            #expect(run.outcomes.filter { $0.outcome == .skipped }.allSatisfy { $0.reason?.isEmpty == false })
            let all = try fixture.run(to: .directory("\(fixture.scratch.path)/all")) {
                $0.takesHidden = true
                $0.takesSystemFiles = true
            }
            #expect(all.summary.imported == 8)
        }
    }

    @Test("globs take and leave out, a folder with all that is in it")
    func globs() throws {
        try ImportFixture.with { fixture in
            for name in ["a.jpg", "b.txt", "sub/c.jpg", "cache/d.jpg", "sub/cache/e.jpg"] {
                try fixture.file(name, name)
            }
            let run = try fixture.run {
                $0.include = ["*.jpg"]
                $0.exclude = ["cache"]
            }
            #expect(run.entries(.imported) == ["a.jpg", "sub/c.jpg"])
        }
    }

    @Test("globs hold for files that are named, too; what is to be included may be in an archive")
    func globsOfNamed() throws {
        try ImportFixture.with { fixture in
            for name in ["a.jpg", "b.txt", "c.txt"] { try fixture.file(name, name) }
            try fixture.archive("x.zip", [("d.txt", [65]), ("e.jpg", [66])])
            let named = ["a.jpg", "b.txt", "c.txt", "x.zip"].map { fixture.source.appending(Path($0)) }
            let run = try fixture.run(named) {
                $0.include = ["*.txt"]
                $0.exclude = ["c*"]
            }
            #expect(run.entries(.imported) == ["b.txt", "d.txt"])
            #expect(run.outcome(of: "a.jpg")?.reason == "not included")
            #expect(run.outcome(of: "c.txt")?.reason == "excluded")
        }
    }

    @Test("rule 20: nothing is replaced, and twins by case get a number before the whole ending")
    func taken() throws {
        try ImportFixture.with { fixture in
            try fixture.scratch.folder("out")
            try fixture.scratch.file("out/x.tar.gz.txt", "old")
            try fixture.scratch.file("out/Photo.txt", "old")
            try fixture.file("a/photo.txt", "1")
            try fixture.file("b/photo.txt", "2")
            let run = try fixture.run { $0.layout = "{name}" }
            #expect(run.summary.imported == 2)
            let imported = try fixture.imported()
            #expect(imported["Photo.txt"] == "old")
            #expect(Set([imported["photo (2).txt"], imported["photo (3).txt"]]) == ["1", "2"])
        }
    }

    @Test("many files of one name get numbers, and none is lost")
    func manyOfOneName() throws {
        try ImportFixture.with { fixture in
            for number in 0..<300 { try fixture.file("\(number)/same.txt", "\(number)") }
            let run = try fixture.run { $0.layout = "{name}" }
            #expect(run.summary.imported == 300)
            #expect(Set(try fixture.imported().values).count == 300)
        }
    }

    @Test("a folder whose name a file has gets the next name")
    func folderTaken() throws {
        try ImportFixture.with { fixture in
            try fixture.scratch.folder("out")
            try fixture.scratch.file("out/sub", "a file")
            try fixture.file("sub/a.txt", "a")
            _ = try fixture.run()
            #expect(try fixture.imported() == ["sub": "a file", "sub (2)/a.txt": "a"])
        }
    }

    @Test("a link that lies where a folder would be is not followed")
    func linkInDestination() throws {
        try ImportFixture.with { fixture in
            try fixture.scratch.folder("out")
            try fixture.scratch.folder("elsewhere")
            try Directory.open(fixture.destination).makeSymbolicLink("sub", to: "../elsewhere")
            try fixture.file("sub/a.txt", "a")
            let run = try fixture.run()
            #expect(run.summary.imported == 1)
            #expect(try Scratch.names(in: fixture.scratch("elsewhere")) == [])
            #expect(Scratch.content(of: fixture.destination.appending("sub (2)/a.txt")) == Array("a".utf8))
        }
    }

    @Test("what is imported to is no source, also where it lies in one")
    func destinationInSource() throws {
        try ImportFixture.with { fixture in
            try fixture.file("a.txt", "a")
            let inner = ImportDestination(.directory(fixture.source.appending("lib")))
            for round in 1...2 {
                #expect(try fixture.run(to: inner).summary.imported == 1)
                #expect(try Scratch.names(in: fixture.source.appending("lib")).count == round)
            }
        }
    }

    @Test("filters refuse by type and size, and a program in disguise (rule 19); that is no failure")
    func filters() throws {
        try ImportFixture.with { fixture in
            try fixture.file("a.png", picture)
            try fixture.file("b.txt", "text")
            try fixture.file("large.png", picture + [UInt8](repeating: 0, count: 10_000))
            try fixture.file("evil.jpg", program)
            try fixture.file("tool", program)
            let run = try fixture.run {
                $0.accept = ["image/*", "public.executable"]
                $0.mostSize = 1000
            }
            #expect(run.entries(.imported) == ["a.png", "tool"])
            #expect(run.entries(.refused) == ["b.txt", "evil.jpg", "large.png"])
            #expect(run.outcome(of: "b.txt")?.reason?.contains("public.plain-text") == true)
            #expect(run.summary.failed == 0)
            let allowed = try fixture.run(to: .directory("\(fixture.scratch.path)/all")) { $0.allowsExecutable = true }
            #expect(allowed.summary.refused == 0)
        }
    }

    @Test("what is refused is kept with its reason beside it")
    func rejected() throws {
        try ImportFixture.with { fixture in
            try fixture.file("sub/evil.jpg", program)
            let run = try fixture.run {
                $0.reject = fixture.scratch("no")
                $0.moves = true
            }
            #expect(run.summary.refused == 1)
            #expect(Scratch.content(of: fixture.scratch("no/sub/evil.jpg")) == program)
            let reason = Scratch.content(of: fixture.scratch("no/sub/evil.jpg.reason.txt"))
            #expect(reason.map { String(decoding: $0, as: UTF8.self) }?.contains("elf-executable") == true)
            #expect(try Scratch.names(in: fixture.source.appending("sub")) == [])
        }
    }

    @Test("the same content is stored once, and told")
    func duplicates() throws {
        try ImportFixture.with { fixture in
            for name in ["a.txt", "b.txt", "sub/c.txt"] { try fixture.file(name, "same") }
            try fixture.file("other.txt", "other")
            let run = try fixture.run {
                $0.skipsDuplicates = true
                $0.wantsDigest = true
            }
            #expect(run.summary.imported == 2)
            #expect(run.summary.duplicates == 2)
            #expect(try fixture.imported().count == 2)
            #expect(run.outcomes.allSatisfy { $0.sha256?.count == 64 })
        }
    }

    @Test("rule 5: a move takes the source away, and gives its own inode where it can")
    func move() throws {
        try ImportFixture.with { fixture in
            let path = try fixture.file("a.txt", "a")
            try fixture.file("b.txt", "b")
            try Directory.open(fixture.source).link("b.txt", to: Directory.open(fixture.source), as: "b2.txt")
            let inode = try FileStatus.of(path).inode
            let run = try fixture.run { $0.moves = true }
            #expect(run.summary.imported == 3)
            #expect(try Scratch.names(in: fixture.source) == [])
            #expect(try FileStatus.of(fixture.destination.appending("a.txt")).inode == inode)
            // Of a file with two names each is a file of its own.
            let twins = try ["b.txt", "b2.txt"].map { try FileStatus.of(fixture.destination.appending(Path($0))).inode }
            #expect(Set(twins).count == 2)
        }
    }

    @Test("rule 12: without a move each file is the receiver's own: later writes to the source do not reach it")
    func ownInode() throws {
        try ImportFixture.with { fixture in
            let path = try fixture.file("a.txt", "before")
            _ = try fixture.run()
            try fixture.file("a.txt", "after")
            #expect(try FileStatus.of(path).linkCount == 1)
            #expect(try fixture.imported() == ["a.txt": "before"])
        }
    }

    @Test("a move takes a file once that is named several times")
    func movedOnce() throws {
        try ImportFixture.with { fixture in
            let path = try fixture.file("sub/a.txt", "a")
            let run = try fixture.run([path, path, fixture.source, path.parent]) { $0.moves = true }
            #expect(run.summary.imported == 1)
            #expect(try fixture.imported() == ["sub/a.txt": "a"])
            #expect(try FileStatus.of(fixture.destination.appending("sub/a.txt")).linkCount == 1)
        }
    }

    @Test("what a killed move has taken aside is taken away, and nothing else")
    func aside() throws {
        try ImportFixture.with { fixture in
            let folder = try Directory.open(fixture.source)
            for (name, pid) in [("dead", 2_000_000_000), ("alive", OwnProcess.pid)] {
                let inode = try FileStatus.of(fixture.file(name, name)).inode
                try folder.rename(Path(name), to: folder, as: Path(".\(inode)-\(pid)-7"), .noReplace)
            }
            try fixture.file(".1-2000000000-7", "somebody's own")
            let copied = try fixture.run { $0.takesHidden = true }
            #expect(try fixture.imported().values.sorted() == ["somebody's own"])
            #expect(try Scratch.names(in: fixture.source).count == 3)
            #expect(copied.summary.skipped == 0)
            _ = try fixture.run {
                $0.takesHidden = true
                $0.moves = true
            }
            #expect(try Scratch.names(in: fixture.source).allSatisfy { $0.contains("-\(OwnProcess.pid)-") })
        }
    }

    @Test("links are further names of the sources, where nobody writes to them")
    func links() throws {
        try ImportFixture.with { fixture in
            let path = try fixture.file("a.txt", "a")
            let program = try OwnedDescriptor.open(fixture.file("b.txt", "b"), [])
            try changePermissions(of: program.number, to: 0o4644)
            let open = try OwnedDescriptor.open(fixture.file("c.txt", "c"), [.writeOnly])
            let run = try fixture.run { $0.links = true }
            withExtendedLifetime(open) {}
            #expect(run.summary.imported == 3)
            func isLink(_ name: Path) throws -> Bool {
                try FileStatus.of(fixture.destination.appending(name)).inode
                    == FileStatus.of(fixture.source.appending(name)).inode
            }
            #expect(try isLink("a.txt"))
            let source = try OwnedDescriptor.open(path, [])
            #expect(try ExtendedAttributes.value(of: "user.stage.type", on: source.number) == nil)
            // A set-uid bit crosses nowhere (rule 13).
            #expect(try !isLink("b.txt"))
            #expect(try !isLink("c.txt"))
        }
    }

    @Test("a source that is not there fails, and the others are imported")
    func missing() throws {
        try ImportFixture.with { fixture in
            let path = try fixture.file("a.txt", "a")
            let run = try fixture.run([fixture.scratch("nothing"), path])
            #expect(run.summary.failed == 1)
            #expect(run.summary.imported == 1)
            #expect(run.outcome(of: "nothing")?.error == "unreadable")
        }
    }

    @Test("large files and such with holes arrive whole")
    func large() throws {
        try ImportFixture.with { fixture in
            let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            try fixture.file("large.bin", content)
            let sparse = try OwnedDescriptor.open(fixture.source.appending("sparse.bin"), [.readWrite, .create])
            try sparse.write([1])
            try cut(sparse.number, to: 5_000_000)
            let run = try fixture.run()
            #expect(run.summary.bytes == 5_300_000)
            #expect(Scratch.content(of: fixture.destination.appending("large.bin")) == content)
            let status = try FileStatus.of(fixture.destination.appending("sparse.bin"))
            #expect(status.size == 5_000_000)
            #expect(status.allocated < 1_000_000)
        }
    }

    @Test("the outcomes are an async sequence, which ends with the import")
    func sequence() async throws {
        try await Scratch.withAsync { scratch in
            try scratch.folder("in")
            for number in 0..<1000 { try scratch.file("in/\(number).txt", "\(number)") }
            var entries: Set<String> = []
            let batch = ImportBatch(of: [.path("\(scratch.path)/in")], to: .directory("\(scratch.path)/out"))
            for try await outcome in batch {
                #expect(outcome.outcome == .imported)
                entries.insert(outcome.entry)
            }
            #expect(entries.count == 1000)
        }
    }
}
