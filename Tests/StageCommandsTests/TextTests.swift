import Foundation
import Testing

@testable import StageCommands

@Suite("Text for people")
struct TextTests {
    @Test(
        "rule 20: controls are escaped",
        arguments: [
            ("film.mkv", "film.mkv"), ("Größe 漢字 🎬.mkv", "Größe 漢字 🎬.mkv"), ("e\u{301}", "e\u{301}"),
            ("a\nb\tc\rd", "a\\nb\\tc\\rd"), ("\u{1B}[2Jx\u{7F}", "\\x1B[2Jx\\x7F"), ("\u{9B}31m", "\\u{009B}31m"),
            ("gpj\u{202E}exe", "gpj\\u{202E}exe"), ("a\u{2028}b", "a\\u{2028}b"), ("a\\b", "a\\b"), ("", ""),
        ])
    func escapes(text: String, escaped: String) {
        #expect(DisplayText.escaped(text) == escaped)
    }

    @Test(
        "rule 20: all twelve bidi controls are escaped",
        arguments: [
            0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
        ] as [UInt32])
    func bidi(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(DisplayText.escaped(String(scalar)).hasPrefix("\\u{"))
    }

    @Test(
        "rule 20: bytes that are not UTF-8 are shown",
        arguments: [
            ([0x61, 0xFF, 0x62], "a\\xFFb"), ([0xC3], "\\xC3"), ([0xE2, 0x82], "\\xE2\\x82"),
            ([0xC3, 0xA9, 0xC3, 0x28], "é\\xC3("), ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
            ([0xF0, 0x9F, 0x8E, 0xAC, 0x80], "🎬\\x80"),
        ] as [(Bytes, String)])
    func invalid(bytes: Bytes, shown: String) {
        #expect(DisplayText.escaped(bytes) == shown)
    }

    @Test(
        "widths in columns",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("한글", 4), ("ｆ", 2), ("🎬", 2), ("👩‍👩‍👧", 2),
            ("🇩🇪", 2), ("❤️", 2), ("…", 1), ("─", 1), ("a\u{200B}b", 2), ("ﬁ", 1),
        ])
    func widths(text: String, width: Int) {
        #expect(DisplayText.width(text) == width)
    }

    @Test(
        "text is cut between characters and never wider than asked",
        arguments: [
            ("film.mkv", 8, "film.mkv"), ("film.mkv", 7, "film.m…"), ("film.mkv", 1, "…"), ("漢字漢字", 6, "漢字…"),
            ("漢字漢字", 4, "漢…"), ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"),
        ])
    func cuts(text: String, columns: Int, cut: String) {
        #expect(DisplayText.cut(text, to: columns) == cut)
        #expect(DisplayText.width(DisplayText.cut(text, to: columns)) <= columns)
    }

    @Test(
        "sizes",
        arguments: [
            (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1075, "1.0 KiB"), (1076, "1.1 KiB"),
            (1_048_524, "1.0 MiB"), (1_048_575, "1.0 MiB"), (1_048_576, "1.0 MiB"), (102_348, "99.9 KiB"),
            (102_349, "100 KiB"),
            (102_399, "100 KiB"), (1_047_552, "1023 KiB"), (1_503_238_554, "1.4 GiB"),
            (UInt64(Int64.max), "8.0 EiB"), (UInt64.max, "16.0 EiB"),
        ] as [(UInt64, String)])
    func sizes(count: UInt64, text: String) {
        #expect(ByteText.size(count) == text)
    }

    @Test("a negative size is nothing")
    func negativeSize() { #expect(ByteText.size(Int64(-1)) == "0 B") }

    @Test(
        "times from now",
        arguments: [
            (0, "now"), (1, "in 1 s"), (59, "in 59 s"), (3599, "in 59 min"), (3600, "in 1 h"), (172_799, "in 1 d"),
            (-180, "3 min ago"), (-1, "1 s ago"), (Int64.min, "106751991167300 d ago"),
        ])
    func relative(seconds: Int64, text: String) {
        #expect(DurationText.relative(seconds) == text)
    }

    @Test(
        "an exact span is one that options take",
        arguments: [(1, "1s"), (90, "1m30s"), (3600, "1h"), (5400, "1h30m"), (604_800, "7d"), (93_784, "1d2h3m4s")])
    func exact(seconds: Int64, text: String) throws {
        #expect(DurationText.exact(seconds) == text)
        #expect(try Lifetime.parse(bytes(text)) == .duration(.seconds(seconds)))
    }

    @Test("spans that options do not take")
    func otherSpans() {
        #expect(DurationText.exact(0) == "0s")
        #expect(DurationText.exact(-90) == "-1m30s")
    }

    @Test(
        "section 5: instants are RFC 3339",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_796_040_000, "2026-11-30T12:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
            (951_782_399, "2000-02-28T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
            (-62_167_219_200, "0000-01-01T00:00:00Z"),
        ])
    func instants(seconds: Int64, text: String) {
        #expect(InstantText.rfc3339(seconds) == text)
        #expect(CivilTime(unixSeconds: seconds).unixSeconds == seconds)
    }

    @Test("dates agree with Foundation's over four centuries")
    func calendar() {
        var seconds: Int64 = -3_000_000_000
        while seconds < 10_000_000_000 {
            let date = Date(timeIntervalSince1970: Double(seconds))
            #expect(InstantText.rfc3339(seconds) == date.formatted(.iso8601))
            #expect(CivilTime(unixSeconds: seconds).unixSeconds == seconds)
            seconds += 9_999_991
        }
    }
}

