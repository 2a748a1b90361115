import LinuxSystem
import StagingTestSupport
import Testing

@testable import Archives

/// Section 8: what a reader tells of entries, and reading them in any order.
@Suite("reading archives")
struct ReadingTests {
    @Test("a single compressed file is one entry, named after its archive", arguments: Delivery.allCases)
    func singleFile(delivery: Delivery) throws {
        let unpacked = try unpack(gzipped(utf8("a,b\n")), name: "data.csv.gz", by: delivery)
        #expect(unpacked.tree == ["data.csv": "a,b\n"])
    }

    @Test(
        "what is compressed alone is the file that it was, whatever that looks like",
        arguments: [
            "", "a,b,c\n1,2,3\n", "one word", "#mtree\nfile type=file\n", "!<arch>\nmember", "WARC/1.0\r\n",
            "Dear Bob,\n\nbegin 644 a\n#86)C\n`\nend\n", "\u{0}\u{0}",
            String(repeating: "\u{0}", count: 20_000) + "end",
        ], ["gz", "xz", "bz2", "zst"])
    func notAnArchiveInside(text: String, ending: String) throws {
        let bytes: [UInt8]
        if ending == "gz" {
            bytes = gzipped(utf8(text))
        } else {
            bytes = try packed(utf8(text), by: ["xz": "xz", "bz2": "bzip2", "zst": "zstd"][ending] ?? "")
        }
        let unpacked = try unpack(bytes, name: "data.txt.\(ending)")
        #expect(unpacked.tree == ["data.txt": text], "\(String(describing: unpacked.error))")
    }

    @Test("of two compressions only the outer one is undone")
    func twice() throws {
        let inner = gzipped(utf8("text"))
        #expect(try unpack(gzipped(inner), name: "a.txt.gz.gz").tree.keys.sorted() == ["a.txt.gz"])
    }

    @Test("a tar archive of nothing is one, where the name says so")
    func emptyTar() throws {
        let bytes = gzipped([UInt8](repeating: 0, count: 10_240))
        #expect(try unpack(bytes, name: "a.tar.gz").tree.isEmpty)
        #expect(try unpack(bytes, name: "a.tgz").error == nil)
        #expect(try unpack(bytes, name: "disk.img.gz").tree.keys.sorted() == ["disk.img"])
    }

    /// Packed by a program; the test is of no use without it.
    private func packed(_ bytes: [UInt8], by program: String) throws -> [UInt8] {
        try Scratch.with { scratch in
            let path = try scratch.file("plain", bytes)
            let process = try ChildProcess.start(
                "/bin/sh",
                arguments: ["sh", "-c", Path("exec \(program) -c < \"$0\" > \"$1\""), path, scratch("packed")])
            try #require(try process.wait() == .exited(0), "\(program) is needed")
            return Scratch.content(of: scratch("packed")) ?? []
        }
    }

