extension Unicode.Scalar {
    /// Whether this is one of the twelve characters that steer the direction of text, with which an ending can be made
    /// to look like another.
    var isBidiControl: Bool {
        switch value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Whether this is a control character: C0, DEL or C1.
    var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

    /// Whether this starts a new line or column.
    var breaksLine: Bool {
        switch value {
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Whether this takes no room and has no meaning in a name. The joiners are not among them: emoji and several
    /// scripts are spelled with them.
    var isIdle: Bool {
        switch value {
        case 0x00AD, 0x180E, 0x200B, 0x2060, 0xFEFF: true
        default: false
        }
    }

    /// Whether this is one of the two that say how their neighbours join.
    var isJoiner: Bool { value == 0x200C || value == 0x200D }

    /// Whether a reader sees something for it that can tell a name: no space, mark, filler or dot.
    var isVisible: Bool {
        if value < 0x80 { return value > 0x20 && value != 0x7F && self != "." }
        switch properties.generalCategory {
        case .control, .format, .surrogate, .spaceSeparator, .lineSeparator, .paragraphSeparator, .nonspacingMark,
            .enclosingMark:
            return false
        default:
            // U+2800 is the braille pattern without dots.
            return !properties.isDefaultIgnorableCodePoint && !properties.isWhitespace && value != 0x2800
        }
    }
}

extension StringProtocol {
    /// Whether a reader would see more than dots and blanks.
    var hasVisible: Bool { unicodeScalars.contains { $0.isVisible } }
}
