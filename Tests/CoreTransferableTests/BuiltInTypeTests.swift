import CoreTransferable
import Testing

/// The types that conform already: reference section 2.9.
@Suite struct BuiltInTypeTests {
    @Test func textIsUTF8() async throws {
        #expect(String.exportedContentTypes() == [.utf8PlainText])
        #expect(try await "größer".exported(as: .plainText) == Data("größer".utf8))
        #expect(try await String(importing: Data("größer".utf8), contentType: .utf8PlainText) == "größer")
    }

    @Test(arguments: [
        (UTType.utf16PlainText, [0xFF, 0xFE, 0x61, 0x00, 0x3D, 0xD8, 0x00, 0xDE] as [UInt8], "a\u{1F600}"),
        (.utf16PlainText, [0xFE, 0xFF, 0x00, 0x61], "a"), (.utf16PlainText, [0x61, 0x00], "a"),
        (.plainText, [0xFF, 0xFE, 0x61, 0x00], "a"), (.plainText, [0xEF, 0xBB, 0xBF, 0x61], "a"),
        (.utf8PlainText, [0xEF, 0xBB, 0xBF, 0x61], "a"), (.plainText, [], ""), (.utf16PlainText, [], ""),
        (.commaSeparatedText, [0x61], "a"), (.utf8PlainText, [0x61, 0x00, 0x62], "a\u{0}b"),
    ])
    func textIsReadAsItsTypeSays(_ type: UTType, _ bytes: [UInt8], _ expected: String) async throws {
        let read = try await String(importing: Data(bytes), contentType: type)
        #expect(Array(read.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(arguments: [
        (UTType.utf8PlainText, [0x61, 0xFF] as [UInt8]), (.plainText, [0xE4]), (.utf16PlainText, [0x61]),
        (.utf16PlainText, [0xFE, 0xFF, 0xD8, 0x00]),
    ])
    func whatIsNoTextIsNotRepaired(_ type: UTType, _ bytes: [UInt8]) async throws {
        await #expect(throws: TransferError.self) { try await String(importing: Data(bytes), contentType: type) }
    }

    @Test func dataIsAnyBytes() async throws {
        let data = Data([0, 1, 255])
        #expect(try await data.exported(as: .data) == data)
        #expect(try await data.exported(as: nil) == data)
        #expect(try await Data(importing: data, contentType: .png) == data)
        await #expect(throws: TransferError.self) { try await data.exported(as: .png) }
    }

    @Test func anAddressOfAFileIsOneOfAFileFirst() async throws {
        let file = URL(filePath: "/tmp/a b.txt")
        let link = try #require(URL(string: "https://example.com/ü?q=1#f"))
        #expect(file.exportedContentTypes() == [.fileURL, .url])
        #expect(link.exportedContentTypes() == [.url])
        #expect(try await file.exported(as: .url) == Data("file:///tmp/a%20b.txt".utf8))
        await #expect(throws: TransferError.self) { try await link.exported(as: .fileURL) }
        #expect(try await URL(importing: try await file.exported(as: nil), contentType: .fileURL) == file)
        #expect(try await URL(importing: try await link.exported(as: nil), contentType: .url) == link)
    }

    @Test(arguments: [
        (UTType.url, "https://example.com/\n", "https://example.com/"), (.url, "file:///a", "file:///a"),
        (
            .url,
            "<?xml version=\"1.0\"?><plist version=\"1.0\"><array><string>b</string><string>https://e.x/a/</string></array></plist>",
            "https://e.x/a/b"
        ),
        (.url, "mailto:a@example.com", "mailto:a@example.com"),
    ])
    func addressesAreReadAsOthersWriteThem(_ type: UTType, _ text: String, _ expected: String) async throws {
        #expect(try await URL(importing: Data(text.utf8), contentType: type).absoluteString == expected)
    }

    @Test(arguments: [(UTType.url, ""), (.url, "two words"), (.fileURL, "https://example.com"), (.url, "\u{0}")])
    func whatIsNoAddressIsRefused(_ type: UTType, _ text: String) async throws {
        await #expect(throws: TransferError.self) { try await URL(importing: Data(text.utf8), contentType: type) }
    }

    @Test func codersAreThoseThatWereGiven() async throws {
        struct Settings: Codable, Transferable, Equatable {
            var theme: String
            static var transferRepresentation: some TransferRepresentation {
                CodableRepresentation(
                    contentType: .propertyList, encoder: PropertyListEncoder(), decoder: PropertyListDecoder())
                CodableRepresentation(contentType: .json)
            }
        }
        let settings = Settings(theme: "dark")
        #expect(try await settings.exported(as: nil).starts(with: Array("bplist".utf8)))
        #expect(try await settings.exported(as: .json) == Data(#"{"theme":"dark"}"#.utf8))
        #expect(try await Settings(importing: Data(#"{"theme":"dark"}"#.utf8), contentType: .json) == settings)
        await #expect(throws: DecodingError.self) { try await Settings(importing: Data("{".utf8), contentType: .json) }
    }
}

