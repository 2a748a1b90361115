public import FoundationEssentials
internal import LinuxSystem

extension UTType {
    /// Declares a type that this program owns, for programs that have no property list to do it in.
    ///
    ///     static let recipe = try! UTType.declare(
    ///         "com.example.recipe", conformingTo: [.json], tags: [.filenameExtension: ["recipe"]])
    ///
    /// To be called before the type is used. A declaration that an exported one in a property list precedes changes
    /// nothing, and one that is repeated as it was is no mistake. May block at the first use of any type, for reading
    /// the property lists of declarations.
    ///
    /// - Parameters:
    ///   - identifier: letters, digits, `-` and `.` in reverse-domain order, and none of the domains `public`, `dyn`
    ///     and `com.apple`.
    ///   - parents: what it conforms to directly.
    ///   - tags: extensions without the dot, and MIME types, the preferred one first.
    ///   - localizedDescription: what a person calls it.
    ///   - version: the version of the declaration.
    ///   - referenceURL: where the format is described.
    /// - Returns: the type.
    /// - Throws: ``UTTypeDeclarationError`` for an identifier or a tag that is malformed, one of the system's types, a
    ///   parent that nothing declares, and a type that would conform to itself.
    @discardableResult
    public static func declare(
        _ identifier: String, conformingTo parents: [UTType] = [.data], tags: [UTTagClass: [String]] = [:],
        localizedDescription: String? = nil, version: Int? = nil, referenceURL: URL? = nil
    ) throws(UTTypeDeclarationError) -> UTType {
        var declaration = TypeDeclaration(identifier: identifier, source: .program)
        declaration.parents = parents.map(\.identifier)
        declaration.extensions = (tags[.filenameExtension] ?? []).map(\.asciiFolded)
        declaration.mimeTypes = (tags[.mimeType] ?? []).map(\.asciiFolded)
        declaration.summary = localizedDescription
        declaration.version = version
        declaration.reference = referenceURL?.absoluteString
        let problems = TypeRegistry.shared.declareOwn(declaration)
        if !problems.isEmpty { throw UTTypeDeclarationError(problems) }
        return UTType(unchecked: identifier)
    }

    /// Adds what a property list declares under `UTExportedTypeDeclarations` and `UTImportedTypeDeclarations`. Blocks
    /// for reading it.
    ///
    /// - Throws: ``UTTypeDeclarationError`` with everything that is wrong with it; what is not wrong is declared all the
    ///   same.
    public static func declare(contentsOf propertyList: URL) throws(UTTypeDeclarationError) {
        let problems = TypeRegistry.shared.declare(PropertyLists(file: propertyList.path))
        if !problems.isEmpty { throw UTTypeDeclarationError(problems) }
    }
}

/// What is wrong with declarations of types.
public struct UTTypeDeclarationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence for each mistake, with file and key where it was read from a property list.
    public let mistakes: [String]

    init(_ problems: [TypeDeclarationProblem]) { mistakes = problems.map(\.description) }

    /// The mistakes, a line each.
    public var description: String { mistakes.joined(separator: "\n") }
}
