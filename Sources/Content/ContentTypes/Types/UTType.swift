public import FoundationEssentials

/// A type of data, named by a reverse-domain identifier such as `public.png`.
///
/// A value is no more than the name: what it conforms to and which tags it has is asked of the declarations at each
/// use. Two values are equal when their identifiers are, whatever the case of the letters. Nothing here blocks.
public struct UTType: Sendable {
    /// The identifier, as the type's declaration spells it.
    public let identifier: String
    /// The identifier in lower case, by which types are compared.
    private let key: String

    /// The type with an identifier that is declared, or with a well-formed dynamic one; `nil` for any other.
    public init?(_ identifier: String) {
        self.init(identifier: identifier, allowUndeclared: false)
    }

    /// The type with an identifier, which need not be declared.
    ///
    /// - Parameter identifier: in reverse-domain form, such as `public.png`.
    /// - Parameter allowUndeclared: keeps the identity of a well-formed identifier that nothing declares; such a type
    ///   is neither ``isDeclared`` nor ``isDynamic`` and has no conformance and no tags.
    /// - Returns: `nil` for text that is no identifier, and for an unknown one that is not allowed.
    public init?(identifier: String, allowUndeclared: Bool) {
        if let declared = TypeRegistry.shared.declaration(of: identifier) {
            self.init(unchecked: declared.identifier)
        } else if identifier.asciiFolded.hasPrefix("dyn.") {
            guard DynamicType(identifier: identifier) != nil else { return nil }
            self.init(unchecked: identifier.asciiFolded)
        } else {
            guard allowUndeclared, identifier.isTypeIdentifier else { return nil }
            self.init(unchecked: identifier)
        }
    }

    /// The preferred type of an extension, without the dot, among those that conform to `supertype`.
    ///
    /// - Returns: a dynamic type where none is declared; `nil` for text that is no extension.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// The preferred type of a MIME type among those that conform to `supertype`.
    ///
    /// - Returns: a dynamic type where none is declared; `nil` for text that is no MIME type.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// The preferred type of a tag among those that conform to `supertype`, where one is given.
    ///
    /// - Returns: a dynamic type where none is declared; `nil` for a tag that is malformed or of an unknown class.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        guard let first = UTType.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first else { return nil }
        self = first
    }

    /// The types that carry a tag and conform to `supertype`, where one is given; the preferred one first.
    ///
    /// - Returns: one dynamic type where none is declared, none for a tag that is malformed or of an unknown class.
    public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
        let declared = TypeRegistry.shared.identifiers(tag: tag, tagClass: tagClass).map(UTType.init(unchecked:))
            .filter { type in supertype.map(type.conforms(to:)) ?? true }
        if !declared.isEmpty { return declared }
        switch tagClass {
        case .filenameExtension: guard tag.isFilenameExtension else { return [] }
        case .mimeType: guard tag.isMIMEType else { return [] }
        default: return []
        }
        let dynamic = DynamicType(parents: supertype.map { [$0.identifier] } ?? [], tag: tag, tagClass: tagClass)
        return [UTType(unchecked: dynamic.identifier)]
    }

    /// A type that this program owns. Store it in a `static let`.
    ///
    /// Where nothing declares the identifier, the type is declared here and now, without tags, as conforming to
    /// `parentType` or else to ``data``; standard error is told, once for each type, what is missing and what would
    /// mend it. May block at the first use of any type, for reading the property lists of declarations.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        TypeRegistry.shared.use(identifier, as: .exported, parent: parentType?.identifier)
        self = UTType(identifier: identifier, allowUndeclared: true) ?? UTType(unchecked: identifier)
    }

    /// A type that others own and this program knows. Ask anew each time: declarations may come and go.
    ///
    /// As ``init(exportedAs:conformingTo:)``, except that of a type that is compiled in nowhere it gives the type that
    /// is preferred for its preferred extension, where that is another and conforms to `parentType`.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        TypeRegistry.shared.use(identifier, as: .imported, parent: parentType?.identifier)
        let type = UTType(identifier: identifier, allowUndeclared: true) ?? UTType(unchecked: identifier)
        self = type.equivalent(conformingTo: parentType) ?? type
    }

    /// The type that is preferred for this one's preferred extension, where this is compiled in nowhere.
    private func equivalent(conformingTo parent: UTType?) -> UTType? {
        switch TypeRegistry.shared.declaration(of: key)?.source {
        case .propertyList?, .program?: break
        default: return nil
        }
        // As what an item of the type lies on a disk.
        let root = parent ?? [.data, .package].first(where: conforms(to:))
        return preferredFilenameExtension.flatMap {
            UTType(tag: $0, tagClass: .filenameExtension, conformingTo: root)
        }.flatMap { $0.isDeclared ? $0 : nil }
    }

    /// A type whose declaration is compiled in.
    init(known identifier: String) { self.init(unchecked: identifier) }

    init(unchecked identifier: String) {
        self.identifier = identifier
        key = identifier.asciiFolded
    }
}

