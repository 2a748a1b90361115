/// What is known of one type: its parents, its tags, and who says so.
package struct TypeDeclaration: Sendable, Hashable {
    /// Where a declaration comes from. An earlier case is not overruled by a later one.
    package enum Source: Sendable, Hashable {
        /// A system type of Apple's platforms.
        case system
        /// A common type compiled in beside those.
        case field
        /// A property list at this path; `exported` when the type's owner declares it, else imported.
        case propertyList(path: String, exported: Bool)
        /// `UTType.declare` in a program.
        case program
        /// `UTType(exportedAs:)` or `UTType(importedAs:)` in a program, which had to assume the rest.
        case code

        var isExportedList: Bool { if case .propertyList(_, exported: true) = self { true } else { false } }
    }

    /// The identifier as it was spelled.
    package var identifier: String
    /// The identifiers of the types it conforms to directly.
    package var parents: [String] = []
    /// File name extensions, lower-case, without the dot; the preferred one first.
    package var extensions: [String] = []
    /// MIME types, lower-case; the preferred one first.
    package var mimeTypes: [String] = []
    /// What a person calls it, in English.
    package var summary: String?
    /// Where the format is described.
    package var reference: String?
    /// The version of the declaration.
    package var version: Int?
    package var source: Source

    package init(identifier: String, source: Source) {
        self.identifier = identifier
        self.source = source
    }
}
