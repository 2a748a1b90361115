/// Text as header fields encode it: percent codes, character sets, and words of RFC 2047.
enum EncodedText {
    /// `charset'language'percent-coded`; `nil` for what is none.
    static func extended(_ text: String) -> String? {
        guard let (charset, coded) = parts(of: text) else {
            // Without its quotes it is often percent-coded UTF-8 all the same.
            return percentDecoded(text).flatMap { decoded($0, charset: "utf-8") }
        }
        return percentDecoded(coded).flatMap { decoded($0, charset: charset) }
    }

    /// The character set and the coded text of an extended value.
    static func parts(of text: String) -> (charset: String, text: String)? {
        let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        return (parts[0].lowercased(), String(parts[2]))
    }

    /// The bytes that percent codes stand for; `nil` where a code is none.
    static func percentDecoded(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The text of the bytes; `nil` for a character set that is not known. Bytes that are no UTF-8, although they are
    /// said to be, are read as Windows-1252.
    static func decoded(_ bytes: [UInt8], charset: String) -> String? {
        switch charset {
        case "", "utf-8", "utf8", "us-ascii", "ascii": LegacyText.decoded(bytes)
        case "iso-8859-1", "latin1", "windows-1252", "cp1252", "iso-8859-15": LegacyText.singleBytes(bytes)
        default: nil
        }
    }

    /// A plain name as it was meant: words of RFC 2047 and percent codes decoded, UTF-8 that was read as Latin-1 put
    /// right. A percent-coded separator is left as it is.
    static func repaired(_ text: String) -> String {
        if let words = words(text) { return words }
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            // Only codes of letters beyond ASCII and of blanks are taken for codes: `100%25.txt` may be meant.
            guard text.contains("%"), let bytes = percentDecoded(text),
                let decoded = String(validating: bytes, as: UTF8.self),
                !decoded.unicodeScalars.contains(where: { $0 == "/" || $0 == "\\" || $0.isControl }),
                decoded.unicodeScalars.contains(where: { $0.value >= 0x80 }) || text.contains("%20")
            else { return text }
            return decoded
        }
        let bytes = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        guard bytes.count == text.unicodeScalars.count, let decoded = String(validating: bytes, as: UTF8.self) else {
            return text
        }
        return decoded
    }

    /// Words in the form `=?charset?B or Q?text?=`; `nil` where the text does not consist of such.
    private static func words(_ text: String) -> String? {
        guard text.hasPrefix("=?"), text.hasSuffix("?=") else { return nil }
        var result = ""
        for part in text.split(whereSeparator: \.isWhitespace) {
            let fields = part.split(separator: "?", omittingEmptySubsequences: false)
            guard fields.count == 5, fields[0] == "=", fields[4] == "=" else { return nil }
            let bytes: [UInt8]?
            switch fields[2].lowercased() {
            case "b": bytes = base64(fields[3])
            case "q": bytes = percentDecoded(String(fields[3].map { $0 == "_" ? " " : $0 == "=" ? "%" : $0 }))
            default: bytes = nil
            }
            guard let bytes, let word = decoded(bytes, charset: fields[1].lowercased()) else { return nil }
            result += word
        }
        return result
    }

    private static func base64(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (bits, count): (UInt32, Int) = (0, 0)
        for byte in text.utf8.prefix(while: { $0 != UInt8(ascii: "=") }) {
            guard let value = alphabet.firstIndex(of: byte) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
