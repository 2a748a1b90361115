import LinuxSystem
import StagingTestSupport
import Testing

@testable import Archives

/// Section 8, B21, B23, B27: a zip archive is what its directory says, and nothing else.
@Suite("zip archives")
struct ZipReadingTests {
    typealias Member = ZipSample.Member

    @Test("a file and a pipe give one reading (B27)", arguments: Delivery.allCases)
    func delivery(delivery: Delivery) throws {
        var sample = ZipSample([
            Member("shown.txt", "shown"), Member("hidden.txt", "hidden").with { $0.isInDirectory = false },
            Member("sub/", "").with { $0.mode = 0o40755 },
            Member("sub/packed.txt", "packed").with {
                $0.method = 8
                $0.hasDescriptor = true
            },
        ])
        sample.stub = utf8("#!/bin/sh\nexit 1\n")
        sample.comment = utf8("PK\u{5}\u{6} is no end")
        let unpacked = try unpack(sample.bytes, by: delivery)
        #expect(unpacked.tree == ["shown.txt": "shown", "sub/": "", "sub/packed.txt": "packed"])
        #expect(unpacked.outcomes.count == 3)
    }

    @Test("an entry with two names is refused, and the others are not (B27)", arguments: Delivery.allCases)
    func twoNames(delivery: Delivery) throws {
        let sample = ZipSample([
            Member("invoice.txt", "x").with { $0.localName = utf8("../canary.txt") }, Member("other.txt", "other"),
        ])
        let unpacked = try unpack(sample.bytes, by: delivery)
        #expect(unpacked.refused == ["invoice.txt": .damaged])
        #expect(unpacked.tree == ["other.txt": "other"])
        #expect(unpacked.isOutsideUntouched)
    }

    @Test("64-bit sizes and offsets are read")
    func wide() throws {
        let sample = ZipSample([
            Member("a", "first").with { $0.isWide = true },
            Member("b", "second").with {
                $0.isWide = true
                $0.method = 8
            },
        ])
        #expect(try unpack(sample.bytes).tree == ["a": "first", "b": "second"])
    }

    @Test("the execute bit that only the directory knows is kept (B27)")
    func mode() throws {
        let sample = ZipSample([Member("run.sh", "#!/bin/sh").with { $0.mode = 0o100755 }])
        try withArchive(sample.bytes) { archive in
            #expect(archive.entries?.map(\.permissions) == [0o755])
            #expect(archive.reader().formatName == "zip")
        }
    }

    @Test("an archive without its directory is damaged, not read as a stream (B23)", arguments: Delivery.allCases)
    func noDirectory(delivery: Delivery) throws {
        var sample = ZipSample([Member("a", "contents")])
        sample.hasDirectory = false
        let unpacked = try unpack(sample.bytes, by: delivery)
        #expect(unpacked.error?.kind == .damaged)
        #expect(unpacked.error?.reason.contains("ends too soon") == true)
        #expect(unpacked.tree == [:])
    }

    @Test("entries that share bytes are refused before anything is written (B21)")
    func overlap() throws {
        let sample = ZipSample([
            Member("a", String(repeating: "a", count: 500)), Member("b", "b").with { $0.offset = 0 },
        ])
        let unpacked = try unpack(sample.bytes)
        #expect(unpacked.error?.kind == .damaged)
        #expect(unpacked.error?.reason.contains("overlaps") == true)
        #expect(unpacked.tree == [:])
    }

    @Test("an entry that is longer than the room it has overlaps the next one")
    func quotedHeaders() throws {
        // The first one's contents are the second one's header and contents: it would be read twice.
        var bytes = ZipSample([Member("a", ""), Member("b", "0123456789")]).bytes
        // The first record's sizes in the directory, which begins behind both members.
        let start = bytes.count - 22 - 2 * 47
        for place in [20, 24] { bytes[start + place] = 41 }
        #expect(try unpack(bytes).error?.reason.contains("overlaps") == true)
    }

    @Test(
        "what is wrong with one entry is its own affair",
        arguments: [
            (Member("bad", "contents").with { $0.checksum = 1 }, ArchiveError.Kind.damaged),
            (Member("bad", "contents").with { $0.flags = 1 }, .encrypted),
            (Member("bad", "contents").with { $0.method = 99 }, .encrypted),
            (Member("bad", "contents").with { $0.method = 77 }, .unsupported),
            (Member("../bad", "contents"), .unsafeName),
            (Member("/bad", "contents"), .unsafeName),
            (Member("", "contents"), .unsafeName),
            (Member("bad", "contents").with { $0.mode = 0o010644 }, .specialFile),
        ])
    func ownFault(member: Member, kind: ArchiveError.Kind) throws {
        let sample = ZipSample([Member("before", "1"), member, Member("after", "2").with { $0.method = 8 }])
        let unpacked = try unpack(sample.bytes)
        #expect(unpacked.refused.values.map { $0 } == [kind])
        #expect(unpacked.tree == ["before": "1", "after": "2"])
        #expect(unpacked.outcomes.count == 3)
        #expect(unpacked.isOutsideUntouched)
    }

    @Test("a directory that lists more or less than it says is damaged", arguments: [0, 2, 200])
    func wrongCount(count: UInt8) throws {
        var bytes = ZipSample([Member("a", "1")]).bytes
        bytes[bytes.count - 22 + 10] = count
        #expect(try unpack(bytes).error?.kind == .damaged)
    }

    @Test("several readers share one archive, each at entries of its own choice")
    func sharing() throws {
        let names = (0..<200).map { "folder/\($0).txt" }
        let sample = ZipSample(names.map { name in Member(name, "contents of \(name)").with { $0.method = 8 } })
        try withArchive(sample.bytes) { archive in
            let entries = try #require(archive.entries)
            let parts = (0..<4).map { part in entries.filter { $0.position % 4 == part }.reversed().map(\.self) }
            let results = concurrentMap(parts, threads: 4) { entries -> [String] in
                let reader = archive.reader()
                return entries.compactMap { entry in
                    guard (try? reader.select(entry)) != nil else { return nil }
                    return (try? reader.contents(limit: 1000)).map { String(decoding: $0, as: UTF8.self) }
                }
            }
            #expect(Set(results.joined()) == Set(names.map { "contents of \($0)" }))
        }
    }

    @Test("contents may be left unread, or read in part, and the next entry is whole all the same")
    func abandoned() throws {
        let large = String(repeating: "0123456789", count: 500_000)
        let sample = ZipSample([Member("large", large).with { $0.method = 8 }, Member("small", "small")])
        try withArchive(sample.bytes) { archive in
            let reader = archive.reader()
            _ = try reader.next()
            #expect(throws: ArchiveError.self) { try reader.contents(limit: 10) }
            #expect(try reader.next()?.name == "small")
            #expect(try reader.contents(limit: 10) == utf8("small"))
            #expect(try reader.next() == nil)
        }
    }
}
