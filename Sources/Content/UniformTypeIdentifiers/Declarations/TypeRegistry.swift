internal import Synchronization

/// The declared types: the compiled-in ones, and what a program adds.
///
/// Nothing is done before the first question, which reads the compiled-in tables (well below a millisecond).
/// All members may be called from any thread.
package final class TypeRegistry: Sendable {
    /// The registry that ``UTType`` asks.
    package static let shared = TypeRegistry(tables: [
        (systemTypes, .system), (fieldTypes, .field), (fieldTextTypes, .field), (fieldMediaTypes, .field),
        (fieldSystemTypes, .field), (fieldDocumentTypes, .field),
    ])

    private let state: Mutex<TypeTable>

    /// A registry of its own over `tables`, for tests and tools.
    package init(tables: [(text: String, source: TypeDeclaration.Source)]) {
        var table = TypeTable()
        for (text, source) in tables { table.read(text, source: source) }
        state = Mutex(table)
    }

    /// Adds a declaration behind those that are there, in the order of tag precedence.
    /// - Returns: what is wrong with it; it is left out when it is malformed or declared already, and kept, for its
    ///   tags and identity, when only a parent is unknown.
    @discardableResult
    package func declare(_ declaration: TypeDeclaration) -> [TypeDeclarationProblem] {
        state.withLock { $0.add(declaration) }
    }

    /// Adds the declarations of property lists: those that say the same thing of each other see all of them.
    func add(
        _ found: [PropertyListReader.Found], problems: [TypeDeclarationProblem]
    ) -> [TypeDeclarationProblem] {
        state.withLock { table in
            for problem in problems { table.note(problem) }
            return problems + table.add(found)
        }
    }

    /// Everything reported so far by ``declare(_:)`` and by programs that used undeclared types, in order.
    package var problems: [TypeDeclarationProblem] { state.withLock { $0.problems } }

    /// Every declaration, in the order of precedence.
    package var declarations: [TypeDeclaration] { state.withLock { $0.declarations() } }

    /// The declaration of the identifier, whatever its case.
    package func declaration(of identifier: String) -> TypeDeclaration? {
        state.withLock { $0.declaration(of: identifier) }
    }

    /// The identifiers of the types that carry the tag, the preferred one first.
    package func identifiers(tag: String, tagClass: UTTagClass) -> [String] {
        state.withLock { $0.carriers(of: tag, tagClass) }
    }

    /// Whether `parents` lead to `ancestor` (folded) by declared conformance.
    func conforms(_ parents: [String], to ancestor: String) -> Bool {
        state.withLock { $0.reach(from: parents) { $0 == ancestor } }
    }

    /// The folded identifiers of everything that `parents` lead to, themselves among them.
    func closure(of parents: [String]) -> Set<String> {
        state.withLock { table in
            var found: Set<String> = []
            _ = table.reach(from: parents) {
                found.insert($0)
                return false
            }
            return found
        }
    }

    /// The declarations of every type that conforms to `type` and is not the same type.
    package func subtypes(of type: UTType) -> [TypeDeclaration] {
        state.withLock { $0.descendants(of: type.identifier.asciiFolded) }
    }

    /// Declares a type that a program names in code, once, and notes that nothing else declares it.
    func declareFromCode(_ identifier: String, parent: String?) {
        state.withLock { table in
            guard table.declaration(of: identifier) == nil else { return }
            var declaration = TypeDeclaration(identifier: identifier, source: .code)
            declaration.parents = [parent ?? "public.data"]
            table.note(TypeDeclarationProblem(identifier: identifier, kind: .undeclared))
            table.add(declaration)
        }
    }
}
