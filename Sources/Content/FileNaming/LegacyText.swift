/// Names from before UTF-8.
enum LegacyText {
    /// The bytes as text: what is UTF-8 is kept, and each other byte is read as Windows-1252.
    ///
    /// Byte by byte, since a name may be UTF-8 that was cut short. The code page is a guess, but unlike the replacement
    /// character it keeps names apart, and it is right for most of Western Europe's.
    static func decoded(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var scalars = String.UnicodeScalarView()
        var rest = bytes[...]
        while let first = rest.first {
            let length = Self.length(startingWith: first)
            if let text = String(validating: rest.prefix(length), as: UTF8.self) {
                scalars.append(contentsOf: text.unicodeScalars)
                rest = rest.dropFirst(length)
            } else {
                scalars.append(scalar(first))
                rest = rest.dropFirst()
            }
        }
        return String(scalars)
    }

    /// The bytes as text in Windows-1252.
    static func singleBytes(_ bytes: [UInt8]) -> String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: bytes.lazy.map(scalar))
        return String(scalars)
    }

    private static func length(startingWith byte: UInt8) -> Int {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        (0x80...0x9F).contains(byte) ? upperControls[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }

    /// What Windows-1252 has where Latin-1 has controls; the five that it leaves open are the replacement character.
    private static let upperControls: [Unicode.Scalar] = Array(
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)
}
