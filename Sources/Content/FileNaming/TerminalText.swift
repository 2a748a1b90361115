/// Text for a terminal: nothing in a name may move its cursor, and columns line up.
package enum TerminalText {
    /// The text with every character made visible that would steer the terminal or the direction of reading.
    ///
    /// `\n`, `\r`, `\t`, and `\u{1B}` for all others: C0, DEL, C1, line and paragraph separators, bidi controls. A
    /// backslash stays one, so the result is for reading and cannot be turned back.
    package static func escaped(_ text: String) -> String {
        var visible = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": visible.append(contentsOf: "\\n".unicodeScalars)
            case "\r": visible.append(contentsOf: "\\r".unicodeScalars)
            case "\t": visible.append(contentsOf: "\\t".unicodeScalars)
            case _ where scalar.isControl || scalar.isBidiControl || scalar.breaksLine:
                visible.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
            default: visible.append(scalar)
            }
        }
        return String(visible)
    }

    /// The columns that a terminal takes for the text: 2 for wide characters, 0 for marks and controls.
    package static func columns(_ text: String) -> Int {
        if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text.utf8.count }
        return text.reduce(0) { $0 + width($1) }
    }

    /// The text in at most so many columns, between characters, with `…` in place of what was left out.
    package static func fitted(_ text: String, columns limit: Int) -> String {
        if columns(text) <= limit { return text }
        if limit < 1 { return "" }
        var kept = ""
        var used = 1
        for character in text {
            used += width(character)
            if used > limit { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// One character as people see it: the width of its first scalar that has one, or 2 for an emoji.
    private static func width(_ character: Character) -> Int {
        // U+FE0F asks for the picture where there is also a plain form.
        if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        return character.unicodeScalars.lazy.map(width).first { $0 > 0 } ?? 0
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        if scalar.isControl { return 0 }
        if scalar.value < 0x300 { return scalar.value == 0xAD ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
        default: break
        }
        if scalar.properties.isEmojiPresentation { return 2 }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// East Asian Wide and Fullwidth, without the emoji, which the standard library knows.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]
}
