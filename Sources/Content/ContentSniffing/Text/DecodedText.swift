/// Bytes that are text in ASCII, UTF-8, or UTF-16 with a byte-order mark, as UTF-8 without the mark.
struct DecodedText {
    /// The text, cut where the bytes end.
    let utf8: [UInt8]
    let charset: String
    /// Whether the bytes were the whole content.
    let isWhole: Bool
    /// Where the first character that is no white space stands.
    let start: Int

    /// - Returns: `nil` for bytes that are no text, or text in another encoding.
    init?(_ bytes: [UInt8], isWhole: Bool) {
        self.isWhole = isWhole
        if bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFF, 0xFE, 0, 0]) {
            guard let decoded = Self.utf16(bytes, little: true) else { return nil }
            (utf8, charset) = (decoded, "utf-16le")
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            guard let decoded = Self.utf16(bytes, little: false) else { return nil }
            (utf8, charset) = (decoded, "utf-16be")
        } else {
            let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
            guard Self.hasNoControls(body), let isASCII = Self.check(body, isWhole: isWhole) else { return nil }
            (utf8, charset) = (body, isASCII && body.count == bytes.count ? "us-ascii" : "utf-8")
        }
        start = utf8.firstIndex { !Self.isSpace($0) } ?? utf8.count
    }

    /// Whether the bytes hold no control character that texts do not use.
    static func hasNoControls(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || ($0 >= 7 && $0 <= 13) || $0 == 0x1B }
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 9 && byte <= 13) }

    /// Whether the text has a line that begins so.
    func hasLine(beginningWith beginning: String) -> Bool {
        utf8.has(beginning, at: start) || utf8.position(of: "\n" + beginning) != nil
    }

    /// The first lines, without their ends.
    func lines(_ count: Int) -> [String] {
        utf8.split(maxSplits: count, omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") }.prefix(count)
            .map { line in String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self) }
    }

    /// Whether valid UTF-8 is ASCII alone; `nil` for what is no UTF-8. A character may be cut at the end of a prefix.
    private static func check(_ bytes: [UInt8], isWhole: Bool) -> Bool? {
        guard let high = bytes.firstIndex(where: { $0 >= 0x80 }) else { return true }
        var body = bytes[high...]
        if !isWhole {
            let lead = body.suffix(4).lastIndex { $0 & 0xC0 != 0x80 } ?? body.endIndex
            if lead < body.endIndex, body[lead] >= 0xC0 { body = body[..<lead] }
        }
        return String(validating: body, as: UTF8.self) == nil ? nil : false
    }

    private static func utf16(_ bytes: [UInt8], little: Bool) -> [UInt8]? {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for index in stride(from: 2, to: bytes.count - 1, by: 2) {
            let (low, high) = little ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
            units.append(UInt16(high) << 8 | UInt16(low))
        }
        let utf8 = Array(String(decoding: units, as: UTF16.self).utf8)
        return hasNoControls(utf8) ? utf8 : nil
    }
}
