/// Text for people: with nothing in it that a terminal obeys, and measured in columns.
///
/// All of the rendering goes through these three functions.
enum DisplayText {
    /// The bytes as text: control characters, characters that turn the direction of writing, line separators and bytes
    /// that are not UTF-8 are written as escapes.
    static func escaped(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        var text = ""
        var position = 0
        var input = bytes.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        while true {
            switch parser.parseScalar(from: &input) {
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                text += escape(of: scalar) ?? String(scalar)
                position += encoded.count
            case .error(let length):
                for byte in bytes[position..<position + length] { text += "\\x" + hexadecimal(UInt32(byte), digits: 2) }
                position += length
            case .emptyInput: return text
            }
        }
    }

    /// The same for text.
    static func escaped(_ text: String) -> String { escaped(text.utf8) }

    /// How many columns escaped text takes: none for marks that combine with what precedes them, two for wide letters
    /// of East Asia and for pictures.
    static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

    /// The text in at most `columns`, at least 1, with "…" for what was cut from the end.
    static func cut(_ text: String, to columns: Int) -> String {
        guard width(text) > columns else { return text }
        var kept = ""
        var used = 0
        for character in text {
            used += width(character)
            if used > columns - 1 { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// The text with spaces up to `columns`.
    static func padded(_ text: String, to columns: Int, atStart: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(0, columns - width(text)))
        return atStart ? spaces + text : text + spaces
    }

    /// Whether a terminal would obey the character, or show others in another order because of it.
    static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func escape(of scalar: Unicode.Scalar) -> String? {
        guard isUnsafe(scalar) else { return nil }
        switch scalar {
        case "\n": return "\\n"
        case "\t": return "\\t"
        case "\r": return "\\r"
        default:
            if scalar.value < 0x80 { return "\\x" + hexadecimal(scalar.value, digits: 2) }
            return "\\u{" + hexadecimal(scalar.value, digits: 4) + "}"
        }
    }

    /// Upper-case hexadecimal digits, at least so many.
    static func hexadecimal(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func width(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
            0x1F1E6...0x1F1FF, 0x20000...0x3FFFD:
            return 2
        default: return first.properties.isEmojiPresentation ? 2 : 1
        }
    }
}
