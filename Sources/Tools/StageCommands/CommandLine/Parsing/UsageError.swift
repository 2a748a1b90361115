/// An argument as the kernel hands it over: bytes of any encoding, none of them 0.
typealias Bytes = [UInt8]

/// A command line that cannot be followed. It ends the program with ``ExitStatus/wrongUsage``.
struct UsageError: Error, Equatable, Sendable {
    /// What is wrong, in one line, with the offending text escaped. Never holds a token.
    let message: String
    /// What to write instead, where that can be said.
    let hint: String?

    init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }

    /// The same error, told as one of `subject`'s, such as an option's.
    func about(_ subject: String) -> UsageError { UsageError("\(subject): \(message)", hint: hint) }
}

/// Finds what somebody meant who mistyped a word.
enum Spelling {
    /// The candidate nearest to `word`: the only one that it begins, else the one with the fewest wrong, missing,
    /// surplus or swapped letters. Nil where nothing is near enough to be meant.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let begun = candidates.filter { word.count > 1 && $0.hasPrefix(word) }
        if begun.count == 1 { return begun.first }
        let letters = Array(word.utf8)
        let limit = min(3, max(1, letters.count / 3))
        var best: (distance: Int, word: String)?
        for candidate in candidates where abs(candidate.utf8.count - letters.count) <= limit {
            let distance = distance(letters, Array(candidate.utf8))
            if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
        }
        return best?.word
    }

    /// The number of edits between two words, a swap of neighbours counting as one.
    private static func distance(_ left: Bytes, _ right: Bytes) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let same = left[row] == right[column]
                var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (same ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
