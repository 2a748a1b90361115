/// A declaration that is missing or contradictory, or a property list that holds none.
package struct TypeDeclarationProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    package enum Kind: Sendable, Hashable {
        /// A program uses the identifier as its own and nothing declares it.
        case undeclared
        /// The identifier has a declaration that this one may not overrule; this one is left out.
        case redeclared(by: TypeDeclaration.Source)
        /// The identifier has characters other than letters, digits, `-` and `.`, or an empty part; left out.
        case malformed
        /// The identifier begins as only those of others may: `public.`, `com.apple.` or `dyn.`; left out.
        case reserved(prefix: String)
        /// The parent has no declaration; the type does not conform to it.
        case unknownParent(String)
        /// The type would conform to itself, by way of these; the first of them is no parent of it.
        case cycle([String])
        /// The tag cannot be the ending of a file name, or no MIME type; left out.
        case malformedTag(String)
        /// The property list has another kind of value here than it should.
        case wrongValue(expected: String)
        /// The file cannot be read, or is no property list; the text says why.
        case unreadable(String)
    }

    /// Where a declaration was found.
    package struct Place: Sendable, Hashable {
        /// The property list's path.
        package let file: String
        /// The way to the value in it, such as `UTImportedTypeDeclarations[2].UTTypeConformsTo`; empty for all of it.
        package let key: String
    }

    /// The type's identifier; empty where it is not known.
    package let identifier: String
    package let kind: Kind
    /// Nil for what was declared in code.
    package var place: Place?

    package init(identifier: String, kind: Kind, place: Place? = nil) {
        self.identifier = identifier
        self.kind = kind
        self.place = place
    }

    /// Place, type and what is wrong, in one line.
    package var description: String {
        guard let place else { return reason }
        return place.key.isEmpty ? "\(place.file): \(reason)" : "\(place.file): \(place.key): \(reason)"
    }

    private var reason: String {
        switch kind {
        case .undeclared:
            "\(identifier) has no declaration, so it has no extension and no MIME type"
        case .redeclared(let source):
            "\(identifier) is declared already (\(source)); this declaration is left out"
        case .malformed:
            "\"\(identifier)\" is no type identifier: letters, digits, \"-\" and \".\" in reverse-domain order"
        case .reserved(let prefix):
            "\(identifier) begins with \"\(prefix)\", which only the system's own types may; it is left out"
        case .unknownParent(let parent):
            "\(identifier) conforms to \(parent), which has no declaration"
        case .cycle(let way):
            "\(identifier) conforms to itself: \(([identifier] + way).joined(separator: " → "))"
        case .malformedTag(let tag):
            "\"\(tag)\" is no tag of \(identifier): an ending has no dot and no space, a MIME type one slash"
        case .wrongValue(let expected):
            identifier.isEmpty ? "\(expected) expected" : "\(identifier): \(expected) expected"
        case .unreadable(let why): why
        }
    }
}

extension TypeDeclaration.Source: CustomStringConvertible {
    package var description: String {
        switch self {
        case .system: "system"
        case .field: "built in"
        case .propertyList(let path, _): path
        case .program: "program"
        case .code: "code"
        }
    }
}