/// Rich text keeps what RTF and Foundation on Linux both have: text, paragraphs, links.
@Suite struct RichTextTests {
    private func read(_ rtf: String) async throws -> AttributedString {
        try await AttributedString(importing: Data(rtf.utf8), contentType: .rtf)
    }

    private func plain(_ rtf: String) async throws -> String { String(try await read(rtf).characters) }

    @Test(arguments: [
        "", "plain", "a\nb\n", "tab\tback\\slash {braces}", "größer — “quoted” \u{1F600}", "line\u{2028}break",
        "nul\u{0}and\u{7F}", "'5c", "\\u123?",
    ])
    func textComesBackAsItWas(_ text: String) async throws {
        let rtf = try await AttributedString(text).exported(as: .rtf)
        #expect(rtf.allSatisfy { $0 < 0x80 })
        #expect(String(try await AttributedString(importing: rtf, contentType: .rtf).characters) == text)
        #expect(try await AttributedString(text).exported(as: .plainText) == Data(text.utf8))
    }

    @Test func linksComeBack() async throws {
        var linked = AttributedString("there")
        linked.link = URL(string: "https://example.com/?a={b}\\c%22")
        let text = AttributedString("go ") + linked + AttributedString(" now")
        let back = try await AttributedString(
            importing: try await text.exported(as: nil), contentType: .rtf)
        #expect(back.runs.map { $0.link } == [nil, linked.link, nil])
        #expect(String(back.characters) == "go there now")
    }

    @Test(arguments: [
        (#"{\rtf1\ansi\ansicpg1252 caf\'e9}"#, "café"), (#"{\rtf1\mac caf\'8e\'ff}"#, "caféˇ"),
        (#"{\rtf1{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}}\f1 \'cc\'e8\'f0{\f0  \'e9}}"#, "Мир é"),
        (#"{\rtf1{\fonttbl{\f0\fcharset128 MS;}}\f0 \'93\'fa\'96\'7b}"#, "日本"),
        (#"{\rtf1\uc1 \u8364?x}"#, "€x"), (#"{\rtf1\uc2 \u-10179\'83\'84\u-8704??x}"#, "\u{1F600}x"),
        (#"{\rtf1\uc0 \u8364 x}"#, "€x"), (#"{\rtf1 a\par b\line c\tab d\~e}"#, "a\nb\u{2028}c\td\u{A0}e"),
        ("{\\rtf1 a\r\nb\\\nc}", "ab\nc"), (#"{\rtf1 {\b bold} {\i\fs40 big}}"#, "bold big"),
        (#"{\rtf1{\*\generator Word;}{\info{\title T}}{\stylesheet{\s0 N;}}{\colortbl;\red0;}x}"#, "x"),
        (#"{\rtf1{\pict\bin4 }}{\}x}"#, "x"), (#"{\rtf1 x}trailing"#, "x"),
        (#"{\rtf1\ldblquote x\rdblquote}"#, "“x”"),
        (#"{\rtf1{\field{\*\fldinst PAGE}{\fldrslt 7}}}"#, "7"),
    ])
    func whatOtherProgramsWriteIsRead(_ rtf: String, _ expected: String) async throws {
        #expect(try await plain(rtf) == expected)
    }

    @Test(arguments: [
        #"{\rtf1{\field{\*\fldinst{HYPERLINK "https://e.x/a"}}{\fldrslt{\ul\cf1 text}}}}"#,
        #"{\rtf1{\field{\*\fldinst HYPERLINK https://e.x/a }{\fldrslt text}}}"#,
        #"{\rtf1{\field\fldedit{\*\fldinst { HYPERLINK \\l "x" }}{\fldrslt {}}}{\field{\*\fldinst { HYPERLINK "https://e.x/a" }}{\fldrslt text}}}"#,
    ])
    func linksOfOtherProgramsAreRead(_ rtf: String) async throws {
        let text = try await read(rtf)
        #expect(text.runs.compactMap { $0.link?.absoluteString } == ["https://e.x/a"])
        #expect(String(text.characters) == "text")
    }

    @Test(arguments: ["", "plain", "{\\rtf1 unended", "{\\rtf1 \\", "{\\rt"])
    func whatIsNoRichTextIsRefused(_ rtf: String) async throws {
        await #expect(throws: TransferError.self) { try await read(rtf) }
    }

    @Test func everyBeginningOfADocumentEnds() async throws {
        let rtf = Array(
            #"{\rtf1\ansi{\fonttbl{\f0\fcharset0 A;}}\uc1\u8364?{\field{\*\fldinst{HYPERLINK "x:y"}}{\fldrslt \'e9}}\bin3 abc}"#
                .utf8)
        for length in 0..<rtf.count {
            await #expect(throws: TransferError.self) {
                try await AttributedString(importing: Data(rtf[..<length]), contentType: .rtf)
            }
        }
    }

    @Test func deepNestingIsNoMatter() async throws {
        let depth = 100_000
        let rtf = #"{\rtf1"# + String(repeating: "{", count: depth) + "x" + String(repeating: "}", count: depth + 1)
        #expect(try await plain(rtf) == "x")
    }
}
