import FileNaming

/// Rule 20, as far as it holds for every name.
enum NameRules {
    /// The first rule that the name breaks; nil for a good one.
    static func broken(by name: String) -> String? {
        let scalars = Array(name.unicodeScalars)
        guard let first = scalars.first, let last = scalars.last else { return "empty" }
        if name.utf8.count > 255 { return "longer than 255 bytes" }
        if name == "." || name == ".." { return "dots" }
        if first == "-" { return "leading dash" }
        if last == "." || last.properties.isWhitespace { return "dot or space behind" }
        for scalar in scalars {
            switch scalar.value {
            case 0x2F, 0x5C: return "separator"
            case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: return "control"
            case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return "bidi control"
            default: continue
            }
        }
        if isDevice(name) { return "device of Windows" }
        let visible = scalars.contains { $0.value > 0x20 && $0 != "." && !$0.properties.isWhitespace }
        if !visible { return "nothing visible" }
        if Array(name.utf8) != Array(FileNaming.suggestion(from: name).utf8) { return "not idempotent" }
        let next = FileNaming.available(name, taken: [name])
        if next == name || next.utf8.count > 255 { return "its twin" }
        // Composed: joining a further mark to each of its parts changes nothing that was there.
        return isComposed(name) ? nil : "not composed"
    }

    /// Whether the name is in NFC, as `sanitize` sees it, which composes and changes nothing else of a safe name.
    private static func isComposed(_ name: String) -> Bool {
        Array(FileNaming.sanitize(Array(name.utf8)).unicodeScalars) == Array(name.unicodeScalars)
    }

    private static func isDevice(_ name: String) -> Bool {
        var stem = name.prefix { $0 != "." }.uppercased()
        while stem.last == " " { stem.removeLast() }
        let devices: Set = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
        if devices.contains(stem) { return true }
        let isPort = stem.hasPrefix("COM") || stem.hasPrefix("LPT")
        return isPort && stem.unicodeScalars.count == 4 && (stem.last.map { "0123456789¹²³".contains($0) } ?? false)
    }
}
