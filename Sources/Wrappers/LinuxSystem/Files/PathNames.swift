internal import Glibc

extension Path {
    /// Whether this is one name in a directory: not empty, no slash, neither "." nor "..".
    package var isSingleName: Bool {
        !bytes.isEmpty && !bytes.contains(UInt8(ascii: "/")) && self != "." && self != ".."
    }

    /// ``text`` for a message or a terminal: control and format characters, such as those that turn the direction of
    /// writing, stand as `\u{…}`.
    package var escapedText: String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: escaped += scalar.escaped(asASCII: true)
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// ``escapedText`` in quotation marks, as messages have every name and word that somebody else chose.
    package var quoted: String { "'\(escapedText)'" }

    /// This path, where it is one name, so that a call with a directory's descriptor stays in that directory.
    /// - Throws: ``SystemError`` `EINVAL` for anything else.
    func singleName(for call: String) throws(SystemError) -> Path {
        guard isSingleName else { throw SystemError(EINVAL, call, subject: escapedText) }
        return self
    }
}
