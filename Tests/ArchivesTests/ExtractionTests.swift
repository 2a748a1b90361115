import LinuxSystem
import StagingTestSupport
import Testing

@testable import Archives

/// B17, B25, rules 12 and 13: what is unpacked stays below its directory, and nothing is lost in silence.
@Suite("unpacking")
struct ExtractionTests {
    typealias Member = TarSample.Member

    /// Archives that try to get out, and the entries that are refused for it.
    private static let escapes: [(name: String, members: [Member], refused: [String: ArchiveError.Kind])] = [
        (
            "climbing name", [Member("../canary.txt", "evil"), Member("a/../../canary.txt", "evil")],
            ["../canary.txt": .unsafeName, "a/../../canary.txt": .unsafeName]
        ),
        ("absolute name", [Member("/tmp/canary-archive.txt", "evil")], ["/tmp/canary-archive.txt": .unsafeName]),
        (
            "link, then a file of its name", [Member("x", type: "2", link: "../canary.txt"), Member("x", "evil")],
            ["x": .unsafeLink]
        ),
        (
            "link, then a file below it", [Member("x", type: "2", link: ".."), Member("x/canary.txt", "evil")],
            ["x": .unsafeLink, "x/canary.txt": .unsafeLink]
        ),
        (
            "inner link, then a file below it",
            [
                Member("d/", type: "5", mode: 0o755), Member("x", type: "2", link: "d"), Member("x/f", "behind"),
            ], ["x/f": .unsafeLink]
        ),
        (
            "chain of links",
            [
                Member("a", type: "2", link: "b"), Member("b", type: "2", link: ".."), Member("a/canary.txt", "evil"),
            ], ["b": .unsafeLink, "a/canary.txt": .unsafeLink]
        ),
        (
            "link that climbs behind a link",
            [
                Member("d/up", type: "2", link: ".."), Member("x", type: "2", link: "d/up/../canary.txt"),
            ], ["x": .unsafeLink]
        ),
        (
            "link that climbs behind what may come", [Member("x", type: "2", link: "later/../../canary.txt")],
            ["x": .unsafeLink]
        ),
        ("link to a file outside", [Member("peek.txt", type: "2", link: "../canary.txt")], ["peek.txt": .unsafeLink]),
        ("absolute link", [Member("passwd", type: "2", link: "/etc/passwd")], ["passwd": .unsafeLink]),
        (
            "hard link to a file outside",
            [
                Member("x", type: "1", link: "../canary.txt"), Member("y", type: "1", link: "/etc/passwd"),
                Member("z", type: "1", link: "nothing"),
            ], ["x": .unsafeLink, "y": .unsafeLink, "z": .unsafeLink]
        ),
        (
            "hard link to a link",
            [
                Member("x", type: "2", link: "../canary.txt"), Member("y", type: "1", link: "x"), Member("y", "evil"),
            ], ["x": .unsafeLink]
        ),
        (
            "special files",
            [
                Member("null", type: "3"), Member("disk", type: "4"), Member("fifo", type: "6"),
            ], ["null": .specialFile, "disk": .specialFile, "fifo": .specialFile]
        ),
    ]

