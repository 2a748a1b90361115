/// Turns the names of one archive into text, whatever character set they are in.
///
/// What is UTF-8 is UTF-8: text in another set hardly ever is by chance. All other names of an archive are taken to be
/// in one set, which is guessed from all of them that were seen so far.
struct NameDecoder {
    /// What the archive's maker had for a default, where the bytes say too little.
    enum Origin { case dos, unix }

    private let fixed: String?
    private let origin: Origin
    /// Names that are no UTF-8, enough of them for a guess.
    private var evidence: [[UInt8]] = []
    private var guess: String?
    private static let mostEvidence = 400

    /// - Parameter encoding: The set of all names that are not UTF-8, known to iconv; nil guesses.
    init(encoding: String?, origin: Origin) {
        fixed = encoding
        self.origin = origin
    }

    /// Whether iconv knows a set by this name.
    static func knows(_ encoding: String) -> Bool { CharacterSet(encoding) != nil }

    /// Takes names into account before the first is decoded.
    mutating func learn(_ names: some Sequence<[UInt8]>) {
        for name in names where evidence.count < Self.mostEvidence && String(validating: name, as: UTF8.self) == nil {
            evidence.append(name)
        }
        guess = nil
    }

    /// The name as text; never nil, since a name that no set explains has each byte kept apart.
    mutating func decoded(_ bytes: [UInt8]) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        if let fixed, let text = CharacterSet(fixed)?.decoded(bytes) { return text }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        if guess == nil || evidence.count < 8, !evidence.contains(bytes) { learn([bytes]) }
        let set = guess ?? CharacterSetGuess.best(for: evidence, origin: origin)
        guess = set
        return CharacterSet(set)?.decoded(bytes) ?? Self.byteForByte(bytes)
    }

    /// Latin-1, in which every byte is a character.
    private static func byteForByte(_ bytes: [UInt8]) -> String {
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
        return String(scalars)
    }
}
