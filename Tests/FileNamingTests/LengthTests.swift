import FileNaming
import StagingTestSupport
import Testing

@Suite("rule 20: at most 255 bytes, and what holds for every name")
struct LengthTests {
    @Test(
        "rule 20: a long name is cut between characters, its whole ending kept",
        arguments: [
            ("x", ".tar.gz", 1), ("é", ".pdf", 2), ("語", ".html", 3), ("👨‍👩‍👧", ".jpg", 18),
            ("e\u{323}\u{301}\u{327}", "", 7),
        ])
    func cut(character: String, ending: String, bytes: Int) {
        let name = FileNaming.suggestion(from: String(repeating: character, count: 300) + ending)
        #expect(name.utf8.count <= 255)
        #expect(name.utf8.count > 255 - bytes)
        #expect(name.hasSuffix(ending))
        #expect(Set(name.dropLast(ending.count)).count == 1)
    }

    @Test("rule 20: a cut leaves no blank or dot behind, and a name of exactly 255 bytes is whole")
    func cutAtBlank() {
        let blank = String(repeating: "a", count: 254) + " b"
        #expect(FileNaming.suggestion(from: blank) == String(repeating: "a", count: 254))
        let whole = String(repeating: "a", count: 251) + ".txt"
        #expect(FileNaming.suggestion(from: whole) == whole)
        #expect(FileNaming.candidates(for: whole).prefix(2).map(\.utf8.count) == [255, 255])
    }

    @Test("rule 20: a single character longer than a name, and an ending longer than one")
    func extremes() {
        let tower = "e" + String(repeating: "\u{323}", count: 300)
        #expect(FileNaming.suggestion(from: tower + ".txt") == "file.txt")
        let layers = "x" + String(repeating: ".gz", count: 200)
        #expect(FileNaming.suggestion(from: layers).utf8.count <= 255)
        let high = "e" + String(repeating: "\u{323}", count: 126)
        #expect(FileNaming.candidates(for: high).prefix(2).map(\.self) == [high, "file (2)"])
    }

    @Test("rule 20: every name made of hostile pieces is safe, and safe names stay as they are", arguments: 0..<8)
    func invariants(seed: UInt64) {
        let pieces = [
            "..", ".", "/", "\\", "-", " ", "\0", "\n", "\u{1B}", "\u{202E}", "\u{2067}", "\u{61C}", "con", "NUL", "a",
            "é",
            "e\u{301}", "\u{301}", "👨‍👩‍👧", "\u{200D}", "\u{FEFF}", "\u{3000}", ".tar", ".gz", ".txt", ".PDF", "9", "語",
            "ﷺ",
            "\u{2028}", "\u{85}", "C:", "~", "%2f", String(repeating: "z", count: 90), "\u{1112}\u{1161}", "\u{FFFD}",
        ]
        let fittings: [FileNaming.FittingExtensions?] = [
            nil, .init(preferred: "pdf"), .init(preferred: "txt", isGeneral: true), .init(preferred: "xz"),
        ]
        var random = SplitMix64(state: seed)
        for _ in 0..<400 {
            let source = (0..<Int.random(in: 0..<9, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            let fitting = fittings.randomElement(using: &random) ?? nil
            let names = [
                FileNaming.suggestion(from: source, fitting: fitting), FileNaming.sanitize(Array(source.utf8)),
            ]
            for name in names {
                #expect(NameRules.broken(by: name) == nil, "\(source.debugDescription) gave \(name.debugDescription)")
                let again = FileNaming.suggestion(from: name)
                #expect(Array(again.utf8) == Array(name.utf8), "\(source.debugDescription)")
                let counted = FileNaming.available(name, taken: [name])
                #expect(
                    NameRules.broken(by: counted) == nil && counted != name,
                    "\(source.debugDescription) gave \(counted.debugDescription)")
            }
        }
    }
}
