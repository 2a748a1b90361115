import LinuxSystem
import StagingTestSupport
import Testing

@testable import Archives

/// B19: names come through whatever they are encoded in. The tests run in the C locale, as a Swift program does that
/// sets none.
@Suite("names in archives")
struct NameTests {
    typealias Member = ZipSample.Member

    private func names(_ bytes: [UInt8], encoding: String? = nil) throws -> [String] {
        var options = ArchiveOptions()
        options.encoding = encoding
        return try withArchive(bytes, options: options) { archive in
            let reader = archive.reader()
            var names: [String] = []
            while let entry = try reader.next() { names.append(entry.name) }
            return names
        }
    }

    @Test("UTF-8 is UTF-8, with the flag and without, in zip and in tar")
    func utf8Names() throws {
        let names = ["日本語/документ.txt", "naïve.txt", "plain.txt"]
        for flags in [0, 0x800] {
            let sample = ZipSample(names.map { Member($0, "x").with { $0.flags = flags } })
            #expect(try self.names(sample.bytes) == names)
        }
        #expect(try self.names(TarSample(names.map { TarSample.Member($0, "x") }).bytes) == names)
    }

    /// Texts in older character sets, as `iconv` writes them.
    private static let older: [(set: String, dos: Bool, name: [UInt8], text: String)] = [
        ("CP866", true, [0xE4, 0xAE, 0xE2, 0xAE] + Array(".txt".utf8), "фото.txt"),
        (
            "CP866", true,
            [0x8E, 0xE2, 0xE7, 0xA5, 0xE2, 0x20, 0xA7, 0xA0, 0x20, 0xA3, 0xAE, 0xA4] + Array(".doc".utf8),
            "Отчет за год.doc"
        ),
        ("CP932", true, [0x95, 0x5C, 0x8E, 0x86] + Array(".txt".utf8), "表紙.txt"),
        (
            "CP932", true, [0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x8E, 0x91, 0x97, 0xBF] + Array(".pdf".utf8),
            "テスト資料.pdf"
        ),
        ("GB18030", true, [0xD0, 0xC2, 0xBD, 0xA8, 0xCE, 0xC4, 0xBC, 0xFE, 0xBC, 0xD0], "新建文件夹"),
        ("GB18030", true, [0xCA, 0xFD, 0xBE, 0xDD, 0xB1, 0xED] + Array(".xls".utf8), "数据表.xls"),
        ("CP437", true, [0x4D, 0x81, 0x6C, 0x6C, 0x65, 0x72] + Array(".txt".utf8), "Müller.txt"),
        ("CP437", true, [0x72, 0x82, 0x73, 0x75, 0x6D, 0x82] + Array(".doc".utf8), "résumé.doc"),
        ("CP1252", false, [0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72] + Array(".txt".utf8), "Müller.txt"),
        ("CP1252", false, [0x63, 0x61, 0x66, 0xE9], "café"),
        ("KOI8-R", false, [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4] + Array(".txt".utf8), "Привет.txt"),
        ("CP1251", false, [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2] + Array(".txt".utf8), "Привет.txt"),
        (
            "EUC-JP", false, [0xC6, 0xFC, 0xCB, 0xDC, 0xB8, 0xEC, 0xA4, 0xCE, 0xA4, 0xC6, 0xA4, 0xB9, 0xA4, 0xC8],
            "日本語のてすと"
        ),
    ]

    @Test("a name in an older character set is guessed", arguments: older)
    func guessed(set: String, dos: Bool, name: [UInt8], text: String) throws {
        if dos {
            #expect(
                try names(ZipSample([Member(raw: name, "x"), Member(raw: utf8("b.txt"), "y")]).bytes) == [
                    text, "b.txt",
                ])
        } else {
            #expect(try names(TarSample([.init(raw: name, "x"), .init("b.txt", "y")]).bytes) == [text, "b.txt"])
        }
    }

    @Test("a name in an older character set is what the caller says", arguments: older)
    func told(set: String, dos: Bool, name: [UInt8], text: String) throws {
        #expect(try names(ZipSample([Member(raw: name, "x")]).bytes, encoding: set) == [text])
    }

    @Test("a set that nobody knows is refused by name")
    func unknownSet() throws {
        let error = #expect(throws: ArchiveError.self) { _ = try names(ZipSample([]).bytes, encoding: "CP437//IGNORE") }
        #expect(error?.reason.contains("CP437//IGNORE") == true)
    }

    @Test("every byte keeps its name apart, whatever no set explains")
    func anyBytes() throws {
        let raw = (0x80...0xFF).map { [UInt8($0), 0xFF, UInt8($0), 0xFE] }
        let names = try names(TarSample(raw.map { .init(raw: $0, "x") }).bytes)
        #expect(Set(names).count == raw.count)
    }

    @Test("a backslash separates names only in archives made on DOS or Windows")
    func backslash() throws {
        #expect(try unpack(ZipSample([Member(raw: utf8("a\\b.txt"), "x")]).bytes).tree == ["a/": "", "a/b.txt": "x"])
        #expect(try unpack(ZipSample([Member("a\\b.txt", "x")]).bytes).tree == ["a\\b.txt": "x"])
        #expect(try unpack(TarSample([.init("a\\b.txt", "x")]).bytes).tree == ["a\\b.txt": "x"])
        let climbing = ZipSample([Member(raw: utf8("..\\canary.txt"), "x"), Member(raw: utf8("C:\\canary.txt"), "x")])
        #expect(try unpack(climbing.bytes).refused.values.map { $0 } == [.unsafeName, .unsafeName])
    }

    @Test("the second byte of a character is no backslash")
    func trailByte() throws {
        let sample = ZipSample([Member(raw: [0x83, 0x5C, 0x83, 0x74, 0x83, 0x67, 0x95, 0x5C], "x")])
        #expect(try unpack(sample.bytes).tree == ["ソフト表": "x"])
    }

    @Test("the field with a name in UTF-8 counts where it belongs to the other name")
    func unicodeField() throws {
        let old: [UInt8] = [0x4D, 0x3F]
        func field(_ checksum: UInt32, _ text: String) -> [UInt8] {
            let content = [1] + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) } + utf8(text)
            return [0x75, 0x70, UInt8(content.count), 0] + content
        }
        let right = Member(raw: old, "x").with { $0.extra = field(checksum32(old), "Mü") }
        let stale = Member(raw: [0x4D], "x").with { $0.extra = field(checksum32(old), "Mü") }
        #expect(try names(ZipSample([right, stale]).bytes) == ["Mü", "M"])
    }
}
