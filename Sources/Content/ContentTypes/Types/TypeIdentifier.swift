extension String {
    /// The text with A to Z in lower case, as identifiers and tags are compared.
    package var asciiFolded: String {
        guard utf8.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) else { return self }
        return String(decoding: utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Whether this may be a type identifier: parts of ASCII letters, digits and `-`, joined by `.`, none empty.
    var isTypeIdentifier: Bool {
        var part = 0
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "."):
                if part == 0 { return false }
                part = 0
            case UInt8(ascii: "-"), 0x30...0x39, 0x41...0x5A, 0x61...0x7A: part += 1
            default: return false
            }
        }
        return part > 0
    }

    /// Whether this may be the ending of a file name: without a dot, a slash, white space or a control character.
    var isFilenameExtension: Bool {
        !isEmpty && !utf8.contains { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    }

    /// Whether this may be a MIME type: two tokens of RFC 2045 and a slash between them.
    var isMIMEType: Bool {
        let parts = utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy { byte in
                        byte > 0x20 && byte < 0x7F && !"()<>@,;:\\\"/[]?=*".utf8.contains(byte)
                    }
            }
    }
}