    @Test(
        "an archive that tries to get out stays in, and its other entries are there (B17)", arguments: escapes.indices)
    func escape(index: Int) throws {
        let (name, members, refused) = Self.escapes[index]
        let unpacked = try unpack(TarSample([Member("ok.txt", "fine")] + members + [Member("last.txt", "fine")]).bytes)
        #expect(unpacked.error == nil, "\(name)")
        if name != "hard link to a link" { #expect(unpacked.refused == refused, "\(name)") }
        #expect(unpacked.isOutsideUntouched, "\(name)")
        #expect(unpacked.outcomes.count == members.count + 2)
        #expect(unpacked.tree["ok.txt"] == "fine" && unpacked.tree["last.txt"] == "fine")
        #expect(!unpacked.tree.values.contains { $0.contains("canary") || $0.contains("passwd") }, "\(name)")
    }

    @Test("the same holds below a path that is too long to name at once (B17)")
    func deep() throws {
        let folder = (0..<22).map { _ in String(repeating: "f", count: 200) }.joined(separator: "/")
        let sample = TarSample([
            Member("\(folder)/x", type: "2", link: String(repeating: "../", count: 23) + "canary.txt"),
            Member("\(folder)/x/f", "evil"),
            Member("\(folder)/inner", type: "2", link: "../\(String(repeating: "f", count: 200))"),
            Member("\(folder)/file", "deep"),
        ])
        try Scratch.with { scratch in
            let target = try scratch.folder("target")
            let outcomes = try withArchive(sample.bytes) { archive in
                try ArchiveExtractor.extract(archive, into: try Directory.open(target))
            }
            #expect(outcomes.map { $0.path == nil } == [true, true, false, false])
            let file = SharedDescriptor(try Directory.open(target).openBeneath(Path("\(folder)/file")))
            #expect(try file.readAll() == utf8("deep"))
        }
    }

    @Test("a link inside is kept, also up and over, and into a directory with another name than its own")
    func goodLinks() throws {
        let sample = TarSample([
            Member("data/v1.txt", "one"), Member("latest", type: "2", link: "data/v1.txt"),
            Member("data/up", type: "2", link: "../data/./v1.txt"), Member("here", type: "2", link: "."),
            Member("data/over", type: "2", link: "../data/../data"), Member("dangling", type: "2", link: "data/none"),
        ])
        let unpacked = try unpack(sample.bytes)
        #expect(unpacked.refused == [:])
        #expect(unpacked.tree["latest"] == "-> data/v1.txt")
        #expect(unpacked.tree["data/up"] == "-> ../data/v1.txt")
        #expect(unpacked.tree["here"] == "-> .")
        #expect(unpacked.tree["data/over"] == "-> ../data/../data")
        #expect(unpacked.tree["dangling"] == "-> data/none")
    }

    @Test("a link of a zip archive is told by its contents")
    func zipLink() throws {
        let sample = ZipSample([
            .init("in", "b.txt").with { $0.mode = 0o120777 }, .init("out", "../canary.txt").with { $0.mode = 0o120777 },
            .init("long", String(repeating: "x", count: 5000)).with { $0.mode = 0o120777 }, .init("b.txt", "b"),
        ])
        let unpacked = try unpack(sample.bytes)
        #expect(unpacked.tree == ["in": "-> b.txt", "b.txt": "b"])
        #expect(unpacked.refused == ["out": .unsafeLink, "long": .limit])
    }

    @Test("a further name of a file is the same file")
    func hardLink() throws {
        let sample = TarSample([
            Member("d/first", "shared"), Member("second", type: "1", link: "d/first"),
            Member("third", type: "1", link: "./second"),
        ])
        try Scratch.with { scratch in
            let target = try scratch.folder("target")
            _ = try withArchive(sample.bytes) { try ArchiveExtractor.extract($0, into: try Directory.open(target)) }
            let status = try FileStatus.of(target.appending("d/first"))
            #expect(status.linkCount == 3)
            #expect(try FileStatus.of(target.appending("third")).sameFile(as: status))
        }
    }

    @Test("what has the name of something before it is kept beside it and told (B25)")
    func twins() throws {
        let sample = TarSample([
            Member("a.txt", "1"), Member("a.txt", "2"), Member("A.TXT", "3"), Member("e\u{301}", "4"), Member("é", "5"),
            Member("test", "file"), Member("test/x", "below"), Member("Docs/x", "6"), Member("docs/x", "7"),
            Member("folder/", type: "5", mode: 0o755), Member("folder/", type: "5", mode: 0o755),
            Member("folder", "not a folder"),
        ])
        let unpacked = try unpack(sample.bytes)
        #expect(
            unpacked.tree == [
                "a.txt": "1", "a (2).txt": "2", "A (3).TXT": "3", "e\u{301}": "4", "é (2)": "5", "test": "file",
                "test (2)/": "", "test (2)/x": "below", "Docs/": "", "Docs/x": "6", "docs (2)/": "", "docs (2)/x": "7",
                "folder/": "", "folder (2)": "not a folder",
            ])
        let renamed = unpacked.outcomes.filter { if case .renamed = $0.result { true } else { false } }
        #expect(renamed.map(\.entry.name) == ["a.txt", "A.TXT", "é", "folder"])
    }

