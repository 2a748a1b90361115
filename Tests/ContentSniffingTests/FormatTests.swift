import Testing
import ContentTypes

@testable import ContentSniffing

private let sniffer = ContentSniffer(cookies: 1)

private func identifier(_ bytes: [UInt8], name: String? = nil) throws -> String {
    try sniffer.verdict(bytes: bytes, name: name).type.identifier
}

private func identifier(_ text: String) throws -> String { try identifier(Array(text.utf8)) }

@Suite("formats in bytes")
struct BinaryFormatTests {
    @Test(
        "well-known signatures",
        arguments: [
            (Samples.png, "public.png"), (Samples.jpeg, "public.jpeg"), (Samples.pdf, "com.adobe.pdf"),
            (Samples.sevenZip, "org.7-zip.7-zip-archive"), (Samples.gzip, "org.gnu.gnu-zip-archive"),
            ([0x28, 0xB5, 0x2F, 0xFD, 0, 0, 0, 1], "org.facebook.zstandard-archive"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4], "org.tukaani.xz-archive"),
            (Samples.ascii("RIFF\u{4}\0\0\0WAVEfmt \0"), "com.microsoft.waveform-audio"),
            (Samples.ascii("RIFF\u{4}\0\0\0WEBPVP8 \0"), "org.webmproject.webp"),
            (Samples.ascii("SQLite format 3\0\u{10}\0"), "org.sqlite.database"),
            (Samples.ascii("\0asm\u{1}\0\0\0"), "org.webassembly.wasm"),
            (Samples.ascii("!<arch>\ndebian-binary   \0"), "org.debian.deb-archive"),
            (Samples.tar(member: "a.txt"), "public.tar-archive"), (Samples.tar(member: "a.ovf"), "org.dmtf.ova"),
            (Samples.unknown, "public.data"),
        ] as [([UInt8], String)])
    func signatures(bytes: [UInt8], expected: String) throws { #expect(try identifier(bytes) == expected) }

    @Test("programs and libraries are executable")
    func executables() throws {
        #expect(try identifier(Samples.elf(type: 1)) == "org.linux.elf-object")
        #expect(try identifier(Samples.elf(type: 2)) == "org.linux.elf-executable")
        #expect(try identifier(Samples.elf(type: 3)) == "org.linux.elf-shared-library")
        #expect(try identifier(Samples.elf(type: 3, loader: true)) == "org.linux.elf-executable")
        #expect(try identifier(Samples.windows(library: false)) == "com.microsoft.windows-executable")
        #expect(try identifier(Samples.windows(library: true)) == "com.microsoft.windows-dynamic-link-library")
        #expect(try identifier([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61, 0, 16]) == "com.sun.java-class")
        #expect(try identifier([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 2, 0, 16]) == "com.apple.mach-o-binary")
        for type in 1...3 {
            #expect(try sniffer.verdict(bytes: Samples.elf(type: UInt8(type))).type.conforms(to: .executable))
        }
    }

    @Test(
        "ISO media: the brand, or the kinds of tracks",
        arguments: [
            (Samples.isoMedia(brand: "heic"), "public.heic"), (Samples.isoMedia(brand: "avif"), "public.avif"),
            (Samples.isoMedia(brand: "mif1", compatible: ["mif1", "heic"]), "public.heic"),
            (Samples.isoMedia(brand: "qt  "), "com.apple.quicktime-movie"),
            (Samples.isoMedia(brand: "M4A "), "com.apple.m4a-audio"),
            (Samples.isoMedia(brand: "3gp5"), "public.3gpp"), (Samples.isoMedia(track: "vide"), "public.mpeg-4"),
            (Samples.isoMedia(track: "soun"), "public.mpeg-4-audio"),
            (Samples.isoMedia(brand: "isom"), "public.mpeg-4"),
        ] as [([UInt8], String)])
    func isoMedia(bytes: [UInt8], expected: String) throws { #expect(try identifier(bytes) == expected) }

    @Test("a general brand leaves the kind to the ending, without a mismatch")
    func isoMediaEnding() throws {
        let verdict = try sniffer.verdict(bytes: Samples.isoMedia(brand: "isom"), name: "a.m4a")
        #expect(verdict.type.identifier == "com.apple.m4a-audio" && verdict.evidence == .name && !verdict.mismatch)
        #expect(try identifier(Samples.isoMedia(brand: "isom"), name: "a.mp4") == "public.mpeg-4")
    }

    @Test("Matroska and WebM by document type and tracks")
    func matroska() throws {
        #expect(try identifier(Samples.matroska("matroska", tracks: [1, 2])) == "org.matroska.mkv")
        #expect(try identifier(Samples.matroska("matroska", tracks: [2])) == "org.matroska.mka")
        #expect(try identifier(Samples.matroska("matroska", tracks: [17])) == "org.matroska.mks")
        let webm = try sniffer.verdict(bytes: Samples.matroska("webm", tracks: [2]))
        #expect(
            webm.type.identifier == "org.webmproject.webm" && webm.mime == "audio/webm" && webm.evidence == .container)
        #expect(try sniffer.verdict(bytes: Samples.matroska("webm", tracks: [1, 2])).mime == "video/webm")
    }

    @Test("Ogg by its codecs: pictures make a movie")
    func ogg() throws {
        let (opus, vorbis) = (Samples.ascii("OpusHead"), Samples.ascii("\u{1}vorbis"))
        let theora: [UInt8] = [0x80] + Samples.ascii("theora")
        #expect(try identifier(Samples.ogg([opus])) == "org.xiph.opus")
        #expect(try identifier(Samples.ogg([vorbis])) == "org.xiph.ogg-audio")
        #expect(try identifier(Samples.ogg([vorbis, theora])) == "org.xiph.ogv")
        #expect(try identifier(Samples.ogg([[1, 2, 3]])) == "org.xiph.ogg")
        #expect(try sniffer.verdict(bytes: Samples.ogg([opus])).mime == "audio/ogg")
    }

    @Test("compound documents by their streams or the class of the root")
    func compound() throws {
        #expect(try identifier(Samples.compound(["WordDocument"])) == "com.microsoft.word.doc")
        #expect(try identifier(Samples.compound(["Workbook"])) == "com.microsoft.excel.xls")
        #expect(try identifier(Samples.compound(["PowerPoint Document"])) == "com.microsoft.powerpoint.ppt")
        #expect(try identifier(Samples.compound(["Other"])) == "com.microsoft.ole-storage")
        #expect(try identifier(Samples.compound(["WordDocument"]), name: "a.dot") == "com.microsoft.word.dot")
        let installer: [UInt8] = [0x84, 0x10, 0x0C, 0, 0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0x46]
        #expect(try identifier(Samples.compound(["a"], classID: installer)) == "com.microsoft.msi")
    }
}

