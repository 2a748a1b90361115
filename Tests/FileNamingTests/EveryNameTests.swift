import FileNaming
import StagingTestSupport
import Testing

/// Every rule for every name, over texts made of all of Unicode's planes.
@Suite("rule 20: what holds for every name, of every plane")
struct EveryNameTests {
    private static let seeds = 8

    @Test("rule 20: generated texts of all planes give names that keep every rule", arguments: 0..<seeds)
    func everyRule(seed: Int) {
        var random = SplitMix64(state: UInt64(seed) &* 7919 &+ 20_310_504)
        let rounds = LoopBudget.rounds(100_000, full: 1_000_000) / Self.seeds
        var failures: [String] = []
        for _ in 0..<rounds {
            let source = Self.text(&random)
            let fitting = Self.fittings.randomElement(using: &random) ?? nil
            let names = [
                FileNaming.suggestion(from: source, fitting: fitting),
                Bool.random(using: &random)
                    ? FileNaming.sanitize(Array(source.utf8)) : FileNaming.suggestion(fromContentDisposition: source),
            ]
            for name in names where failures.count < 5 {
                if let broken = NameRules.broken(by: name) {
                    failures.append("\(source.debugDescription) gave \(name.debugDescription): \(broken)")
                }
            }
            if let broken = Self.brokenEnding(source, names[0], fitting) {
                failures.append("\(source.debugDescription) gave \(names[0].debugDescription): \(broken)")
            }
        }
        #expect(failures.isEmpty, "\(failures.prefix(5))")
    }

    @Test("rule 20: marks of what is taken apart come in order; a dot is found behind what takes it in")
    func corners() {
        let name = FileNaming.suggestion(from: "\u{D2C}\u{953}\u{F81}x", fitting: nil)
        #expect(name.unicodeScalars.map(\.value) == [0xD2C, 0xF71, 0xF80, 0x953, 0x78])
        for before in ["\u{6DD}", "\u{602}", "\u{70F}", "\u{8E2}"] {
            let named = FileNaming.suggestion(from: "a\(before)", fitting: .init(preferred: "png"))
            #expect(Array(named.utf8) == Array("a\(before).png".utf8))
            #expect(
                Array(FileNaming.suggestion(from: named, fitting: .init(preferred: "png")).utf8) == Array(named.utf8))
            #expect(
                Array(FileNaming.available(named, taken: [named]).utf8) == Array("a\(before) (2).png".utf8))
            let other = FileNaming.suggestion(from: "a\(before).1", fitting: .init(preferred: "1", acceptable: ["1"]))
            #expect(Array(other.utf8) == Array("a\(before).1".utf8))
        }
    }

    /// The ending is the type's or the text's own, whole.
    private static func brokenEnding(
        _ source: String, _ name: String, _ fitting: FileNaming.FittingExtensions?
    ) -> String? {
        guard let fitting, !fitting.isGeneral, let preferred = fitting.preferred else { return nil }
        let folded = name.lowercased()
        // By bytes: some characters take a dot behind them in.
        let fits = fitting.acceptable.union([preferred]).contains {
            folded.utf8.reversed().starts(with: ".\($0)".utf8.reversed())
        }
        return fits ? nil : "ending does not fit"
    }

    private static let fittings: [FileNaming.FittingExtensions?] = [
        nil, .init(preferred: "png"), .init(preferred: "txt", isGeneral: true),
        .init(preferred: "jpg", acceptable: ["jpg", "jpeg", "jpe"]), .init(preferred: "pdf"),
        .init(preferred: nil, isGeneral: true),
    ]

    // MARK: Texts

    /// A few pieces: characters of any plane, marks upon marks, what means something to a system, endings.
    private static func text(_ random: inout SplitMix64) -> String {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1: append(&scalars, plane: Int.random(in: 0...16, using: &random), &random)
            case 2: append(&scalars, plane: 0, &random)
            case 3:
                let marks: [Unicode.Scalar] = [
                    "\u{301}", "\u{323}", "\u{1161}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\u{1F3FD}",
                ]
                for _ in 0..<Int.random(in: 1...40, using: &random) {
                    marks.randomElement(using: &random).map { scalars.append($0) }
                }
            case 4, 5, 6: pieces.randomElement(using: &random).map { scalars.append(contentsOf: $0.unicodeScalars) }
            default:
                for _ in 0..<Int.random(in: 1...30, using: &random) {
                    scalars.append(Unicode.Scalar(UInt8.random(in: 0x20...0x7E, using: &random)))
                }
            }
        }
        return String(scalars)
    }

    private static func append(_ scalars: inout String.UnicodeScalarView, plane: Int, _ random: inout SplitMix64) {
        for _ in 0..<Int.random(in: 1...20, using: &random) {
            let value = UInt32(plane) << 16 | UInt32.random(in: 0...0xFFFF, using: &random)
            Unicode.Scalar(value).map { scalars.append($0) }
        }
    }

    private static let pieces = [
        "..", ".", "/", "\\", "-", " ", "\0", "\n", "\r\n", "\u{1B}[2J", "\u{202E}", "\u{2067}", "\u{61C}", "\u{200F}",
        "con",
        "NUL", "lpt1", "COM¹", "aux.", "é", "e\u{301}", "👨‍👩‍👧", "🇪🇺", "\u{FEFF}", "\u{3000}", "\u{A0}", ".tar", ".gz",
        ".txt",
        ".PDF", ".jpeg", "9", "語", "ﷺ", "\u{2028}", "\u{85}", "C:", "C:\\", "\\\\host\\", "~", "%2f", "%00",
        "\u{1112}\u{1161}",
        "\u{FFFD}", "filename=\"", "filename*=UTF-8''", ";", "\"", "한글", "नमस्ते", "שלום", "עברית.txt", "\u{1E9E}",
        "\u{344}",
    ]
}
