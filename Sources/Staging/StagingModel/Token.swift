/// The secret that names a grant: `stg_` and 26 characters of lower-case base32 (RFC 4648), 130 random bits.
///
/// Whoever holds it and is in the grant's scope can receive. It is shown once; the service keeps its digest only.
public struct Token: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The whole text, `stg_` included.
    public let text: String

    /// Takes a token's text; nil where it has not a token's form. A token of the right form need not name a grant.
    public init?(_ text: String) {
        let body = text.utf8.dropFirst(Self.prefix.utf8.count)
        guard text.hasPrefix(Self.prefix), body.count == Self.bodyLength, body.allSatisfy(Base32.isDigit) else {
            return nil
        }
        self.text = text
    }

    /// Makes the token that `bits` spell.
    /// - Parameter bits: at least 17 bytes, of which the first 130 bits count.
    package init(bits: [UInt8]) {
        text = Self.prefix + Base32.text(bits, digits: Self.bodyLength)
    }

    /// Reads a token's text; anything else is an error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let token = Token(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a token")
        }
        self = token
    }

    /// Writes the whole text, the secret included.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The token with its secret left out, so that printing a value never shows it by accident; ``text`` is the secret.
    public var description: String { "stg_…" }

    /// What every token starts with.
    public static let prefix = "stg_"
    private static let bodyLength = 26
}

/// Lower-case base32 without padding (RFC 4648, section 6), 5 bits a digit, most significant bit first.
package enum Base32 {
    private static let digits = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    /// The first `count` digits of `bytes`; fewer where the bytes end before.
    package static func text(_ bytes: [UInt8], digits count: Int) -> String {
        var text = [UInt8]()
        text.reserveCapacity(count)
        var held: UInt32 = 0
        var bits = 0
        for byte in bytes {
            held = held << 8 | UInt32(byte)
            bits += 8
            while bits >= 5, text.count < count {
                bits -= 5
                text.append(digits[Int(held >> UInt32(bits) & 31)])
            }
            held &= (1 << UInt32(bits)) - 1
            if text.count == count { break }
        }
        return String(decoding: text, as: UTF8.self)
    }

    package static func isDigit(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "2")...UInt8(ascii: "7"): true
        default: false
        }
    }
}
