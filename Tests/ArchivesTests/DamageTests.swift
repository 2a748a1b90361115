import LinuxSystem
import StagingTestSupport
import Testing

@testable import Archives

/// B23: a cut archive is an error with a text of its own, and never a short file.
@Suite("damaged archives")
struct DamageTests {
    private static let contents = (0..<40).map { "line \($0) of a file that packs a little\n" }.joined()

    private static func written(_ format: ArchiveWriter.Format) throws -> [UInt8] {
        let writer = try ArchiveWriter(inMemory: format)
        for name in ["first.txt", "second.txt"] {
            try writer.add(
                file: .init(path: Path(name), permissions: 0o644, modified: Timestamp(seconds: 1_000_000_000)),
                contents: utf8(contents))
        }
        return try writer.finish()
    }

    /// Whole archives of two files, and how many bytes at the end can be missing without a loss.
    private static func sample(_ name: String) throws -> [UInt8] {
        let tar = TarSample([.init("first.txt", contents), .init("second.txt", contents)]).bytes
        return switch name {
        case "zip": try written(.zip)
        case "tar.zst": try written(.tarZstd)
        case "tar.gz": gzipped(tar)
        default: tar
        }
    }

    @Test(
        "cut at any place, an archive gives whole files or none, and an error unless all are there",
        arguments: ["zip", "tar.zst", "tar.gz", "tar"])
    func cut(name: String) throws {
        let whole = try Self.sample(name)
        let all = ["first.txt": Self.contents, "second.txt": Self.contents]
        #expect(try unpack(whole).tree == all)
        // Each costs a process, so not every byte of the larger ones; near the end, where most is at stake, each.
        let places = stride(from: 0, to: whole.count - 30, by: max(1, whole.count / 40))
        for length in Array(places) + Array(whole.count - 30..<whole.count) {
            let unpacked = try unpack(Array(whole[..<length]))
            if unpacked.error == nil {
                // A tar archive has no end of its own: where a file has just ended, a cut cannot be told.
                let files = unpacked.tree.filter { $0.value != Self.contents }
                #expect(files.isEmpty && name.hasPrefix("tar"), "\(name) cut to \(length) of \(whole.count)")
                #expect(unpacked.tree.isEmpty || unpacked.outcomes.count == unpacked.tree.count)
            } else {
                #expect(unpacked.tree.isEmpty, "\(name) cut to \(length) of \(whole.count)")
            }
            #expect(unpacked.isOutsideUntouched)
        }
    }

    @Test(
        "a zip archive with a byte changed anywhere gives right contents or none", arguments: [0xFF, 0x01] as [UInt8])
    func changed(mask: UInt8) throws {
        let whole = try Self.written(.zip)
        for place in stride(from: 0, to: whole.count, by: 7) {
            var bytes = whole
            bytes[place] ^= mask
            let unpacked = try unpack(bytes)
            for (name, text) in unpacked.tree where !name.hasSuffix("/") {
                #expect(text == Self.contents || text == "-> " + Self.contents, "byte \(place)")
            }
            #expect(unpacked.isOutsideUntouched)
        }
    }

    @Test(
        "what gzip packed is right or an error, wherever a bit is changed, also where an archive ends before the sum",
        arguments: ["sample.txt.gz", "sample.tar.gz"], Delivery.allCases)
    func checksum(name: String, delivery: Delivery) throws {
        let tar = TarSample([.init("sample.txt", Self.contents)]).bytes
        let whole = gzipped(name == "sample.tar.gz" ? tar : utf8(Self.contents))
        #expect(try unpack(whole, name: name, by: delivery).tree == ["sample.txt": Self.contents])
        let places = Array(stride(from: 0, to: whole.count - 8, by: 61)) + Array(whole.count - 8..<whole.count)
        for place in places {
            var bytes = whole
            bytes[place] ^= 1 << UInt8(place % 8)
            let unpacked = try unpack(bytes, name: name, by: delivery)
            // The time, the level and the system of a gzip header are in no sum.
            let isSummed = place >= 10
            #expect(unpacked.tree.isEmpty || !isSummed && unpacked.tree.values.first == Self.contents, "byte \(place)")
            #expect(unpacked.error != nil || !unpacked.refused.isEmpty || !isSummed, "byte \(place)")
        }
    }

    @Test("what gzip packed several times over, one behind the other, is one; what follows is none of it")
    func members() throws {
        let parts = [gzipped(utf8("one, ")), gzipped(utf8("two, ")), gzipped(utf8("three"))]
        for rest in ["", "\u{0}\u{0}\u{0}", "junk", "\u{1F}junk"] {
            let bytes = parts.joined() + utf8(rest)
            #expect(try unpack(Array(bytes), name: "a.txt.gz").tree == ["a.txt": "one, two, three"], "\(rest)")
        }
    }

