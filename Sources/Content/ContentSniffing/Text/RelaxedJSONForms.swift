internal import ContentTypes

/// JSON as people write it by hand (JSON5): with comments, bare names, other quotes, and commas behind the last value.
enum RelaxedJSONForms {
    /// - Returns: `nil` also for what has comments alone, as settings in files that are called `.json` do.
    static func finding(in text: DecodedText) -> Finding? {
        var reader = RelaxedJSONReader(text)
        guard reader.readDocument(), reader.isJSON5 else { return nil }
        return Finding("org.json5.json5", room: .textGuess)
    }
}

/// Reads JSON5 for its validity, noting what of it is no JSON.
private struct RelaxedJSONReader {
    private let bytes: [UInt8]
    private let isWhole: Bool
    private var offset: Int

    private var hasComments = false
    private var hasBareNames = false
    private var hasLastCommas = false
    private var hasOtherQuotes = false
    private var valueCount = 0

    /// Nesting beyond this is no document that a person writes.
    private static let mostDepth = 64

    init(_ text: DecodedText) {
        (bytes, isWhole, offset) = (text.utf8, text.isWhole, text.start)
    }

    /// Whether something was found that JSON does not have, and that literals of other languages do not share.
    var isJSON5: Bool {
        valueCount > 0
            && (hasBareNames || hasComments && (hasLastCommas || hasOtherQuotes) || hasLastCommas && !hasOtherQuotes)
    }

    /// Reads one object or array and the comments around it. What is cut may end anywhere.
    mutating func readDocument() -> Bool {
        skipSpace()
        guard peek() == UInt8(ascii: "{") || peek() == UInt8(ascii: "[") else { return false }
        return readValue(depth: 0) && isAtEnd
    }

    private var isAtEnd: Bool { offset >= bytes.count }
    private var mayEndHere: Bool { isAtEnd && !isWhole }

    private func peek(_ ahead: Int = 0) -> UInt8? { offset + ahead < bytes.count ? bytes[offset + ahead] : nil }

    private mutating func skipSpace() {
        while let byte = peek() {
            if DecodedText.isSpace(byte) {
                offset += 1
            } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
                hasComments = true
                offset = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                hasComments = true
                offset = bytes.position(of: "*/", from: offset + 2).map { $0 + 2 } ?? bytes.count
            } else {
                return
            }
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: character) else { return false }
        offset += 1
        skipSpace()
        return true
    }

    private mutating func readValue(depth: Int) -> Bool {
        guard depth < Self.mostDepth, let byte = peek() else { return depth < Self.mostDepth && mayEndHere }
        let holds: Bool
        switch byte {
        case UInt8(ascii: "{"): holds = readList(closing: "}", depth) { $0.readMember(depth) }
        case UInt8(ascii: "["): holds = readList(closing: "]", depth) { $0.readValue(depth: depth + 1) }
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            holds = readString(byte)
            valueCount += 1
        default:
            holds = readScalar()
            valueCount += 1
        }
        skipSpace()
        return holds
    }

    private mutating func readList(
        closing: Unicode.Scalar, _ depth: Int, _ element: (inout RelaxedJSONReader) -> Bool
    ) -> Bool {
        offset += 1
        skipSpace()
        if take(closing) { return true }
        while true {
            if mayEndHere { return true }
            guard element(&self) else { return false }
            let goesOn = take(",")
            if take(closing) {
                hasLastCommas = hasLastCommas || goesOn
                return true
            }
            guard goesOn else { return mayEndHere }
        }
    }

    private mutating func readMember(_ depth: Int) -> Bool {
        if let byte = peek(), byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            guard readString(byte) else { return false }
        } else {
            let word = readWord()
            guard let first = word.first, !(0x30...0x39).contains(first) else { return false }
            hasBareNames = true
        }
        skipSpace()
        if mayEndHere { return true }
        return take(":") && readValue(depth: depth + 1)
    }

    private mutating func readString(_ quote: UInt8) -> Bool {
        if quote == UInt8(ascii: "'") { hasOtherQuotes = true }
        offset += 1
        while let byte = peek(), byte != quote {
            guard byte != UInt8(ascii: "\n") else { return false }
            offset += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        guard peek() == quote else { return !isWhole }
        offset += 1
        return true
    }

    /// Letters, digits, `_` and `$`.
    private mutating func readWord() -> ArraySlice<UInt8> {
        let start = offset
        while let byte = peek(),
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
                || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
        {
            offset += 1
        }
        return bytes[start..<offset]
    }

    /// A number, which may be hexadecimal or begin or end with its point, or a word that is a value.
    private mutating func readScalar() -> Bool {
        if let byte = peek(), byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { offset += 1 }
        let start = offset
        while let byte = peek(), !DecodedText.isSpace(byte), !",:]}[{\"'/".utf8.contains(byte) { offset += 1 }
        if mayEndHere { return true }
        let word = String(decoding: bytes[start..<offset], as: UTF8.self)
        if ["true", "false", "null", "Infinity", "NaN"].contains(word) { return true }
        guard let first = word.utf8.first, (0x30...0x39).contains(first) || first == UInt8(ascii: ".") else {
            return false
        }
        if word.hasPrefix("0x") || word.hasPrefix("0X") { return word.dropFirst(2).allSatisfy(\.isHexDigit) }
        return word.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    }
}
