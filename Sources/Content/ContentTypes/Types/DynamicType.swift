/// The content of an identifier that begins with `dyn.a`: a type that nothing declares, known by a tag.
///
/// The identifier carries its text, `?0=6:1=apk`, in base 32: pairs of key and value, where key 0 holds the types
/// that it conforms to, 1 an extension, 3 a MIME type, and frequent types have one character for a name.
struct DynamicType: Hashable {
    var parents: [String] = []
    var extensions: [String] = []
    var mimeTypes: [String] = []

    static let prefix = "dyn.a"
    private static let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789".utf8)
    /// What the one-character names stand for.
    private static let names: [(code: String, identifier: String)] = [
        ("1", "public.filename-extension"), ("2", "com.apple.ostype"), ("3", "public.mime-type"),
        ("4", "com.apple.nspboard-type"), ("5", "public.url-scheme"), ("6", "public.data"), ("7", "public.text"),
        ("8", "public.plain-text"), ("9", "public.utf16-plain-text"), ("A", "com.apple.traditional-mac-plain-text"),
        ("B", "public.image"), ("C", "public.video"), ("D", "public.audio"), ("E", "public.directory"),
        ("F", "public.folder"),
    ]

    init(parents: [String], tag: String, tagClass: UTTagClass) {
        self.parents = parents
        if tagClass == .mimeType { mimeTypes = [tag.asciiFolded] } else { extensions = [tag.asciiFolded] }
    }

    /// Reads an identifier.
    /// - Returns: `nil` when it is no dynamic identifier, or does not decode to pairs of key and value.
    init?(identifier: String) {
        guard let text = Self.decode(identifier) else { return nil }
        let body = text.first == "?" ? text.dropFirst() : Substring(text)
        for pair in Self.split(body, at: ":") {
            let parts = Self.split(pair, at: "=")
            guard parts.count == 2, !parts[0].isEmpty else { return nil }
            let values = Self.split(parts[1], at: ",").map(Self.unescaped).filter { !$0.isEmpty }
            switch Self.unescaped(parts[0]) {
            case "0": parents += values.map(Self.name)
            case "1", "public.filename-extension": extensions += values.map(\.asciiFolded)
            case "3", "public.mime-type": mimeTypes += values.map(\.asciiFolded)
            default: break  // Four-character codes, pasteboard names and URL schemes mean nothing here.
            }
        }
    }

    /// The identifier that holds this content.
    var identifier: String {
        var text = ""
        var pairs: [String] = []
        if !parents.isEmpty {
            text = "?"
            pairs.append("0=" + parents.map { Self.escaped(Self.code($0)) }.joined(separator: ","))
        }
        if !extensions.isEmpty { pairs.append("1=" + extensions.map(Self.escaped).joined(separator: ",")) }
        if !mimeTypes.isEmpty { pairs.append("3=" + mimeTypes.map(Self.escaped).joined(separator: ",")) }
        return Self.encode(text + pairs.joined(separator: ":"))
    }

    private static func name(_ code: String) -> String { names.first { $0.code == code }?.identifier ?? code }

    private static func code(_ identifier: String) -> String {
        names.first { $0.identifier == identifier.asciiFolded }?.code ?? identifier.asciiFolded
    }

    // MARK: Base 32, five bits a character, the most significant first, padded with zeros

    static func encode(_ text: String) -> String {
        var result = Array(prefix.utf8)
        var bits: UInt32 = 0
        var count = 0
        for byte in text.utf8 {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                result.append(alphabet[Int(bits >> UInt32(count) & 31)])
            }
            bits &= 31
        }
        if count > 0 { result.append(alphabet[Int(bits << UInt32(5 - count) & 31)]) }
        return String(decoding: result, as: UTF8.self)
    }

    static func decode(_ identifier: String) -> String? {
        let folded = identifier.asciiFolded
        guard folded.hasPrefix(prefix) else { return nil }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for character in folded.utf8.dropFirst(prefix.utf8.count) {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            bits = (bits << 5 | UInt32(value)) & 0xFFF
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
    }

    // MARK: A backslash keeps a separator from separating

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if ":=,?\\".contains(character) { result.append("\\") }
            result.append(character)
        }
    }

    private static func unescaped(_ text: some StringProtocol) -> String {
        var result = ""
        var escape = false
        for character in text {
            if character == "\\", !escape {
                escape = true
            } else {
                result.append(character)
                escape = false
            }
        }
        return result
    }

    private static func split(_ text: Substring, at separator: Character) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        var index = start
        while index < text.endIndex {
            if text[index] == "\\" {
                index = text.index(after: index)
                if index == text.endIndex { break }
            } else if text[index] == separator {
                parts.append(text[start..<index])
                start = text.index(after: index)
            }
            index = text.index(after: index)
        }
        parts.append(text[start...])
        return parts
    }
}