    @Test(
        "a header of a tar archive that cannot be read is told once, and what comes behind it is there",
        arguments: 0..<3)
    func header(_ place: Int) throws {
        let names = ["a.txt", "b.txt", "c.txt"]
        var bytes = TarSample(names.map { .init($0, String(repeating: "text of \($0)\n", count: 200)) }).bytes
        let size = (bytes.count - 1024) / 3
        bytes[place * size + 3] ^= 1
        for bytes in [bytes, gzipped(bytes)] {
            // Where the first one is damaged, nothing tells that what gzip packed is an archive.
            if place == 0, bytes[0] == 0x1F { continue }
            if place == 0 {
                #expect(try unpack(bytes).error?.kind == .notAnArchive)
                continue
            }
            let unpacked = try unpack(bytes)
            #expect(unpacked.error == nil && unpacked.refused == ["": .damaged])
            #expect(
                unpacked.outcomes.map(\.entry.name).sorted() == ([""] + names.filter { $0 != names[place] }).sorted())
        }
    }

    @Test("what stands behind the end of an archive is told of, and zeros are nothing")
    func rest() throws {
        let tar = TarSample([.init("a.txt", "a")]).bytes
        let zeros = [UInt8](repeating: 0, count: 400_000)
        for (rest, isRest) in [([], false), (zeros, false), (zeros + [1], true), (tar, true), (utf8("junk"), true)] {
            let all = [tar + rest, gzipped(tar + rest), gzipped(tar) + rest, gzipped(tar) + gzipped(rest)]
            for (number, bytes) in all.enumerated() {
                let hasRest = try withArchive(bytes) { archive in
                    let reader = archive.reader()
                    while try reader.next() != nil {}
                    return reader.hasRest
                }
                #expect(hasRest == isRest, "\(rest.count), \(number)")
            }
        }
    }

    @Test("what lz4 packed is right or an error, wherever a bit is changed; frames one behind the other are one")
    func lz4() throws {
        try Scratch.with { scratch in
            let tar = TarSample([.init("first.txt", Self.contents), .init("second.txt", Self.contents)]).bytes
            try scratch.file("plain", tar)
            // What bsdtar packs has a checksum of the contents; as an archive of an archive's bytes alone.
            let process = try ChildProcess.start(
                "/bin/sh",
                arguments: ["sh", "-c", "cd \"$0\" && exec bsdtar --lz4 --format raw -cf packed plain", scratch.path])
            try #require(try process.wait() == .exited(0), "bsdtar is needed")
            let whole = try #require(Scratch.content(of: scratch("packed")))
            let all = ["first.txt": Self.contents, "second.txt": Self.contents]
            #expect(try unpack(whole).tree == all)
            #expect(try unpack(whole + [UInt8](repeating: 0, count: 1000)).tree == all)
            let places = Array(stride(from: 0, to: whole.count - 8, by: 7)) + Array(whole.count - 8..<whole.count)
            for place in places {
                var bytes = whole
                bytes[place] ^= 1 << UInt8(place % 8)
                let unpacked = try unpack(bytes, name: "x.tar.lz4")
                #expect(unpacked.tree.allSatisfy { all[$0.key] == $0.value }, "byte \(place)")
                // A reference to other bytes of the same content unpacks to the same.
                let isSame = place < whole.count - 8 && unpacked.tree == all
                #expect(unpacked.error != nil || !unpacked.refused.isEmpty || isSame, "byte \(place)")
                #expect(try unpack(Array(whole[..<place]), name: "x.tar.lz4").error != nil, "cut to \(place)")
            }
            #expect(try unpack(whole + whole, name: "x.lz4").tree == all)
        }
    }

    @Test("what a stream has behind its archive is not waited for")
    func openStream() throws {
        let pipe = try Pipe()
        let writing = try #require(pipe.writing)
        // More than is read of a stream to tell what it is.
        let text = String(repeating: "a", count: 200_000)
        let bytes = gzipped(TarSample([.init("a.txt", text)]).bytes) + utf8("junk")
        try BlockingThread.start(name: "writer") { try? writing.withNumber { try writeAll(bytes, to: $0) } }
        // The pipe is open for writing until the test's end.
        let reader = try Archive(pipe.reading, options: ArchiveOptions()).reader()
        var names: [String] = []
        while let entry = try reader.next() { names.append(entry.name) }
        #expect(names == ["a.txt"] && !reader.hasRest)
        pipe.closeWriting()
    }

    @Test("zeros behind a gzip file do not matter (B23)")
    func padded() throws {
        let bytes = try Self.sample("tar.gz") + [UInt8](repeating: 0, count: 1000)
        #expect(try unpack(bytes).tree.count == 2)
    }

    @Test("what is no archive is said to be none", arguments: ["", "just some text\n", "%PDF-1.4 and so on"])
    func noArchive(text: String) throws {
        let unpacked = try unpack(utf8(text))
        #expect(unpacked.error?.kind == .notAnArchive)
    }

    @Test("a directory is no archive")
    func directory() throws {
        try Scratch.with { scratch in
            let error = #expect(throws: ArchiveError.self) { _ = try Archive(path: scratch.path) }
            #expect(error?.kind == .system)
        }
    }
}
