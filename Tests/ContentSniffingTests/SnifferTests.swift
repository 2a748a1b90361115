import Glibc
import Magic
import StagingTestSupport
import Testing
import ContentTypes

@testable import ContentSniffing

/// An unlinked file with the content.
private func withFile<Result>(_ content: [UInt8], _ body: (CInt) throws -> Result) throws -> Result {
    guard let stream = unsafe tmpfile() else { throw SniffingError.unreadable(code: errno, reason: "tmpfile") }
    defer { unsafe fclose(stream) }
    let descriptor = unsafe fileno(stream)
    #expect(unsafe write(descriptor, content, content.count) == content.count)
    return try body(descriptor)
}

@Suite("looking at files")
struct SnifferTests {
    private let sniffer = ContentSniffer(cookies: 2)

    @Test("rule 7: a file is read from 0 whatever its position, which stays")
    func position() throws {
        try withFile(Samples.png + Samples.unknown) { descriptor in
            #expect(lseek(descriptor, 5, SEEK_SET) == 5)
            let verdict = try sniffer.verdict(descriptor: descriptor, size: 400)
            #expect(verdict.type == .png)
            #expect(lseek(descriptor, 0, SEEK_CUR) == 5)
        }
    }

    @Test("case B43: a file that says it holds nothing is looked at all the same")
    func sizeZero() throws {
        let descriptor = unsafe open("/proc/self/status", O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(try sniffer.verdict(descriptor: descriptor, size: 0).type.conforms(to: .text))
    }

    @Test("the directory of a large archive is found behind the prefix")
    func farDirectory() throws {
        let filler = String(repeating: "x", count: 3 * ContentSniffer.prefixBytes)
        let archive = Samples.zip([("filler", filler), ("[Content_Types].xml", ""), ("xl/workbook.xml", "")])
        try withFile(archive) { descriptor in
            let verdict = try sniffer.verdict(descriptor: descriptor, size: Int64(archive.count))
            #expect(verdict.type.identifier == "org.openxmlformats.spreadsheetml.sheet")
        }
        #expect(try sniffer.verdict(bytes: archive).type.identifier == "org.openxmlformats.spreadsheetml.sheet")
    }

    @Test("a file that is not there any more is an error with its errno")
    func unreadable() throws {
        let error = #expect(throws: SniffingError.self) { try sniffer.verdict(descriptor: -1, size: 10) }
        #expect(error == .unreadable(code: EBADF, reason: "pread: Bad file descriptor"))
    }

    @Test("many threads share a few cookies")
    func sharing() async throws {
        let types = try await withThrowingTaskGroup { group in
            for index in 0..<64 {
                let bytes = index.isMultiple(of: 2) ? Array("words \(index)\n".utf8) : Samples.unknown
                group.addTask { try sniffer.verdict(bytes: bytes).type }
            }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(types == [.plainText: 32, .data: 32])
    }

    @Test("no cut or changed input traps, and every answer has a type and a MIME type")
    func robustness() throws {
        let samples: [[UInt8]] = [
            Samples.png, Samples.jpeg, Samples.elf(type: 3, loader: true), Samples.windows(library: true), Samples.gzip,
            Samples.isoMedia(track: "soun"), Samples.matroska("webm", tracks: [1, 2]), Samples.tar(member: "a"),
            Samples.ogg([Array("OpusHead".utf8)]), Samples.zip([("mimetype", "application/epub+zip")]),
            Samples.compound(["WordDocument"]), Array("<?xml version='1.0'?><svg a='b'>".utf8),
            Array(#"{"type": "Feature", "a": [1, {"b": "\u00e4"}]}"#.utf8), Array("#!/usr/bin/env -S a=b perl\n".utf8),
        ]
        var generator = SplitMix64(state: 20_240_601)
        for sample in samples {
            for length in stride(from: 0, through: sample.count, by: max(1, sample.count / 40)) {
                #expect(try !sniffer.verdict(bytes: Array(sample.prefix(length))).mime.isEmpty)
            }
            for _ in 0..<60 {
                var bytes = sample
                for _ in 0..<4 {
                    bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
                }
                #expect(try sniffer.verdict(bytes: bytes, name: "a.zip").mime.contains("/"))
            }
        }
    }
}

@Suite("libmagic")
struct MagicTests {
    @Test(
        "answers are read also when other words are mixed in",
        arguments: [
            ("text/plain; charset=utf-8", "text/plain", "utf-8"), ("image/png; charset=binary", "image/png", nil),
            (
                "application/x-executable, can't read elf program headers at 176; charset=binary",
                "application/x-executable", nil
            ),
            ("text/PGP; charset=us-ascii", "text/pgp", "us-ascii"), ("cannot open", "application/octet-stream", nil),
            ("", "application/octet-stream", nil),
        ] as [(String, String, String?)])
    func answers(text: String, mime: String, charset: String?) {
        let answer = MagicAnswer(parsing: text)
        #expect(answer.mimeType == mime && answer.charset == charset)
    }

    @Test("a cookie answers again and again, in MIME types and in words")
    func cookie() throws {
        var cookie = try MagicCookie()
        for _ in 0..<3 {
            let answer = try unsafe Samples.png.withUnsafeBytes { bytes in unsafe try cookie.describe(bytes: bytes) }
            #expect(answer.mimeType == "image/png" && answer.charset == nil)
            let words = try unsafe Samples.png.withUnsafeBytes { bytes in unsafe try cookie.summary(bytes: bytes) }
            #expect(words.hasPrefix("PNG image data"))
        }
        #expect(
            unsafe try cookie.describe(bytes: UnsafeRawBufferPointer(start: nil, count: 0)).mimeType.contains("empty"))
    }
}

@Suite("endings that fit")
struct FittingExtensionTests {
    @Test(
        "case B15: the common ending comes first, and all others fit",
        arguments: [
            ("public.jpeg", "jpg", ["jpg", "jpeg", "jpe", "jfif"]),
            ("public.plain-text", "txt", ["txt", "log", "md", "c"]),
            ("public.tiff", "tif", ["tif", "tiff"]), ("com.apple.quicktime-movie", "mov", ["mov", "qt"]),
            ("public.html", "html", ["html", "htm"]), ("public.mp3", "mp3", ["mp3"]),
            ("public.zip-archive", "zip", ["zip", "jar"]),
            ("org.gnu.gnu-zip-archive", "gz", ["gz", "tgz", "tar.gz"]), ("com.adobe.pdf", "pdf", ["pdf"]),
        ])
    func common(identifier: String, preferred: String, acceptable: [String]) throws {
        let fitting = FittingExtension(for: try #require(UTType(identifier)))
        #expect(fitting.preferred == preferred)
        #expect(fitting.acceptable.isSuperset(of: acceptable), "\(fitting.acceptable)")
        #expect(!fitting.acceptable.contains("exe") && !fitting.acceptable.contains("png"))
    }

    @Test("nothing is known of unknown and of empty content, and anything fits")
    func unknown() throws {
        for type in [UTType.data, try #require(UTType("org.iana.empty"))] {
            #expect(FittingExtension(for: type) == FittingExtension(for: .data))
            #expect(FittingExtension(for: type).preferred == nil && FittingExtension(for: type).acceptable.isEmpty)
        }
    }
}
