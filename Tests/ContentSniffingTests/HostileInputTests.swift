import Glibc
import LinuxSystem
import Magic
import StagingTestSupport
import Testing
import ContentTypes

@testable import ContentSniffing

/// A source that counts what is read of it, and that may say it is larger than it is.
private final class CountingSource: ByteSource {
    let bytes: [UInt8]
    let size: Int64
    private(set) var further = 0

    init(_ bytes: [UInt8], size: Int64? = nil) {
        self.bytes = bytes
        self.size = size ?? Int64(bytes.count)
    }

    var prefix: [UInt8] { Array(bytes.prefix(ContentSniffer.prefixBytes)) }

    func read(at offset: Int64, count: Int) -> [UInt8] {
        guard offset >= 0, offset < bytes.count else { return [] }
        let part = Array(bytes[Int(offset)...].prefix(count))
        further += part.count
        return part
    }
}

@Suite("hostile and damaged input")
struct HostileInputTests {
    private let sniffer = ContentSniffer(cookies: 1)

    @Test("no file makes a look read more than the bound, whatever it says of its parts")
    func boundedReads() throws {
        // A directory of nothing but entries, and a compound document whose sectors lead to each other.
        let filler = (0..<60_000).map { ("\($0).txt", "") }
        let archive = CountingSource(Samples.zip(filler))
        _ = try sniffer.verdict(of: archive, name: nil, claim: nil)
        #expect(archive.further > 0 && archive.further <= ContentSniffer.mostFurtherBytes)
        var compound = Samples.compound(["stream"]) + [UInt8](repeating: 1, count: 1 << 20)
        for offset in 512..<1024 { compound[offset] = 0 }
        let document = CountingSource(compound, size: .max)
        _ = try sniffer.verdict(of: document, name: nil, claim: nil)
        #expect(document.further <= ContentSniffer.mostFurtherBytes)
    }

    @Test("the bound holds for reads of any size, and what is beyond it is nothing")
    func bound() throws {
        let source = BoundedSource(MemorySource([UInt8](repeating: 7, count: 1000)), most: 100)
        #expect(try source.read(at: 0, count: 60).count == 60)
        #expect(try source.read(at: 0, count: 60).isEmpty)
        #expect(try source.read(at: 990, count: 40).count == 10)
        #expect(try source.read(at: -5, count: 1).isEmpty && source.read(at: .max, count: 1).isEmpty)
        #expect(try source.read(at: 0, count: -1).isEmpty && source.read(at: 0, count: .max).isEmpty)
    }

    @Test("case B07: what is no regular file is refused before anything is read")
    func irregular() throws {
        let device = unsafe open("/dev/zero", O_RDONLY | O_CLOEXEC)
        defer { close(device) }
        let error = #expect(throws: SniffingError.self) { try sniffer.verdict(descriptor: device, size: 10) }
        guard case .unreadable(EINVAL, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        var ends: [CInt] = [0, 0]
        #expect(unsafe pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        #expect(throws: SniffingError.self) { try sniffer.verdict(descriptor: ends[0], size: 10) }
        let folder = unsafe open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(folder) }
        #expect(throws: SniffingError.self) { try sniffer.verdict(descriptor: folder, size: 10) }
    }

    @Test("rule 19: noise, as of what is encrypted, is no program, whatever byte it begins with")
    func noise() throws {
        var random = SplitMix64(state: 8)
        for first in UInt8.min...UInt8.max {
            let bytes = [first] + (0..<4096).map { _ in UInt8.random(in: 0...255, using: &random) }
            let verdict = try sniffer.verdict(bytes: bytes, name: "secret.mp3")
            #expect(!verdict.isHiddenExecutable, "\(first): \(verdict.type.identifier)")
        }
    }