@Suite("formats in zip archives")
struct ZipFormatTests {
    private static let document = "org.openxmlformats.wordprocessingml.document"

    @Test(
        "case B01: an Open XML document is one in whatever order its entries stand",
        arguments: [
            ["[Content_Types].xml", "_rels/.rels", "word/document.xml"],
            ["[trash]/0000.dat", "[Content_Types].xml", "word/document.xml"],
            ["word/document.xml", "_rels/.rels", "[Content_Types].xml"],
            (1...8).map { "word/media/image\($0).png" } + ["word/document.xml", "[Content_Types].xml"],
        ])
    func order(names: [String]) throws {
        let verdict = try sniffer.verdict(bytes: Samples.zip(names.map { ($0, "x") }), name: "upload.bin")
        #expect(verdict.type.identifier == Self.document && verdict.evidence == .container)
        #expect(verdict.mime == "application/vnd.openxmlformats-officedocument.wordprocessingml.document")
        #expect(FittingExtension(for: verdict).preferred == "docx")
    }

    @Test(
        "other formats by their entries",
        arguments: [
            (["[Content_Types].xml", "xl/workbook.xml"], "org.openxmlformats.spreadsheetml.sheet"),
            (["[Content_Types].xml", "ppt/presentation.xml"], "org.openxmlformats.presentationml.presentation"),
            (
                ["[Content_Types].xml", "word/document.xml", "word/vbaProject.bin"],
                "org.openxmlformats.wordprocessingml.document.macroenabled"
            ),
            (["META-INF/container.xml", "OEBPS/a.xhtml"], "org.idpf.epub-container"),
            (["AndroidManifest.xml", "classes.dex"], "com.google.android.apk"),
            (["META-INF/MANIFEST.MF", "a/B.class"], "com.sun.java-archive"), (["doc.kml"], "com.google.earth.kmz"),
            (["a.npy", "b.npy"], "org.numpy.npz"), (["Payload/A.app/Info.plist"], "com.apple.itunes.ipa"),
            (["notes.txt"], "public.zip-archive"), (["a.txt", "b.txt", "META-INF/MANIFEST.MF"], "public.zip-archive"),
        ])
    func entries(names: [String], expected: String) throws {
        #expect(try identifier(Samples.zip(names.map { ($0, "x") })) == expected)
    }

    @Test("the MIME type in an entry of its own decides, wherever the entry stands")
    func mimetypeEntry() throws {
        let text = "application/vnd.oasis.opendocument.text"
        #expect(
            try identifier(Samples.zip([("mimetype", text), ("content.xml", "")])) == "org.oasis-open.opendocument.text"
        )
        #expect(
            try identifier(Samples.zip([("content.xml", ""), ("mimetype", text)])) == "org.oasis-open.opendocument.text"
        )
        let unheard = try sniffer.verdict(bytes: Samples.zip([("mimetype", "application/x-neverheardof")]))
        #expect(unheard.mime == "application/x-neverheardof" && unheard.type.isDynamic)
        #expect(try identifier(Samples.zip([("mimetype", "no type at all")])) == "public.zip-archive")
    }

    @Test("an archive that is cut, or has bytes in front, is still looked into")
    func damaged() throws {
        let entries = [("[Content_Types].xml", "x"), ("word/document.xml", "y")]
        #expect(try identifier(Samples.zip(entries, directory: false)) == Self.document)
        #expect(try identifier(Array(Samples.zip(entries).dropLast(5))) == Self.document)
        let directory = try ZipDirectory(of: MemorySource([UInt8](repeating: 7, count: 1000) + Samples.zip(entries)))
        #expect(directory.entries.map(\.name) == entries.map(\.0))
        #expect(directory.entries.first?.header == 1000)
    }
}
