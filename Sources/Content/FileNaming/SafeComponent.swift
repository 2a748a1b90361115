/// Turns any text into one component of a path that is safe and portable.
enum SafeComponent {
    /// The bytes that a name may have on Linux.
    static let limit = 255

    /// The text composed, without separators, controls and idle characters, with neither blanks about it nor dots
    /// behind; empty where nothing is left.
    static func cleaned(_ text: some StringProtocol) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "/" || scalar == "\\" {
                kept.append("_")
            } else if scalar.breaksLine {
                // A line that was broken reads on; CR and LF make one break.
                if kept.last != " " { kept.append(" ") }
            } else if !scalar.isControl && !scalar.isBidiControl && !scalar.isIdle {
                kept.append(scalar)
            }
        }
        return String(trimmed(Substring(String(kept).composed).unicodeScalars))
    }

    /// `base` and `ending` as one name: no device of Windows, no option of a command, at most `limit` bytes, the
    /// ending whole.
    ///
    /// - Parameter base: cleaned; where it shows nothing, `fallback` takes its place.
    static func assembled(
        _ base: String, _ ending: String, fallback: String, limit: Int = SafeComponent.limit
    ) -> String {
        var base = base.hasVisible ? base : fallback
        if base.unicodeScalars.first == "-" { base = "_" + String(base.unicodeScalars.dropFirst()) }
        if isDevice(base + ending) { base = "_" + base }
        let fitting = cut(base, to: limit - ending.utf8.count)
        // One visible character can be longer than a name may be, by its accents.
        return (fitting.hasVisible ? fitting : fallback) + ending
    }

    /// The longest beginning of at most `bytes` bytes that ends between two characters as people see them.
    static func cut(_ text: String, to bytes: Int) -> String {
        if text.utf8.count <= bytes { return text }
        var end = text.startIndex
        var length = 0
        for index in text.indices {
            length += text[index].utf8.count
            if length > bytes { break }
            end = text.index(after: index)
        }
        return String(trimmed(text[..<end].unicodeScalars))
    }

    /// Whether Windows keeps the name for a device: by what stands before the first dot, in any case.
    static func isDevice(_ name: String) -> Bool {
        let stem = name.unicodeScalars.prefix { $0 != "." && $0 != ":" }
        var word = String(stem).lowercased()[...]
        while word.last == " " { word.removeLast() }
        if ["con", "prn", "aux", "nul", "conin$", "conout$", "clock$"].contains(word) { return true }
        guard word.count == 4, word.hasPrefix("com") || word.hasPrefix("lpt"), let number = word.last else {
            return false
        }
        return "0123456789\u{B9}\u{B2}\u{B3}".contains(number)
    }

    private static func trimmed(_ scalars: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        var rest = scalars.drop { $0.properties.isWhitespace || $0.isJoiner }
        while true {
            // A joiner may shape the letter before it, but not a blank or a dot.
            var before = rest
            while let last = before.last, last.isJoiner { before.removeLast() }
            guard let last = before.last, last == "." || last.properties.isWhitespace else { return rest }
            rest = before.dropLast()
        }
    }
}