    @Test("permissions come over, less the umask; set-uid, set-gid and sticky bits do not (rule 13)")
    func permissions() throws {
        let sample = TarSample([
            Member("run", "x", mode: 0o6755), Member("read", "x", mode: 0o444), Member("none", "x", mode: 0),
            Member("d/", type: "5", mode: 0o1777), Member("closed/", type: "5", mode: 0o500), Member("closed/x", "x"),
        ])
        try Scratch.with { scratch in
            let target = try scratch.folder("target")
            let outcomes = try withArchive(sample.bytes) {
                try ArchiveExtractor.extract($0, into: try Directory.open(target))
            }
            let mask = OwnProcess.fileModeMask
            let modes = try outcomes.map { outcome in
                try FileStatus.of(target.appending(try #require(outcome.path))).permissions
            }
            let wanted: [UInt32] = [0o755, 0o444, 0, 0o777, 0o500, 0o644]
            #expect(modes == wanted.map { $0 & ~mask })
            #expect(try FileStatus.of(target.appending("run")).modified.seconds == 1_000_000_000)
            #expect(try FileStatus.of(target.appending("closed")).modified.seconds == 1_000_000_000)
        }
    }

    @Test("names are given by the caller, and one that is none refuses the entry")
    func naming() throws {
        var extraction = ExtractionOptions()
        extraction.naming = { name in
            name == "slash" ? "a/b" : name == "long" ? String(repeating: "x", count: 256) : "_" + name
        }
        extraction.numbering = { "\($0)#\($1)" }
        let sample = TarSample([
            Member("d/a", "1"), Member("d/a", "2"), Member("slash", "x"), Member("long", "x"),
            Member("l", type: "2", link: "d/a"),
        ])
        let unpacked = try unpack(sample.bytes, extraction: extraction)
        #expect(unpacked.tree == ["_d/": "", "_d/_a": "1", "_d/_a#2": "2", "_l": "-> _d/_a#2"])
        #expect(unpacked.refused == ["slash": .unsafeName, "long": .unsafeName])
    }

    @Test("nothing is left where the whole fails, and what was there before stays (rule 12)")
    func failure() throws {
        var sample = TarSample([Member("d/a", "1"), Member("b", String(repeating: "x", count: 5000))])
        sample.hasEnd = false
        let cut = Array(sample.bytes.dropLast(3000))
        try Scratch.with { scratch in
            let target = try scratch.folder("target")
            try scratch.file("target/mine", "mine")
            let error = #expect(throws: ArchiveError.self) {
                _ = try withArchive(cut) { try ArchiveExtractor.extract($0, into: try Directory.open(target)) }
            }
            #expect(error?.kind == .damaged)
            #expect(error?.entry == "b")
            #expect(try Scratch.names(in: target) == ["mine"])
        }
    }

    @Test("a call-off ends it and leaves nothing")
    func canceled() throws {
        let sample = TarSample([Member("a", "1"), Member("b", "2")])
        try Scratch.with { scratch in
            let target = try scratch.folder("target")
            let error = #expect(throws: ArchiveError.self) {
                _ = try withArchive(sample.bytes) { archive in
                    try ArchiveExtractor.extract(archive, into: try Directory.open(target)) {
                        (entry, _) throws(ArchiveError) in
                        if entry.name == "b" { throw ArchiveError(.canceled, "enough") }
                    }
                }
            }
            #expect(error?.kind == .canceled)
            #expect(try Scratch.names(in: target) == [])
        }
    }

    @Test("a name that is taken on disk refuses the entry and is not touched")
    func takenOnDisk() throws {
        try Scratch.with { scratch in
            let target = try scratch.folder("target")
            try scratch.file("target/a", "mine")
            let outcomes = try withArchive(TarSample([Member("a", "theirs"), Member("b", "2")]).bytes) {
                try ArchiveExtractor.extract($0, into: try Directory.open(target))
            }
            #expect(outcomes.map { $0.path == nil } == [true, false])
            #expect(Scratch.content(of: target.appending("a")) == utf8("mine"))
        }
    }
}
