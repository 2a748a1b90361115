internal import ContentTypes

/// Languages of sources and of what people write by hand, by lines that are common in one and rare elsewhere.
///
/// A guess is made where several different lines speak for a language and clearly fewer for any other; all else stays
/// plain text. What is guessed never overrides the ending of a text.
struct SourceShapes {
    /// One kind of line and what it says.
    private struct Cue {
        let language: Int
        let weight: Int
        /// What stands between the stars.
        let parts: [[UInt8]]
        let ignoresCase: Bool
        let isAnchoredAtStart: Bool
        let isAnchoredAtEnd: Bool
    }

    static let shared = SourceShapes(SourceCues.compiled, SourceCues.scripts, SourceCues.prose)

    private let languages: [String]
    private let cues: [Cue]
    /// The cues to try for each first byte of a line.
    private let byFirst: [[Int]]

    /// What a language needs to be believed, and how much more than the second one, in halves.
    private static let (least, lead) = (7, 3)
    private static let (mostLines, mostBytes, mostLineBytes) = (200, 16_384, 256)

    /// - Parameter tables: `identifier | weight | pattern` a line; a star stands for anything, a `~` before the pattern
    ///   for either case. Leading blanks of a text's line are passed over.
    init(_ tables: String...) {
        var languages: [String] = []
        var cues: [Cue] = []
        var byFirst = [[Int]](repeating: [], count: 256)
        for line in tables.flatMap({ $0.split(separator: "\n") }) {
            let fields = line.split(separator: "|", maxSplits: 2).map { $0.drop { $0 == " " } }
            guard fields.count == 3, let weight = Int(fields[1].filter { $0 != " " }) else { continue }
            let identifier = String(fields[0].prefix { $0 != " " })
            let language = languages.firstIndex(of: identifier) ?? languages.count
            if language == languages.count { languages.append(identifier) }
            let ignoresCase = fields[2].first == "~"
            let pattern = ignoresCase ? fields[2].dropFirst() : fields[2]
            let parts = (ignoresCase ? pattern.lowercased() : String(pattern))
                .split(separator: "*", omittingEmptySubsequences: false).map { Array($0.utf8) }
            if let first = parts[0].first {
                for byte in Set(ignoresCase ? [first, Self.upper(first)] : [first]) {
                    byFirst[Int(byte)].append(cues.count)
                }
            } else {
                for byte in byFirst.indices { byFirst[byte].append(cues.count) }
            }
            cues.append(
                Cue(
                    language: language, weight: weight, parts: parts.filter { !$0.isEmpty }, ignoresCase: ignoresCase,
                    isAnchoredAtStart: !parts[0].isEmpty, isAnchoredAtEnd: parts.last?.isEmpty == false))
        }
        (self.languages, self.cues, self.byFirst) = (languages, cues, byFirst)
    }

    private static func upper(_ byte: UInt8) -> UInt8 { (0x61...0x7A).contains(byte) ? byte - 0x20 : byte }

    /// Every identifier in the table, for a test that each is declared.
    var identifiers: [String] { languages }

    /// The language of a text, or `nil` where no more can be said than that it is one.
    ///
    /// - Parameter candidates: the types that come into question, of which one is enough to be better than the rest;
    ///   `nil` for all.
    func identifier(of text: DecodedText, among candidates: [UTType]? = nil) -> String? {
        var hits = [Int](repeating: 0, count: cues.count)
        var flush = Set<Int>()
        var sentences = 0
        var lines = 0
        for line in text.utf8.prefix(Self.mostBytes).split(separator: UInt8(ascii: "\n"), maxSplits: Self.mostLines) {
            lines += 1
            guard lines <= Self.mostLines else { break }
            // What was packed together by a program has all of a language in one line, and of others too.
            guard line.count <= Self.mostLineBytes else { continue }
            let body = line.drop { $0 == 0x20 || $0 == 9 }
            let isFlush = body.startIndex == line.startIndex
            if isFlush, Self.isSentence(body) { sentences += 1 }
            for cue in fitting(body) {
                hits[cue] += 1
                if isFlush { flush.insert(cues[cue].language) }
            }
        }
        var scores = [Int](repeating: 0, count: languages.count)
        var kinds = scores
        for (cue, count) in zip(cues, hits) where count > 0 {
            scores[cue.language] += cue.weight * 2 + cue.weight * min(count - 1, 2)
            kinds[cue.language] += 1
        }
        if candidates == nil { credit(&scores, &kinds, hits) }
        let asked = languages.indices.filter { index in
            candidates.map { list in UTType(languages[index]).map(list.contains) ?? false } ?? true
        }
        guard let best = asked.max(by: { scores[$0] < scores[$1] }), scores[best] > 0 else { return nil }
        let second = asked.lazy.filter { $0 != best }.map { scores[$0] }.max() ?? 0
        if candidates != nil { return scores[best] > second ? languages[best] : nil }
        // A language all of whose lines are set in, between sentences that are not, is quoted by a text.
        if !flush.contains(best), sentences >= Self.leastSentences { return nil }
        // One line alone decides only where nothing else has it.
        let isSure = scores[best] >= 2 * Self.least && (kinds[best] > 1 || scores[best] >= 4 * Self.least - 8)
        return isSure && 2 * scores[best] >= Self.lead * second ? languages[best] : nil
    }

