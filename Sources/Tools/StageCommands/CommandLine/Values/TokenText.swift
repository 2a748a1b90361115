/// The written form of a token: `stg_` and 26 characters of lower-case base32.
enum TokenText {
    static let prefix = "stg_"
    static let length = 26

    /// The token that the bytes are.
    /// - Throws: ``UsageError`` that says what is wrong with it and does not repeat it: what is nearly a token is
    ///   nearly a secret.
    static func check(_ bytes: some Sequence<UInt8>) throws(UsageError) -> String {
        let text = String(decoding: Array(bytes), as: UTF8.self)
        guard text.lowercased().hasPrefix(prefix) else {
            throw UsageError(
                "that is no token: tokens begin with \(prefix)",
                hint: "TOKEN may be - (first line of standard input), @FILE, fd:N, or left out for $STAGE_TOKEN")
        }
        let isLower = text == text.lowercased()
        let secret = text.lowercased().utf8.dropFirst(prefix.utf8.count)
        if let wrong = secret.firstIndex(where: { !isBase32($0) }) {
            let place = secret.distance(from: secret.startIndex, to: wrong) + 1
            let meant = lookalike(secret[wrong]).map { "; it may be the letter \($0)" } ?? ""
            throw UsageError(
                "the token is mistyped: after \(prefix) there are only a-z and 2-7, but character \(place) is "
                    + "another\(meant)", hint: copyHint)
        }
        guard secret.count == length else {
            throw UsageError(
                "the token is too \(secret.count < length ? "short" : "long"): after \(prefix) it has "
                    + "\(secret.count) characters, not \(length)", hint: copyHint)
        }
        guard isLower else {
            throw UsageError("the token is mistyped: a token has no upper-case letters", hint: copyHint)
        }
        return text
    }

    private static let copyHint = "copy it whole, or pass it without typing: stage receive - < FILE"

    private static func isBase32(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains(byte)
    }

    /// The letter that is read for a digit which base32 leaves out.
    private static func lookalike(_ byte: UInt8) -> Character? {
        switch byte {
        case UInt8(ascii: "0"): "o"
        case UInt8(ascii: "1"): "l"
        case UInt8(ascii: "8"): "b"
        default: nil
        }
    }
}
