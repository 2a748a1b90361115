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
        /// `UTType(exportedAs:)` or `UTType(importedAs:)` in a program.
        case code
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

/// A declaration that is missing or contradictory.
package struct TypeDeclarationProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    package enum Kind: Sendable, Hashable {
        /// A program uses the identifier as its own and nothing declares it.
        case undeclared
        /// The identifier has a declaration that this one may not overrule.
        case redeclared(by: TypeDeclaration.Source)
        /// The identifier has characters other than letters, digits, `-` and `.`, or an empty part.
        case malformed
        /// The parent has no declaration.
        case unknownParent(String)
    }

    package let identifier: String
    package let kind: Kind

    package var description: String {
        switch kind {
        case .undeclared:
            "\(identifier) has no declaration, so it has no extension and no MIME type"
        case .redeclared(let source):
            "\(identifier) is declared already (\(source)); the second declaration is left out"
        case .malformed:
            "\"\(identifier)\" is no type identifier: letters, digits, \"-\" and \".\" in reverse-domain order"
        case .unknownParent(let parent):
            "\(identifier) conforms to \(parent), which has no declaration"
        }
    }
}