    /// Languages that hold another one as a whole, so that every line of that speaks for them too.
    private static let supersets = [
        ("public.css", "org.sass-lang.scss"), ("public.css", "org.lesscss.less"),
    ]
    /// The weight of a line that the language inside cannot have.
    private static let decisive = 6

    /// Gives what speaks for a language to the larger one whose own lines are there.
    private func credit(_ scores: inout [Int], _ kinds: inout [Int], _ hits: [Int]) {
        let owned = Set(zip(cues, hits).lazy.filter { $0.0.weight >= Self.decisive && $0.1 > 0 }.map { $0.0.language })
        guard !owned.isEmpty else { return }
        let pairs = Self.supersets.compactMap { inner, outer -> (inner: Int, outer: Int)? in
            guard let inner = languages.firstIndex(of: inner), let outer = languages.firstIndex(of: outer),
                owned.contains(outer), scores[inner] > 0
            else { return nil }
            return (inner, outer)
        }
        guard let best = pairs.max(by: { scores[$0.outer] < scores[$1.outer] }) else { return }
        scores[best.outer] += scores[best.inner]
        kinds[best.outer] += kinds[best.inner]
        scores[best.inner] = 0
    }

    private static let leastSentences = 3

    /// Whether a line is five words or more and no code.
    private static func isSentence(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7A else { return false }
        return line.count { $0 == 0x20 } >= 4 && !line.contains { "{};=<>$\\#".utf8.contains($0) }
    }

    /// The cues that a line without its leading blanks fits.
    private func fitting(_ line: ArraySlice<UInt8>) -> [Int] {
        guard let first = line.first else { return [] }
        var end = line.endIndex
        while end > line.startIndex, DecodedText.isSpace(line[end - 1]) { end -= 1 }
        let line = line[..<end]
        return byFirst[Int(first)].filter { fits(cues[$0], line) }
    }

    private func fits(_ cue: Cue, _ line: ArraySlice<UInt8>) -> Bool {
        var rest = line
        for (index, part) in cue.parts.enumerated() {
            let isLast = index == cue.parts.count - 1
            if index == 0, cue.isAnchoredAtStart {
                guard Self.begins(rest, with: part, cue.ignoresCase) else { return false }
                rest = rest.dropFirst(part.count)
                if isLast, cue.isAnchoredAtEnd, !rest.isEmpty { return false }
            } else if isLast, cue.isAnchoredAtEnd {
                return rest.count >= part.count && Self.begins(rest.suffix(part.count), with: part, cue.ignoresCase)
            } else {
                guard let found = Self.position(of: part, in: rest, cue.ignoresCase) else { return false }
                rest = rest[(found + part.count)...]
            }
        }
        return true
    }

    private static func begins(_ line: ArraySlice<UInt8>, with part: [UInt8], _ ignoresCase: Bool) -> Bool {
        guard line.count >= part.count else { return false }
        var index = line.startIndex
        for byte in part {
            let other = line[index]
            let folded = ignoresCase && (0x41...0x5A).contains(other) ? other | 0x20 : other
            if folded != byte { return false }
            index += 1
        }
        return true
    }

    private static func position(of part: [UInt8], in line: ArraySlice<UInt8>, _ ignoresCase: Bool) -> Int? {
        guard line.count >= part.count else { return nil }
        return (line.startIndex...line.endIndex - part.count)
            .first { begins(line[$0...], with: part, ignoresCase) }
    }
}
