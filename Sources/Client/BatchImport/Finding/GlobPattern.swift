/// A glob over a relative path: `*` and `?` stay in a component, `**` crosses them, `[a-z]` and `[!a-z]` are sets.
///
/// One without a slash is held against the last component, one with a slash against the whole path. Bytes are compared,
/// but for `?` and sets, which take a character of UTF-8 whole.
struct GlobPattern: Sendable {
    private let pattern: [UInt8]
    private let isOfName: Bool

    private static let slash = UInt8(ascii: "/")

    init(_ text: String) {
        var bytes = Array(text.utf8)
        while bytes.count > 1, bytes.last == Self.slash { bytes.removeLast() }
        isOfName = !bytes.contains(Self.slash)
        if bytes.first == Self.slash { bytes.removeFirst() }
        pattern = bytes
    }

    /// Whether the pattern matches the path, which has no slash at either end.
    func matches(_ path: [UInt8]) -> Bool {
        guard isOfName, let last = path.lastIndex(of: Self.slash) else { return matches(path[...]) }
        return matches(path[(last + 1)...])
    }

    /// Every pattern position that can be reached goes along with every byte: no pattern takes more than its length
    /// times that of the path.
    private func matches(_ path: ArraySlice<UInt8>) -> Bool {
        var reached: Set<Int> = []
        reach(0, &reached)
        var index = path.startIndex
        while index < path.endIndex {
            let length = Self.characterLength(path[index...])
            var next: Set<Int> = []
            for position in reached where position < pattern.count {
                step(position, path[index..<index + length], &next)
            }
            if next.isEmpty { return false }
            reached = next
            index += length
        }
        return reached.contains(pattern.count)
    }

    /// Adds a position, and those that it stands for as well since a star may be empty.
    private func reach(_ position: Int, _ reached: inout Set<Int>) {
        guard reached.insert(position).inserted, position < pattern.count, pattern[position] == UInt8(ascii: "*") else {
            return
        }
        let isDouble = isDouble(position)
        reach(position + (isDouble ? 2 : 1), &reached)
        // "**/" may stand for no folder at all.
        if isDouble, position + 2 < pattern.count, pattern[position + 2] == Self.slash { reach(position + 3, &reached) }
    }

    private func isDouble(_ position: Int) -> Bool {
        position + 1 < pattern.count && pattern[position + 1] == UInt8(ascii: "*")
    }

    private func step(_ position: Int, _ character: ArraySlice<UInt8>, _ next: inout Set<Int>) {
        let isSlash = character.first == Self.slash
        switch pattern[position] {
        case UInt8(ascii: "*"):
            if isDouble(position) || !isSlash { reach(position, &next) }
        case UInt8(ascii: "?"):
            if !isSlash { reach(position + 1, &next) }
        case UInt8(ascii: "["):
            guard let set = set(at: position) else {
                if character.first == UInt8(ascii: "[") { reach(position + 1, &next) }
                return
            }
            if !isSlash, set.holds(character) { reach(set.end, &next) }
        case UInt8(ascii: "\\") where position + 1 < pattern.count:
            stepLiteral(position + 1, character, &next)
        default: stepLiteral(position, character, &next)
        }
    }

    private func stepLiteral(_ position: Int, _ character: ArraySlice<UInt8>, _ next: inout Set<Int>) {
        if pattern[position...].starts(with: character) { reach(position + character.count, &next) }
    }

    private struct CharacterSet {
        var ranges: [ClosedRange<UInt32>] = []
        var isNegated = false
        /// The position behind the set.
        var end = 0

        func holds(_ character: ArraySlice<UInt8>) -> Bool {
            let value = GlobPattern.scalar(character)
            return ranges.contains { $0.contains(value) } != isNegated
        }
    }

    /// The set that begins at `[`; nil where it is never closed, and the bracket stands for itself.
    private func set(at start: Int) -> CharacterSet? {
        var set = CharacterSet()
        var position = start + 1
        if position < pattern.count, [UInt8(ascii: "!"), UInt8(ascii: "^")].contains(pattern[position]) {
            set.isNegated = true
            position += 1
        }
        let first = position
        while position < pattern.count {
            if pattern[position] == UInt8(ascii: "]"), position > first {
                set.end = position + 1
                return set
            }
            let low = takeCharacter(&position)
            guard position + 1 < pattern.count, pattern[position] == UInt8(ascii: "-"),
                pattern[position + 1] != UInt8(ascii: "]")
            else {
                set.ranges.append(low...low)
                continue
            }
            position += 1
            let high = takeCharacter(&position)
            if low <= high { set.ranges.append(low...high) }
        }
        return nil
    }

    private func takeCharacter(_ position: inout Int) -> UInt32 {
        let length = Self.characterLength(pattern[position...])
        defer { position += length }
        return Self.scalar(pattern[position..<position + length])
    }

    /// The bytes of the character that the slice begins with; 1 where it is no UTF-8.
    private static func characterLength(_ bytes: ArraySlice<UInt8>) -> Int {
        let length: Int
        switch bytes.first ?? 0 {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return 1
        }
        let part = bytes.prefix(length)
        return part.count == length && part.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 } ? length : 1
    }

    private static func scalar(_ character: ArraySlice<UInt8>) -> UInt32 {
        String(validating: character, as: UTF8.self)?.unicodeScalars.first?.value ?? UInt32(character.first ?? 0)
    }
}
