import Glibc
import LinuxSystem
import StagingTestSupport
import Testing

@testable import Archives

/// B21 and section 8: every limit is a clear error that names the entry, and nothing is left behind.
@Suite("limits on archives")
struct LimitTests {
    private func options(_ change: (inout ArchiveLimits) -> Void) -> ArchiveOptions {
        var options = ArchiveOptions()
        change(&options.limits)
        return options
    }

    /// A zip archive of one file of zeros.
    private func zeros(_ count: Int, format: ArchiveWriter.Format = .zip) throws -> [UInt8] {
        let writer = try ArchiveWriter(inMemory: format)
        try writer.add(
            file: .init(path: "zeros.log", permissions: 0o644, modified: Timestamp(seconds: 0)),
            contents: [UInt8](repeating: 0, count: count))
        return try writer.finish()
    }

    @Test("one honest file that packs well is fine, whatever its ratio (B21)")
    func honest() throws {
        let bytes = try zeros(1 << 20)
        #expect(bytes.count < 1500)
        let unpacked = try unpack(bytes)
        #expect(unpacked.error == nil)
        #expect(unpacked.tree["zeros.log"]?.utf8.count == 1 << 20)
    }

    @Test(
        "beyond the ratio, once there is enough of it, the whole is refused and removed",
        arguments: ArchiveWriter.Format.allCases.filter { $0 != .tar }
    )
    func ratio(format: ArchiveWriter.Format) throws {
        let limits = options {
            $0.ratio = 100
            $0.ratioStart = 1 << 20
        }
        let unpacked = try unpack(try zeros(4 << 20, format: format), options: limits)
        #expect(unpacked.error?.kind == .limit)
        #expect(unpacked.error?.entry == "zeros.log")
        #expect(unpacked.tree == [:])
    }

    @Test("beyond the bytes in all the whole is refused", arguments: Delivery.allCases)
    func totalBytes(delivery: Delivery) throws {
        let sample = TarSample([
            .init("a", String(repeating: "a", count: 900)), .init("b", String(repeating: "b", count: 900)),
        ])
        let unpacked = try unpack(sample.bytes, by: delivery, options: options { $0.totalBytes = 1000 })
        #expect(unpacked.error?.kind == .limit)
        #expect(unpacked.error?.entry == "b")
        #expect(unpacked.tree == [:])
    }

    @Test("beyond the bytes of one entry that one is refused")
    func entryBytes() throws {
        let sample = TarSample([.init("a", String(repeating: "a", count: 900)), .init("b", "b")])
        let unpacked = try unpack(sample.bytes, options: options { $0.entryBytes = 100 })
        #expect(unpacked.error == nil)
        #expect(unpacked.refused == ["a": .limit])
        #expect(unpacked.tree == ["b": "b"])
    }

    @Test("beyond the count of entries the whole is refused", arguments: [true, false])
    func entries(isZip: Bool) throws {
        let names = (0..<12).map { "e\($0)" }
        let bytes =
            isZip ? ZipSample(names.map { .init($0) }).bytes : TarSample(names.map { .init($0) }).bytes
        let unpacked = try unpack(bytes, options: options { $0.entries = 10 })
        #expect(unpacked.error?.kind == .limit)
        #expect(unpacked.error?.entry == "e10")
        #expect(unpacked.tree == [:])
        #expect(try unpack(bytes, options: options { $0.entries = 12 }).tree.count == 12)
    }

    @Test("a path of more names than are allowed refuses its entry", arguments: [true, false])
    func depth(isZip: Bool) throws {
        let deep = (0..<11).map { _ in "d" }.joined(separator: "/")
        let bytes = isZip ? ZipSample([.init(deep), .init("a")]).bytes : TarSample([.init(deep), .init("a")]).bytes
        let unpacked = try unpack(bytes, options: options { $0.pathDepth = 10 })
        #expect(unpacked.refused == [deep: .limit])
        #expect(unpacked.tree == ["a": ""])
    }