extension UTType {
    /// What is known of the type, from its declaration or from a dynamic identifier itself.
    private var facts: (parents: [String], extensions: [String], mimeTypes: [String])? {
        if let declared = TypeRegistry.shared.declaration(of: key) {
            return (declared.parents, declared.extensions, declared.mimeTypes)
        }
        return DynamicType(identifier: key).map { ($0.parents, $0.extensions, $0.mimeTypes) }
    }

    /// The first of the type's extensions, without the dot.
    public var preferredFilenameExtension: String? { facts?.extensions.first }

    /// The first of the type's MIME types.
    public var preferredMIMEType: String? { facts?.mimeTypes.first }

    /// The type's extensions and MIME types, in the order of preference; a class without tags is absent.
    public var tags: [UTTagClass: [String]] {
        guard let facts else { return [:] }
        return [.filenameExtension: facts.extensions, .mimeType: facts.mimeTypes].filter { !$0.value.isEmpty }
    }

    /// What a person calls the type, in English, or what the nearest supertype with such a name is called; dynamic types
    /// have none.
    public var localizedDescription: String? {
        if isDynamic { return nil }
        return TypeRegistry.shared.nearest(to: key) { $0.summary }
    }

    /// The version of the type's declaration, where it says one.
    public var version: Int? { TypeRegistry.shared.declaration(of: key)?.version }

    /// Where the format is described, where the declaration says so.
    public var referenceURL: URL? {
        TypeRegistry.shared.declaration(of: key)?.reference.flatMap { URL(string: $0) }
    }

    /// Whether the identifier holds all that is known of the type, since nothing declares it.
    public var isDynamic: Bool { key.hasPrefix("dyn.") }

    /// Whether the type has a declaration.
    public var isDeclared: Bool { TypeRegistry.shared.declaration(of: key) != nil }

    /// Whether the identifier begins with `public.`.
    public var isPublic: Bool { key.hasPrefix("public.") }

    /// Whether this is `type` or conforms to it, directly or not.
    public func conforms(to type: UTType) -> Bool { self == type || isSubtype(of: type) }

    /// Whether this conforms to `type` and is not the same type.
    public func isSubtype(of type: UTType) -> Bool {
        guard self != type, let parents = facts?.parents else { return false }
        return TypeRegistry.shared.conforms(parents, to: type.key)
    }

    /// Whether `type` conforms to this and is not the same type.
    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

    /// Every type that this one conforms to, directly or not; not itself.
    public var supertypes: Set<UTType> {
        guard let parents = facts?.parents else { return [] }
        let found = TypeRegistry.shared.closure(of: parents).map { key in
            UTType(unchecked: TypeRegistry.shared.declaration(of: key)?.identifier ?? key)
        }
        return Set(found).subtracting([self])
    }
}

extension UTType: Hashable {
    /// Whether the identifiers are the same, whatever their case.
    public static func == (one: UTType, other: UTType) -> Bool { one.key == other.key }

    /// Hashes the identifier, whatever its case.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension UTType: CustomStringConvertible, CustomDebugStringConvertible {
    /// The identifier.
    public var description: String { identifier }

    /// The identifier, and whether something declares it.
    public var debugDescription: String {
        "\(identifier) (\(isDynamic ? "dynamic" : isDeclared ? "declared" : "not declared"))"
    }
}

extension UTType: Codable {
    /// Reads the identifier, of a type that need not be declared here.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for text that is no identifier.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let type = UTType(identifier: text, allowUndeclared: true) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text)\" is no type identifier")
        }
        self = type
    }

    /// Writes the identifier as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}
