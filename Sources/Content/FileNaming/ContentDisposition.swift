extension FileNaming {
    /// The name that a `Content-Disposition` value gives a download, safe as ``suggestion(from:fitting:fallbackBase:)``
    /// makes it; see there for `fitting` and `fallbackBase`.
    package static func suggestion(
        fromContentDisposition value: String, fitting: FittingExtensions?, fallbackBase: String = "file"
    ) -> String {
        suggestion(from: claimedName(inContentDisposition: value), fitting: fitting, fallbackBase: fallbackBase)
    }

    /// The name that a `Content-Disposition` value gives a download, as one safe component of a path.
    ///
    /// - Parameters:
    ///   - value: what stands behind the colon of the header field, in any of the forms that servers send.
    ///   - fallbackBase: stands for a name of which nothing visible is left, or that is not given.
    /// - Returns: 1 to 255 bytes; without separators, controls, names of Windows' devices, leading dash.
    public static func suggestion(fromContentDisposition value: String, fallbackBase: String = "file") -> String {
        suggestion(fromContentDisposition: value, fitting: nil, fallbackBase: fallbackBase)
    }

    /// The name as the value claims it, decoded and not made safe; `nil` where it claims none.
    ///
    /// RFC 6266 and RFC 8187: `filename*` counts before `filename`, and the first of two alike. What is common and
    /// against the rules is understood too: bare words with blanks, single quotes, percent-coded and RFC 2047-coded plain
    /// names, continuations (RFC 2231), UTF-8 that was read as Latin-1, and values that stop in the middle.
    public static func claimedName(inContentDisposition value: String) -> String? {
        let parameters = DispositionParameters(value)
        if let name = parameters.extended, !name.isEmpty { return name }
        guard let plain = parameters.plain, !plain.isEmpty else { return nil }
        return EncodedText.repaired(plain)
    }
}

/// The parameters of a `Content-Disposition` value that name a file.
private struct DispositionParameters {
    /// The first `filename`, without its quotes.
    private(set) var plain: String?
    /// The first `filename*` that can be decoded, whole or in numbered pieces.
    private(set) var extended: String?

    /// Parameters that are looked at, and the pieces of a continued one.
    private static let (mostParameters, mostPieces) = (64, 32)

    init(_ value: String) {
        var rest = value.unicodeScalars.prefix(16_384)[...]
        var pieces: [Int: (text: String, isEncoded: Bool)] = [:]
        // The first word is the disposition, unless it already is a parameter.
        for _ in 0..<Self.mostParameters {
            guard let (name, text) = Self.next(&rest) else { break }
            switch name {
            case "filename": if plain == nil { plain = text }
            case "filename*": if extended == nil { extended = EncodedText.extended(text) }
            case _ where name.hasPrefix("filename*"):
                let isEncoded = name.hasSuffix("*")
                let digits = name.dropFirst("filename*".count).prefix { $0.isASCII && $0.isNumber }
                if let index = Int(digits), index < Self.mostPieces, pieces[index] == nil {
                    pieces[index] = (text, isEncoded)
                }
            default: continue
            }
        }
        if extended == nil { extended = Self.joined(pieces) }
    }

    /// The next parameter: its name in lower case and its value; `nil` at the end.
    private static func next(_ rest: inout Substring.UnicodeScalarView) -> (name: String, text: String)? {
        while !rest.isEmpty {
            rest = rest.drop { $0 == ";" || isBlank($0) }
            let word = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest[word.endIndex...]
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop(while: isBlank)
            let name = String(word).lowercased().filter { !$0.isWhitespace }
            return (name, text(&rest))
        }
        return nil
    }

    private static func text(_ rest: inout Substring.UnicodeScalarView) -> String {
        if rest.first == "\"" {
            rest = rest.dropFirst()
            return quoted(&rest)
        }
        let bare = rest.prefix { $0 != ";" }
        rest = rest[bare.endIndex...]
        var kept = String(bare)
        while kept.last?.isWhitespace == true { kept.removeLast() }
        // Single quotes are no quotes, but some servers think so.
        if kept.count > 1, kept.first == "'", kept.last == "'" { kept = String(kept.dropFirst().dropLast()) }
        return kept
    }

    /// What stands up to the closing quote. A backslash takes the meaning from a quote or a backslash behind it; before
    /// anything else it is one, since browsers on Windows have sent whole paths.
    private static func quoted(_ rest: inout Substring.UnicodeScalarView) -> String {
        var kept = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            if scalar == "\"" { break }
            if scalar == "\\", let next = rest.first, next == "\"" || next == "\\" {
                // A path's last separator stands before the closing quote of a value that goes on.
                kept.append(next)
                rest = rest.dropFirst()
            } else {
                kept.append(scalar)
            }
        }
        return String(kept)
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

    /// The pieces from 0 on without a gap; the first encoded one says the character set.
    private static func joined(_ pieces: [Int: (text: String, isEncoded: Bool)]) -> String? {
        guard let first = pieces[0] else { return nil }
        var (charset, bytes): (String, [UInt8]) = ("utf-8", [])
        for index in 0..<mostPieces {
            guard let piece = pieces[index] else { break }
            guard piece.isEncoded else {
                bytes += piece.text.utf8
                continue
            }
            if index == 0, first.isEncoded, let (name, text) = EncodedText.parts(of: piece.text) {
                charset = name
                bytes += EncodedText.percentDecoded(text) ?? Array(text.utf8)
            } else {
                bytes += EncodedText.percentDecoded(piece.text) ?? Array(piece.text.utf8)
            }
        }
        return EncodedText.decoded(bytes, charset: charset)
    }
}