    @Test("random damage, cuts and joins never trap, and every answer is a type with a MIME type")
    func damage() throws {
        var random = SplitMix64(state: 20_310_504)
        let rounds = LoopBudget.rounds(6000, full: 200_000)
        for _ in 0..<rounds {
            var bytes = Self.seeds.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 0...6, using: &random) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[index] = 0xFF
                case 1: bytes[index] = .random(in: 0...255, using: &random)
                case 2: bytes = Array(bytes.prefix(index))
                case 3: bytes.replaceSubrange(index..<min(bytes.count, index + 4), with: [0xFF, 0xFF, 0xFF, 0x7F])
                default: bytes += (Self.seeds.randomElement(using: &random) ?? []).prefix(600)
                }
            }
            let source = CountingSource(bytes, size: Bool.random(using: &random) ? nil : Int64.max)
            // libmagic is left out: what it makes of damage is not what this is about, and it takes most of the time.
            let found = try Self.withoutLibmagic.verdict(of: source, name: "a.bin", claim: nil)
            #expect(found.mime.contains("/"))
            #expect(source.further <= ContentSniffer.mostFurtherBytes)
        }
    }

    @Test(
        "sane answers for next to nothing",
        arguments: [
            ([], "org.iana.empty"), ([0], "public.data"), ([0x41], "public.plain-text"), ([0xFF], "public.data"),
            ([0x0A], "public.plain-text"), (Array("P".utf8), "public.plain-text"), ([0, 0], "public.data"),
        ] as [([UInt8], String)])
    func tiny(bytes: [UInt8], expected: String) throws {
        let found = try sniffer.verdict(bytes: bytes)
        #expect(found.type.identifier == expected || expected == "public.data" && found.isGeneral, "\(found)")
    }

    @Test("text in wide characters is text, with a mark or without, and zeros alone are none")
    func wideText() throws {
        let words = "<html>\n<title>größer 🗂</title>"
        let units = Array(words.utf16)
        let little = units.flatMap { Samples.little(Int($0), 2) }
        let big = units.flatMap { Samples.big(Int($0), 2) }
        for (bytes, charset) in [
            ([0xFF, 0xFE] + little, "utf-16le"), ([0xFE, 0xFF] + big, "utf-16be"),
            ([0xFF, 0xFE, 0, 0] + words.unicodeScalars.flatMap { Samples.little(Int($0.value), 4) }, "utf-32le"),
            ([0, 0, 0xFE, 0xFF] + words.unicodeScalars.flatMap { Samples.big(Int($0.value), 4) }, "utf-32be"),
        ] as [([UInt8], String)] {
            let found = try sniffer.verdict(bytes: bytes)
            #expect(found.type == .html && found.charset == charset)
        }
        let plain = Array("plain words of no mark\n".utf16)
        #expect(try sniffer.verdict(bytes: plain.flatMap { Samples.little(Int($0), 2) }).charset == "utf-16le")
        #expect(try sniffer.verdict(bytes: plain.flatMap { Samples.big(Int($0), 2) }).charset == "utf-16be")
        #expect(try sniffer.verdict(bytes: [UInt8](repeating: 0, count: 5000)).type == .data)
        #expect(try sniffer.verdict(bytes: Samples.ascii("words\0and\0zeros\0")).type == .data)
    }

    @Test("lines without an end, and a container behind another's signature")
    func extremes() throws {
        #expect(try sniffer.verdict(bytes: [UInt8](repeating: 0x61, count: 200_000)).type == .plainText)
        #expect(try sniffer.verdict(bytes: Samples.pdf + Samples.zip([("word/document.xml", "")])).type == .pdf)
        #expect(try sniffer.verdict(bytes: Samples.png + Samples.pdf).type == .png)
    }

    private static let withoutLibmagic = ContentSniffer(detector: Nothing())

    private static let seeds: [[UInt8]] = [
        Samples.png, Samples.jpeg, Samples.elf(type: 3, loader: true), Samples.windows(library: true), Samples.gzip,
        Samples.isoMedia(track: "soun"), Samples.matroska("webm", tracks: [1, 2]), Samples.tar(member: "a"),
        Samples.ogg([Array("OpusHead".utf8)]),
        Samples.zip([("mimetype", "application/epub+zip"), ("[Content_Types].xml", "x")]),
        Samples.compound(["WordDocument", "Workbook"]), Array("<?xml version='1.0'?><svg a='b'>".utf8),
        Array(#"{"type": "Feature", "a": [1, {"b": "\u00e4"}]}"#.utf8), Array("#!/usr/bin/env -S a=b perl\n".utf8),
        Samples.ascii("II*\0") + Samples.little(8, 4) + Samples.little(3, 2) + [UInt8](repeating: 1, count: 48),
        [0x30, 0x82, 1, 0, 0x30, 0x82, 0, 0x80, 0xA0, 3, 2, 1, 2, 2, 1, 1] + [UInt8](repeating: 0x30, count: 64),
        [0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0xB9, 0x00, 0x79, 0x40],
        Samples.ascii("RIFF\u{4}\0\0\0WAVEfmt \0"), Samples.ascii("@prefix a: <b> .\nkey: value\n- item\n"),
        [0xFF, 0xFB, 0x90, 0x44] + [UInt8](repeating: 0, count: 420) + [0xFF, 0xFB, 0x90, 0x44],
        [0xFF, 0xFE] + Array("w\0o\0r\0d\0s\0".utf8),
        [3, 99, 12, 5, 1, 0, 0, 0, 65, 0, 11] + [UInt8](repeating: 0, count: 90),
        [UInt8](repeating: 0, count: 446) + [0x80, 1, 1, 0, 0x83] + [UInt8](repeating: 1, count: 59) + [0x55, 0xAA],
        Samples.ascii("notes") + [UInt8](repeating: 0, count: 55) + Samples.ascii("DATAnote")
            + [UInt8](repeating: 1, count: 60),
    ]
}

/// A detector that knows nothing.
private struct Nothing: Detector {
    func describe(_ bytes: ArraySlice<UInt8>) -> MagicAnswer? { nil }
    func summary(_ bytes: ArraySlice<UInt8>) -> String? { nil }
}