    @Test("every entry of a xar archive has its own length")
    func xar() throws {
        try Scratch.with { scratch in
            var expected: [String: String] = [:]
            for length in 1...4 {
                expected["f\(length)"] = String(repeating: "x", count: length * 1000)
                try scratch.file("f\(length)", String(repeating: "x", count: length * 1000))
            }
            let process = try ChildProcess.start(
                "/bin/sh",
                arguments: ["sh", "-c", "cd \"$0\" && exec bsdtar --format xar -cf x.xar f1 f2 f3 f4", scratch.path])
            try #require(try process.wait() == .exited(0), "bsdtar is needed")
            let unpacked = try unpack(try #require(Scratch.content(of: scratch("x.xar"))), name: "x.xar")
            #expect(unpacked.tree == expected && unpacked.refused == [:])
        }
    }

    @Test("an entry is found again, forwards and backwards, also where only reading tells", arguments: [true, false])
    func selecting(isZip: Bool) throws {
        let names = (0..<20).map { "e\($0)" }
        let bytes =
            isZip
            ? ZipSample(names.map { .init($0, "text of \($0)") }).bytes
            : gzipped(TarSample(names.map { .init($0, "text of \($0)") }).bytes)
        try withArchive(bytes) { archive in
            #expect(archive.isIndexed == isZip)
            let lister = archive.reader()
            var entries: [ArchiveEntry] = []
            while let entry = try lister.next() { entries.append(entry) }
            let reader = archive.reader()
            for index in [3, 17, 4, 5, 0, 19] {
                try reader.select(entries[index])
                #expect(try reader.contents(limit: 100) == utf8("text of e\(index)"))
            }
            #expect(try reader.next() == nil)
        }
    }

    @Test("a stream that has gone by is not read again")
    func streamGoneBy() throws {
        try withArchive(gzipped(TarSample([.init("a", "1"), .init("b", "2")]).bytes), by: .pipe) { archive in
            let reader = archive.reader()
            let first = try #require(try reader.next())
            _ = try reader.next()
            let error = #expect(throws: ArchiveError.self) { try reader.select(first) }
            #expect(error?.kind == .unsupported)
        }
    }

    @Test("size, time, mode and link are told")
    func fields() throws {
        let sample = TarSample([
            .init("./d/", type: "5", mode: 0o755), .init("d/f", "four", mode: 0o640),
            .init("l", type: "2", link: "d/f"), .init("h", type: "1", link: "d/f"),
        ])
        try withArchive(sample.bytes) { archive in
            let reader = archive.reader()
            var entries: [ArchiveEntry] = []
            while let entry = try reader.next() { entries.append(entry) }
            #expect(entries.map(\.kind) == [.directory, .file, .symbolicLink, .hardLink])
            #expect(entries.map(\.components) == [["d"], ["d", "f"], ["l"], ["h"]])
            #expect(entries.map(\.linkTarget) == [nil, nil, "d/f", "d/f"])
            #expect(entries[1].size == 4 && entries[1].permissions == 0o640)
            #expect(entries.allSatisfy { $0.modified?.seconds == 1_000_000_000 && $0.problem == nil })
            #expect(reader.formatName?.contains("tar") == true)
        }
    }

    @Test("a hole in a file stays one")
    func holes() throws {
        // The sparse format of GNU tar 1.0 in POSIX headers: a map in front of the contents, a block of its own.
        let size = 10 << 20
        let map = utf8("1\n\(size - 512)\n512\n")
        let padded = map + [UInt8](repeating: 0, count: 512 - map.count) + [UInt8](repeating: 7, count: 512)
        func record(_ key: String, _ value: String) -> String {
            let rest = " \(key)=\(value)\n"
            let length = rest.utf8.count + 2
            return "\(length)\(rest)"
        }
        let attributes =
            record("GNU.sparse.major", "1") + record("GNU.sparse.minor", "0") + record("GNU.sparse.name", "sparse")
            + record("GNU.sparse.realsize", "\(size)")
        var file = TarSample.Member("GNUSparseFile.0/sparse")
        file.contents = padded
        var extended = TarSample.Member("PaxHeaders/sparse", attributes)
        extended.type = "x"
        try Scratch.with { scratch in
            let target = try scratch.folder("target")
            let outcomes = try withArchive(TarSample([extended, file]).bytes) {
                try ArchiveExtractor.extract($0, into: try Directory.open(target))
            }
            #expect(outcomes.map(\.path) == ["sparse"])
            let status = try FileStatus.of(target.appending("sparse"))
            #expect(status.size == size)
            #expect(status.allocated < 1 << 20)
            let content = try #require(Scratch.content(of: target.appending("sparse")))
            #expect(content[..<(size - 512)].allSatisfy { $0 == 0 } && content[(size - 512)...].allSatisfy { $0 == 7 })
        }
    }

    @Test("no descriptor and no process is left behind")
    func leftovers() async {
        // In a process of its own: other tests have descriptors that come and go, and thousands that stay.
        await #expect(processExitsWith: .success) {
            func descriptors() throws -> Int { try Scratch.names(in: "/proc/self/fd").count }
            let sample = ZipSample([.init("a", "1")]).bytes
            _ = try unpack(sample)
            let before = try descriptors()
            for _ in 0..<50 { _ = try unpack(sample) }
            #expect(try descriptors() < before + 40)
        }
    }
}
