/// Bytes that are text, as UTF-8 without a byte-order mark.
struct DecodedText {
    /// The text, cut where the bytes end.
    let utf8: [UInt8]
    let charset: String?
    /// Whether the bytes were the whole content.
    let isWhole: Bool
    /// Where the first character that is no white space stands.
    let start: Int

    /// Text in ASCII, UTF-8, UTF-16 or UTF-32.
    /// - Returns: `nil` for bytes that are no text, or text in another encoding.
    init?(_ bytes: [UInt8], isWhole: Bool) {
        self.isWhole = isWhole
        if let (order, width, mark) = Self.wideForm(of: bytes) {
            guard let decoded = Self.wide(bytes[mark...], width: width, little: order == .little) else { return nil }
            (utf8, charset) = (decoded, "utf-\(width * 8)\(order.rawValue)")
        } else {
            let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
            guard Self.hasNoControls(body), let isASCII = Self.check(body, isWhole: isWhole) else { return nil }
            (utf8, charset) = (body, isASCII && body.count == bytes.count ? "us-ascii" : "utf-8")
        }
        start = utf8.firstIndex { !Self.isSpace($0) } ?? utf8.count
    }

    /// Text in an old code page, each byte above ASCII as the character that it is in Latin 1: wrong for most, but what
    /// tells kinds of text apart is ASCII.
    ///
    /// - Parameter charset: what the code page is taken for; nil where nobody knows.
    init(legacy bytes: [UInt8], charset: String?, isWhole: Bool) {
        self.isWhole = isWhole
        var utf8: [UInt8] = []
        utf8.reserveCapacity(bytes.count + bytes.count / 4)
        for byte in bytes {
            if byte < 0x80 { utf8.append(byte) } else { utf8 += [0xC0 | byte >> 6, 0x80 | byte & 0x3F] }
        }
        self.utf8 = utf8
        self.charset = charset
        start = utf8.firstIndex { !Self.isSpace($0) } ?? utf8.count
    }

    /// Whether the bytes hold no control character that texts do not use.
    static func hasNoControls(_ bytes: [UInt8]) -> Bool {
        bytes.lengthOfPrefix(
            words: { word in
                // Hacker's Delight, 6-1: bytes below 0x20, and those that are 0x7F, or what stands behind one.
                let low = (word &- 0x2020_2020_2020_2020) & ~word
                let other = word ^ 0x7F7F_7F7F_7F7F_7F7F
                let deleted = (other &- 0x0101_0101_0101_0101) & ~other
                return (low | deleted) & highBits == 0
            }, bytes: { $0 >= 0x20 && $0 != 0x7F || ($0 >= 7 && $0 <= 13) || $0 == 0x1B }) == bytes.count
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 9 && byte <= 13) }

    /// Whether the text has a line that begins so.
    func hasLine(beginningWith beginning: String) -> Bool {
        if utf8.has(beginning, at: start) { return true }
        // Not by the ends of lines, of which there are many more.
        var offset = start
        while let found = utf8.position(of: beginning, from: offset) {
            if found > 0, utf8[found - 1] == UInt8(ascii: "\n") { return true }
            offset = found + 1
        }
        return false
    }

    /// The first lines, without their ends.
    func lines(_ count: Int) -> [String] {
        utf8.split(maxSplits: count, omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") }.prefix(count)
            .map { line in String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self) }
    }

    /// Whether valid UTF-8 is ASCII alone; `nil` for what is no UTF-8. A character may be cut at the end of a prefix.
    private static func check(_ bytes: [UInt8], isWhole: Bool) -> Bool? {
        let high = bytes.lengthOfPrefix(words: { $0 & highBits == 0 }, bytes: { $0 < 0x80 })
        if high == bytes.count { return true }
        var body = bytes[high...]
        if !isWhole {
            let lead = body.suffix(4).lastIndex { $0 & 0xC0 != 0x80 } ?? body.endIndex
            if lead < body.endIndex, body[lead] >= 0xC0 { body = body[..<lead] }
        }
        return String(validating: body, as: UTF8.self) == nil ? nil : false
    }

    private enum Order: String {
        case little = "le"
        case big = "be"
    }

    /// How bytes say that their characters are wide: by a mark, or by the zeros that letters of ASCII bring along.
    /// - Returns: the order, the bytes of a unit, and where the text begins.
    private static func wideForm(of bytes: [UInt8]) -> (Order, width: Int, start: Int)? {
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return (.little, 4, 4) }
        if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return (.big, 4, 4) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.little, 2, 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.big, 2, 2) }
        guard bytes.count >= leastUnmarked, bytes.count.isMultiple(of: 2) else { return nil }
        let sample = bytes.prefix(512)
        for (order, offset) in [(Order.little, 0), (.big, 1)] {
            let letters = stride(from: offset, to: sample.count, by: 2)
            let zeros = stride(from: 1 - offset, to: sample.count, by: 2)
            // All of it: binary data has such runs too.
            if zeros.allSatisfy({ sample[$0] == 0 }), letters.allSatisfy({ isPrintable(sample[$0]) }) {
                return (order, 2, 0)
            }
        }
        return nil
    }

    private static let leastUnmarked = 16

    private static func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F || isSpace(byte) }

    private static func wide(_ bytes: ArraySlice<UInt8>, width: Int, little: Bool) -> [UInt8]? {
        var scalars = String.UnicodeScalarView()
        var high: UInt32?
        for start in stride(from: bytes.startIndex, to: bytes.endIndex - width + 1, by: width) {
            let unit = bytes[start..<start + width]
            let value = (little ? Array(unit.reversed()) : Array(unit)).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            if width == 2, (0xD800..<0xDC00).contains(value) {
                high = value
            } else if width == 2, (0xDC00..<0xE000).contains(value), let first = high {
                scalars.append(Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (value - 0xDC00)) ?? "\u{FFFD}")
                high = nil
            } else {
                guard let scalar = Unicode.Scalar(value) ?? (width == 2 ? "\u{FFFD}" : nil) else { return nil }
                scalars.append(scalar)
            }
        }
        let utf8 = Array(String(scalars).utf8)
        return hasNoControls(utf8) ? utf8 : nil
    }
}