    @Test("an archive that lies deeper in others than allowed is not opened")
    func nesting() throws {
        var options = options { $0.nesting = 1 }
        let sample = ZipSample([.init("a")]).bytes
        for depth in 0...2 {
            let error = try unpack(sample, options: options).error
            #expect(depth > 1 ? error?.limit == .nesting : error == nil)
            if depth <= 1 { options.outer = try withArchive(sample, options: options) { $0.usage } }
        }
    }

    @Test("a stream that has to be kept is kept up to a limit")
    func spooled() throws {
        let sample = ZipSample([.init("a", String(repeating: "a", count: 200_000))])
        let unpacked = try unpack(sample.bytes, by: .pipe, options: options { $0.spooledBytes = 100_000 })
        #expect(unpacked.error?.kind == .limit)
    }

    @Test("a reader that asks for more memory than it may have fails alone")
    func memory() throws {
        // As short as it is, xz has to keep a dictionary of 256 MiB for it, more than any heap has lying about.
        let greedy: [UInt8] = [
            0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x01, 0x69, 0x22, 0xde, 0x36, 0x02, 0x00, 0x21, 0x01, 0x20,
            0x00, 0x00, 0x00, 0x09, 0x88, 0xa5, 0x76, 0xe0, 0x00, 0x11, 0x00, 0x0c, 0x5d, 0x00, 0x3b, 0x9b, 0xca,
            0xaa, 0xd4, 0xaf, 0xbd, 0xb1, 0xb3, 0x01, 0x00, 0x00, 0x00, 0x68, 0x20, 0xe7, 0x47, 0x00, 0x01, 0x24,
            0x12, 0xc5, 0x25, 0xd7, 0x22, 0x90, 0x42, 0x99, 0x0d, 0x01, 0x00, 0x00, 0x00, 0x00, 0x01, 0x59, 0x5a,
        ]
        #expect(try unpack(greedy, options: options { $0.memory = 1 << 30 }).error == nil)
        let unpacked = try unpack(greedy, options: options { $0.memory = 1 << 16 })
        #expect(unpacked.error?.kind == .limit, "\(String(describing: unpacked.error))")
        #expect(unpacked.tree == [:])
    }

    /// An archive in the format of `xar` in which a file is twice a further name of another, in a circle: Debian's
    /// libarchive never comes to an end with it.
    private var endless: [UInt8] {
        func file(_ id: Int, _ link: String) -> String {
            let type = "<type link=\"\(link)\">hardlink</type>"
            return "<file id=\"\(id)\"><name>file\(id)</name>\(type)\(type)<mode>0664</mode></file>"
        }
        let contents = utf8(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xar><toc>\(file(1, "original"))\(file(2, "1"))</toc></xar>\n")
        let adler = contents.reduce(into: (1, 0)) { sums, byte in
            sums.0 = (sums.0 + Int(byte)) % 65_521
            sums.1 = (sums.1 + sums.0) % 65_521
        }
        func big(_ value: Int, _ width: Int) -> [UInt8] {
            (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        let packed = [0x78, 0x01] + deflatedPlainly(contents) + big(adler.1 << 16 | adler.0, 4)
        return utf8("xar!") + big(28, 2) + big(1, 2) + big(packed.count, 8) + big(contents.count, 8) + big(0, 4)
            + packed
            + [UInt8](repeating: 0, count: 64)
    }

    @Test("an archive that its reader never comes to an end with is given up, and no process is left")
    func endlessArchive() throws {
        let before = try children()
        let unpacked = try unpack(endless, options: options { $0.stall = 1 })
        #expect(unpacked.error?.kind == .stalled)
        #expect(unpacked.tree == [:])
        #expect(try children().subtracting(before).isEmpty)
    }

    /// This thread's own child processes: others may run beside this test.
    private func children() throws -> Set<String> {
        let text = try SmallFile.read("/proc/thread-self/children")
        return Set(String(decoding: text, as: UTF8.self).split(separator: " ").map(String.init))
    }
}
