/// Finds what somebody meant who mistyped a word.
enum Spelling {
    /// The candidate with the fewest wrong, missing or surplus letters, nil where none is near enough to be meant.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let limit = max(1, word.count / 3)
        return candidates.map { (distance(Array(word), Array($0)), $0) }.filter { $0.0 <= limit }.min { $0.0 < $1.0 }?.1
    }

    /// The Levenshtein distance.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
                current.append(min(last[column + 1] + 1, current[column] + 1, replaced))
            }
            last = current
        }
        return last[right.count]
    }
}
