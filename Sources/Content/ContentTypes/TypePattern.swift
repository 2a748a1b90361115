/// What a person gives as a type: `public.image`, `image/png`, `image/*` or `.png`.
///
/// A type matches when it conforms to what the pattern names. `*/*`, `public.item` and `public.data` match any
/// content, also of types that nothing declares.
package struct TypePattern: Sendable, Hashable, CustomStringConvertible {
    private enum Meaning: Hashable {
        /// Whatever there is; the type is the one that was named, nil for `*/*`.
        case anything(UTType?)
        /// Types that conform to one of these.
        case conforming([UTType])
        /// The MIME types under `prefix` (with its slash), and whatever conforms to `root`.
        case family(prefix: String, root: UTType?)
    }

    /// The text that was given.
    package let description: String
    private let meaning: Meaning

    /// Reads what a person typed; the case of letters does not matter.
    ///
    /// - Parameter allowUndeclared: takes a well-formed identifier outside the reserved domains although nothing
    ///   declares it; it then matches itself alone.
    /// - Throws: ``TypePatternError``, which says what is wrong and what would be right.
    package init(parsing text: String, allowUndeclared: Bool = false) throws(TypePatternError) {
        description = text
        let folded = text.asciiFolded
        if folded.isEmpty { throw TypePatternError(text: text, reason: .empty) }
        if folded.hasPrefix(".") {
            meaning = try Self.filenameExtension(String(folded.dropFirst()), text)
        } else if folded.contains("/") {
            meaning = try Self.mimeType(folded, text)
        } else {
            meaning = try Self.identifier(folded, text, allowUndeclared)
        }
    }

    /// The pattern that matches `type` and what conforms to it.
    package init(_ type: UTType) {
        description = type.identifier
        meaning = Self.meaning(of: type)
    }

    /// Whether any content matches.
    package var matchesAnything: Bool { if case .anything = meaning { true } else { false } }

    /// The types that the pattern names, the preferred one first; none where it names a family.
    package var types: [UTType] {
        switch meaning {
        case .anything(let type): type.map { [$0] } ?? []
        case .conforming(let types): types
        case .family: []
        }
    }

    /// Whether the type is what the pattern asks for.
    package func matches(_ type: UTType) -> Bool {
        switch meaning {
        case .anything: true
        case .conforming(let types): types.contains(where: type.conforms(to:))
        case .family(let prefix, let root):
            root.map(type.conforms(to:)) == true
                || type.tags[.mimeType]?.contains { $0.hasPrefix(prefix) } == true
        }
    }

    private static func meaning(of type: UTType) -> Meaning {
        type == .item || type == .data ? .anything(type) : .conforming([type])
    }

    private static func filenameExtension(_ tag: String, _ text: String) throws(TypePatternError) -> Meaning {
        let types = UTType.types(tag: tag, tagClass: .filenameExtension, conformingTo: nil).filter(\.isDeclared)
        if types.isEmpty { throw TypePatternError(text: text, reason: .unknownExtension) }
        return .conforming(types)
    }

    private static func mimeType(_ folded: String, _ text: String) throws(TypePatternError) -> Meaning {
        if folded == "*/*" { return .anything(nil) }
        if folded.hasSuffix("/*") {
            let major = String(folded.dropLast(2))
            guard (major + "/x").isMIMEType else { throw TypePatternError(text: text, reason: .malformedMIMEType) }
            return .family(prefix: major + "/", root: root(of: major))
        }
        // A parameter such as a charset is no part of the type, except in the tags that have one.
        let essence = folded.prefix { $0 != ";" }
        let bare = essence.reversed().drop { $0 == " " }.reversed()
        for candidate in [folded, String(bare)] {
            let types = UTType.types(tag: candidate, tagClass: .mimeType, conformingTo: nil)
            if types == [.data] { return .anything(.data) }
            if types.contains(where: \.isDeclared) { return .conforming(types) }
        }
        // Detectors know more MIME types than are declared here: such a one matches itself.
        guard
            let dynamic = UTType(
                mimeType: String(bare), conformingTo: root(of: String(bare.prefix { $0 != "/" })) ?? .data)
        else { throw TypePatternError(text: text, reason: .malformedMIMEType) }
        return .conforming([dynamic])
    }

    private static func identifier(
        _ folded: String, _ text: String, _ allowUndeclared: Bool
    ) throws(TypePatternError) -> Meaning {
        if let type = UTType(folded) { return meaning(of: type) }
        if !folded.contains(".") { throw TypePatternError(text: text, reason: .notAType) }
        guard folded.isTypeIdentifier else { throw TypePatternError(text: text, reason: .malformedIdentifier) }
        let reserved = ["public.", "com.apple.", "dyn."].contains { folded.hasPrefix($0) }
        guard allowUndeclared, !reserved, let type = UTType(identifier: text, allowUndeclared: true) else {
            throw TypePatternError(text: text, reason: .unknownIdentifier)
        }
        return .conforming([type])
    }

    /// The type that all of a kind of MIME types conform to, such as `public.image` for `image`.
    package static func root(of major: String) -> UTType? {
        switch major {
        case "text": .text
        case "image": .image
        case "audio": .audio
        case "video": .movie
        case "font": .font
        case "message": .message
        case "model": .threeDContent
        default: nil
        }
    }
}

/// A text that names no type.
package struct TypePatternError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with it.
    package enum Reason: Sendable, Hashable {
        case empty
        case notAType
        case unknownIdentifier
        case malformedIdentifier
        case unknownExtension
        case malformedMIMEType
    }

    /// What was given.
    package let text: String
    package let reason: Reason

    package var description: String {
        switch reason {
        case .empty: "a type is missing: \(Self.forms)"
        case .notAType: "\"\(text)\" is no type: \(suggestion ?? Self.forms)"
        case .unknownIdentifier: "no type is declared as \"\(text)\": \(suggestion ?? Self.forms)"
        case .malformedIdentifier:
            "\"\(text)\" is no type identifier, which has letters, digits, \"-\" and \".\" alone: \(Self.forms)"
        case .unknownExtension: "no declared type has the extension \"\(text)\": \(Self.forms)"
        case .malformedMIMEType: "\"\(text)\" is no MIME type: \(Self.forms)"
        }
    }

    private static let forms =
        "give an identifier (public.image), a MIME type (image/png, image/*) or an extension (.png)"

    /// The nearest things that would have been right.
    private var suggestion: String? {
        let folded = text.asciiFolded
        let declarations = TypeRegistry.shared.declarations
        if !folded.contains("."), declarations.contains(where: { $0.extensions.contains(folded) }) {
            return "did you mean \".\(folded)\"?"
        }
        let near = declarations.lazy.map(\.identifier).filter { candidate in
            candidate.hasSuffix("." + folded) || Self.differsLittle(candidate, folded)
        }.prefix(3)
        return near.isEmpty ? nil : "did you mean \(near.joined(separator: ", "))?"
    }

    /// Whether at most two letters were added, left out or changed.
    private static func differsLittle(_ one: String, _ other: String) -> Bool {
        let one = Array(one.utf8)
        let other = Array(other.utf8)
        guard abs(one.count - other.count) <= 2 else { return false }
        var row = Array(0...other.count)
        for (i, byte) in one.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, candidate) in other.enumerated() {
                let substituted = diagonal + (byte == candidate ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substituted, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[other.count] <= 2
    }
}
