import ContentTypes
import Testing

@testable import ContentSniffing

private let sniffer = ContentSniffer(cookies: 1)

private func identifier(_ bytes: [UInt8], name: String? = nil) throws -> String {
    try sniffer.verdict(bytes: bytes, name: name).type.identifier
}

private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

/// Rule 18: kinds that share a container, a mark or most of their lines with others.
@Suite("kinds told from their close kin")
struct CloseKinTests {
    @Test(
        "ISO media: a general brand of images goes by the codings it names, one without a type of its own stays general",
        arguments: [
            ("mif1", ["mif1"], "public.heif"), ("mif1", ["avic"], "public.heif"), ("mif2", ["heix"], "public.heic"),
            ("mif1", ["MA1B", "avif"], "public.avif"), ("mif1", ["j2ki"], "public.heif"), ("j2ki", [], "public.heif"),
            ("avic", [], "public.heif"), ("jpeg", [], "public.heif"), ("vvic", [], "public.heif"),
            ("jpgs", [], "public.heifs"), ("msf1", ["mif1", "heic", "hevc"], "public.heics"),
            ("msf1", ["avis", "avif"], "public.avif"), ("msf1", ["iso8"], "public.heifs"),
            ("heim", [], "public.heic"), ("hevs", [], "public.heics"), ("avci", [], "public.avci"),
            ("avcs", [], "public.avcs"), ("MA1A", [], "public.avif"),
            ("M4B ", [], "com.apple.protected-mpeg-4-audio-b"), ("F4A ", [], "public.mpeg-4-audio"),
            ("F4P ", [], "com.adobe.flash.video"), ("KDDI", [], "public.3gpp2"), ("mjp2", [], "org.mpeg.mj2"),
            ("MSNV", ["isom"], "public.mpeg-4"),
        ] as [(String, [String], String)])
    func brands(brand: String, compatible: [String], expected: String) throws {
        #expect(try identifier(Samples.isoMedia(brand: brand, compatible: compatible)) == expected)
    }

    @Test(
        "FrameMaker: the mark in any case with a version; an element of XML has none",
        arguments: [
            ("<MakerFile 5.5K>\n\0\u{1}", "com.adobe.framemaker"), ("<BOOKFILE 7.0>\0\u{2}", "com.adobe.framemaker"),
            ("<makerdictionary \0", "com.adobe.framemaker"),
            ("<MIFFile 7.00> # Generated\n<Units Ucm>\n", "com.adobe.framemaker-interchange"),
            ("<Book 8.00>\n", "com.adobe.framemaker-interchange"),
            ("<?xml version='1.0'?><Book title='a'/>", "public.xml"),
            ("<Book xmlns='urn:books'/>", "public.xml"),
        ])
    func frameMaker(text: String, expected: String) throws {
        #expect(try identifier(Array(text.utf8)) == expected)
    }

    @Test("TIFF: a directory behind the picture, out of the first bytes, is read where it stands")
    func directoryBehind() throws {
        let picture = zeros(ContentSniffer.prefixBytes + 5000)
        let maker = Samples.ascii("Hasselblad\0")
        let start = 8 + picture.count
        let makerStart = start + 2 + 2 * 12 + 4
        let directory =
            Samples.big(2, 2)
            + [(0x0106, 3, 1, 32_803 << 16), (0x010F, 2, maker.count, makerStart)].flatMap { tag, kind, count, value in
                Samples.big(tag, 2) + Samples.big(kind, 2) + Samples.big(count, 4) + Samples.big(value, 4)
            } + zeros(4)
        let file = Samples.ascii("MM\0*") + Samples.big(start, 4) + picture + directory + maker
        #expect(try identifier(file) == "com.hasselblad.3fr-raw-image")
        // A place that the file does not have, and one in its last byte.
        for place in [0xFFFF_FFFF, file.count - 1] {
            #expect(try identifier(Samples.ascii("MM\0*") + Samples.big(place, 4) + picture) == "public.tiff")
        }
    }

    @Test("a camera's maker who shares another one's format keeps the own ending")
    func sharedFormats() throws {
        let verdict = try sniffer.verdict(bytes: Samples.ascii("IIU\0") + [24, 0, 0, 0] + zeros(40), name: "a.rwl")
        #expect(verdict.type.identifier == "com.leica.rwl-raw-image" && !verdict.mismatch)
    }