@Suite("Tables")
struct TableTests {
    private var table: Table {
        var table = Table([.left("ID"), .right("SIZE"), .flexible("NAME"), .left("EXPIRES")])
        table.add(["k7f3", "1.4 GiB", "A film with a long name.mkv", "in 59 min"])
        table.add(["p2", "12 B", "n\u{1B}\n漢字.txt", "in 1 d"])
        return table
    }

    @Test("without a terminal nothing is cut")
    func wide() {
        #expect(
            table.lines(width: nil) == [
                "ID       SIZE  NAME                         EXPIRES",
                "k7f3  1.4 GiB  A film with a long name.mkv  in 59 min",
                "p2       12 B  n\\x1B\\n漢字.txt              in 1 d",
            ])
    }

    @Test("on a terminal the widest flexible column is cut")
    func narrow() {
        let lines = table.lines(width: 44)
        #expect(
            lines == [
                "ID       SIZE  NAME                EXPIRES",
                "k7f3  1.4 GiB  A film with a lon…  in 59 min",
                "p2       12 B  n\\x1B\\n漢字.txt     in 1 d",
            ])
    }

    @Test("every width is kept to, down to the least", arguments: 36...60)
    func widths(width: Int) {
        for line in table.lines(width: width) { #expect(DisplayText.width(line) <= width) }
    }

    @Test("a terminal too narrow for all leaves something of each column")
    func tooNarrow() {
        let narrow = table.lines(width: 1)
        #expect(narrow[1] == "k7f3  1.4 GiB  A film …  in 59 min")
        #expect(narrow == table.lines(width: 30))
    }

    @Test("a cell that is longer than its column is padded to moves the rest of its row, and is cut on a terminal")
    func padded() {
        var table = Table([.left("ID").padded(to: 4), .flexible("NAME").padded(to: 4), .left("X")])
        table.add(["a", "b", "1"])
        table.add(["a", "abcdefghijkl", "2"])
        #expect(table.lines(width: nil) == ["ID  NAME  X", "a   b     1", "a   abcdefghijkl  2"])
        #expect(table.lines(width: 16).allSatisfy { $0.count <= 16 })
    }

    @Test("a table without rows has its headers")
    func empty() {
        #expect(Table([.left("ID"), .left("NAME")]).lines(width: 80) == ["ID  NAME"])
    }
}
