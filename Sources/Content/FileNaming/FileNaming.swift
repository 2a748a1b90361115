/// Names for files: safe on every system, true to the sender's, with the ending that the content wants.
///
/// Nothing here looks at a disk or knows a content type.
public enum FileNaming {
    /// A safe name made of what the sender called the file and of what its bytes are.
    ///
    /// - Parameters:
    ///   - source: a name, or a path, whose last component that says something counts. A backslash separates only in
    ///     what starts as a path of Windows does.
    ///   - fitting: the endings of the content's type; nil leaves the ending alone.
    ///   - fallbackBase: stands for a base of which nothing visible is left.
    ///   - limit: the most bytes that the name may have, 64 to 255.
    /// - Returns: one component of 1 to `limit` bytes, composed (NFC), without separators, controls, bidi controls, names of
    ///   Windows' devices, leading dash or blank, trailing dot or blank.
    package static func suggestion(
        from source: String?, fitting: FittingExtensions? = nil, fallbackBase: String = "file", limit: Int = 255
    ) -> String {
        let (component, cameAsPath) = lastComponent(of: source ?? "")
        let name = named(component, fallbackBase: fallbackBase)
        guard let fitting else { return assembled(Ending.split(name), fallbackBase, limit) }
        let isNeutral = name == fallbackBase
        let (base, ending) = fitting.applied(to: name, cameAsPath: cameAsPath && !isNeutral)
        return assembled((base, ending), fallbackBase, limit)
    }

    /// One component of a path out of bytes in whatever encoding, safe as ``suggestion(from:fitting:fallbackBase:)``
    /// makes it; its ending is left alone.
    ///
    /// Bytes that are no UTF-8 are read as Windows-1252, so that different names stay different.
    package static func sanitize(_ bytes: [UInt8]) -> String {
        assembled(
            Ending.split(named(LegacyText.decoded(bytes)[...], fallbackBase: "file")), "file", SafeComponent.limit)
    }

    private static func assembled(
        _ parts: (base: String, ending: String), _ fallback: String, _ limit: Int
    ) -> String {
        SafeComponent.assembled(parts.base, parts.ending, fallback: fallback, limit: limit)
    }

    /// The component cleaned, with a base where cleaning took it away: `file.jpg` for an override and `.jpg`.
    private static func named(_ component: Substring, fallbackBase: String) -> String {
        let cleaned = SafeComponent.cleaned(component)
        let (base, ending) = Ending.split(cleaned)
        if !base.hasVisible { return fallbackBase + ending }
        let lostBase = cleaned.hasPrefix(".") && component.unicodeScalars.first != "."
        return lostBase ? fallbackBase + cleaned : cleaned
    }

    // MARK: Paths

    private static func lastComponent(of source: String) -> (Substring, cameAsPath: Bool) {
        // By scalars: a combining mark behind a slash hides it from a comparison of characters.
        let last = lastSensible(source[...], separator: "/")
        guard isWindowsPath(last) else { return (last, source.unicodeScalars.contains("/")) }
        return (lastSensible(last, separator: "\\"), true)
    }

    private static func lastSensible(_ path: Substring, separator: Unicode.Scalar) -> Substring {
        let parts = path.unicodeScalars.split(separator: separator)
        return parts.last { SafeComponent.cleaned(Substring($0)).hasVisible }.map { Substring($0) } ?? ""
    }

    /// Whether the text starts with a drive, a share or a climb as Windows writes them. Any other backslash is a letter
    /// of a name, as Unix has it.
    private static func isWindowsPath(_ text: Substring) -> Bool {
        let bytes = Array(text.utf8.prefix(3))
        let backslash = UInt8(ascii: "\\")
        if bytes.starts(with: [backslash, backslash]) || bytes.starts(with: Array(".\\".utf8)) { return true }
        guard bytes.count == 3, bytes[2] == backslash else { return false }
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[0] | 0x20)
        return bytes.starts(with: Array("..".utf8)) || (isLetter && bytes[1] == UInt8(ascii: ":"))
    }
}