    @Test(
        "style sheets: one line that CSS cannot have makes it the larger language",
        arguments: [
            ("a {\n  color: red;\n  margin: 0;\n  padding: 0;\n}\n", "public.css"),
            ("@import \"theme\";\n.a {\n  color: $text;\n  margin: 0;\n  padding: 0;\n}\n", "org.sass-lang.scss"),
            ("@mixin big {\n  width: 3em;\n}\n.a {\n  @include big;\n  color: red;\n}\n", "org.sass-lang.scss"),
            ("@text: #333;\nbody {\n  color: @text;\n  margin: 0;\n  .b {\n  padding: 0;\n }\n}\n", "org.lesscss.less"),
            // Nesting is CSS too by now.
            (".a {\n  color: red;\n  margin: 0;\n  padding: 0;\n  &:hover {\n    color: blue;\n  }\n}\n", "public.css"),
        ])
    func styleSheets(text: String, expected: String) throws {
        #expect(try identifier(Array(text.utf8)) == expected)
        #expect(try identifier(Array(text.utf8), name: "a.css") == "public.css", "a guess gives way to the ending")
    }

    @Test(
        "JSON5: bare names, or commas behind the last value; comments alone, and other languages' literals, are none",
        arguments: [
            ("{ name: 'a', size: 0xFF, half: .5, more: +Infinity }", "org.json5.json5"),
            ("[\n  // one\n  { \"a\": 1, },\n]\n", "org.json5.json5"),
            ("/* settings */\n{\n  \"a\": [1, 2,],\n}\n", "org.json5.json5"),
            ("{ \"a\": 'one \\\n two', }", "public.plain-text"),
            ("// settings\n{ \"a\": 1 }\n", "public.plain-text"),
            ("['a', 'b',]", "public.plain-text"), ("{'a': True,}", "public.plain-text"),
            ("{ not json }", "public.plain-text"), ("{ a: b }", "public.plain-text"),
            ("{a: 1,, }", "public.plain-text"),
            ("{ a: 1", "public.plain-text"), ("{ a: 1 } more", "public.plain-text"), ("{ // ", "public.plain-text"),
        ])
    func json5(text: String, expected: String) throws {
        #expect(try identifier(Array(text.utf8)) == expected)
    }

    @Test("JSON5: one in a file called .json is JSON to whoever called it so; nesting beyond reason is not followed")
    func json5Names() throws {
        let settings = Array("// settings\n{ \"a\": [1, 2,], }\n".utf8)
        let verdict = try sniffer.verdict(bytes: settings, name: "tsconfig.json")
        #expect(verdict.type == .json && !verdict.mismatch)
        #expect(try identifier(Array(repeating: UInt8(ascii: "["), count: 60_000) + [0x27]) == "public.plain-text")
    }

    @Test("JSON5 that goes on behind what is read is JSON5")
    func longJSON5() throws {
        let rows = (0..<6000).map { "{ number: \($0), 'text': 'words' }" }
        #expect(try identifier(Array("[\(rows.joined(separator: ",\n"))]".utf8)) == "org.json5.json5")
    }

    @Test(
        "RealMedia: a list of its addresses is a reference, other addresses are a text",
        arguments: [
            ("rtsp://example.org/a.rm\n", "com.real.metafile"), ("pnm://example.org/live\n", "com.real.metafile"),
            ("# news\nhttp://example.org/a.ra?start=1\nrtsp://example.org/b.smil\n", "com.real.metafile"),
            ("http://example.org/a.html\n", "public.plain-text"),
            ("rtsp://camera.example.org/1\n", "public.plain-text"),
        ])
    func realMedia(text: String, expected: String) throws { #expect(try identifier(Array(text.utf8)) == expected) }

    @Test("a text of any address under .ram is a reference, and RealMedia under it stays RealMedia")
    func realMediaNames() throws {
        #expect(try identifier(Array("http://example.org/1\n".utf8), name: "a.ram") == "com.real.metafile")
        #expect(try identifier(Samples.ascii(".RMF\0\0\0\u{12}") + zeros(20), name: "a.ram") == "com.real.realmedia")
    }

    @Test("a model that PyTorch saved is a zip archive of one folder with a pickled object")
    func models() throws {
        #expect(try identifier(Samples.zip([("m/data.pkl", "x"), ("m/version", "3\n")])) == "org.apache.pickle-model")
        #expect(try identifier(Samples.zip([("m/data.pkl", "x"), ("n/version", "3\n")])) == "public.zip-archive")
    }

    @Test(
        "formats with a registered mark",
        arguments: [
            ([0x81] + Samples.ascii("SF3\0") + [0xE0, 0xD0, 13, 10, 10, 3, 0, 0], "org.shirakumo.sf3-image"),
            ([0x3A, 0xA2, 0x65] + Samples.ascii("roots") + [0x81, 0xD8], "org.ipfs.car"),
            (Samples.unknown + Samples.ascii("NER5") + zeros(8), "com.ahead.nrg"),
            (Samples.unknown + zeros(4) + Samples.ascii("NERO") + zeros(4), "com.ahead.nrg"),
        ] as [([UInt8], String)])
    func marks(bytes: [UInt8], expected: String) throws { #expect(try identifier(bytes) == expected) }
}
