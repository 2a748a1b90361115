internal import Synchronization

/// The declared types: the compiled-in ones, and what a program adds.
///
/// Nothing is done before the first question, which reads the compiled-in tables (well below a millisecond) and the
/// property lists in the places given. All members may be called from any thread.
package final class TypeRegistry: Sendable {
    /// The registry that ``UTType`` asks.
    ///
    /// A program's declarations are read at the first question, unless ``load(_:)`` came before, and what is wrong with
    /// them then goes to standard error, as nobody else would tell of it.
    package static let shared = TypeRegistry(
        tables: [
            (systemTypes, .system), (fieldTypes, .field), (fieldTextTypes, .field), (fieldMediaTypes, .field),
            (fieldSystemTypes, .field), (fieldDocumentTypes, .field),
        ], places: .ofProgram, complain: StandardError.write)

    private struct State {
        var table = TypeTable()
        /// What is still to be read.
        var places: DeclarationPlaces?
    }

    private let state: Mutex<State>
    /// Tells the program's user of something, in whole lines.
    private let complain: @Sendable (String) -> Void

    /// A registry of its own over `tables`, for tests and tools.
    package init(
        tables: [(text: String, source: TypeDeclaration.Source)], places: DeclarationPlaces? = nil,
        complain: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        var initial = State(places: places)
        for (text, source) in tables { initial.table.read(text, source: source) }
        state = Mutex(initial)
        self.complain = complain
    }

    /// Works with the table, after what was still to be read.
    private func withTable<Answer: Sendable>(_ body: (inout TypeTable) -> Answer) -> Answer {
        let (answer, problems) = state.withLock { state in
            let problems = state.places.map { state.table.add(PropertyLists(in: $0)) } ?? []
            state.places = nil
            return (body(&state.table), problems)
        }
        for problem in problems { complain("declared types: \(problem)") }
        return answer
    }

    /// Adds what property lists declare. What was still to be read is not any more.
    func add(_ lists: PropertyLists) -> [TypeDeclarationProblem] {
        state.withLock { state in
            state.places = nil
            return state.table.add(lists)
        }
    }

    /// Adds a declaration behind those that are there, in the order of tag precedence.
    /// - Returns: what is wrong with it; it is left out when it is malformed or declared already, and kept, for its
    ///   tags and identity, when only a parent is unknown.
    @discardableResult
    package func declare(_ declaration: TypeDeclaration) -> [TypeDeclarationProblem] {
        withTable { $0.add(declaration) }
    }

    /// Adds what property lists declare behind all that was to be read before.
    func declare(_ lists: PropertyLists) -> [TypeDeclarationProblem] { withTable { $0.add(lists) } }

    /// Adds a program's declaration of a type of its own.
    /// - Returns: what is wrong with it; it is left out then. Nothing where it is there already.
    func declareOwn(_ declaration: TypeDeclaration) -> [TypeDeclarationProblem] {
        withTable { table in
            switch table.declaration(of: declaration.identifier) {
            case let there? where there == declaration: return []
            case let there? where there.source.isExportedList: return []
            default: break
            }
            let problems = table.mistakes(in: declaration)
            if problems.isEmpty { table.add(declaration) }
            return problems
        }
    }

    /// Everything reported so far by ``declare(_:)`` and by programs that used undeclared types, in order.
    package var problems: [TypeDeclarationProblem] { withTable { $0.problems } }

    /// Every declaration, in the order of precedence.
    package var declarations: [TypeDeclaration] { withTable { $0.declarations() } }

    /// The declaration of the identifier, whatever its case.
    package func declaration(of identifier: String) -> TypeDeclaration? {
        withTable { $0.declaration(of: identifier) }
    }

    /// The identifiers of the types that carry the tag, the preferred one first.
    package func identifiers(tag: String, tagClass: UTTagClass) -> [String] {
        withTable { $0.carriers(of: tag, tagClass) }
    }

    /// Whether `parents` lead to `ancestor` (folded) by declared conformance.
    func conforms(_ parents: [String], to ancestor: String) -> Bool {
        withTable { $0.reach(from: parents) { $0 == ancestor } }
    }

    /// The folded identifiers of everything that `parents` lead to, themselves among them.
    func closure(of parents: [String]) -> Set<String> {
        withTable { table in
            var found: Set<String> = []
            _ = table.reach(from: parents) {
                found.insert($0)
                return false
            }
            return found
        }
    }

    /// What `property` first gives of the type's declaration or of those above it, the nearest first.
    package func nearest<Value: Sendable>(
        to identifier: String, _ property: (TypeDeclaration) -> Value?
    ) -> Value? {
        withTable { table in
            var waiting = [identifier]
            var seen: Set<String> = []
            var next = 0
            while next < waiting.count {
                let key = waiting[next].asciiFolded
                next += 1
                guard seen.insert(key).inserted, let declared = table.declaration(of: key) else { continue }
                if let value = property(declared) { return value }
                waiting += declared.parents
            }
            return nil
        }
    }

    /// The declarations of every type that conforms to `type` and is not the same type.
    package func subtypes(of type: UTType) -> [TypeDeclaration] {
        withTable { $0.descendants(of: type.identifier.asciiFolded) }
    }

    /// Takes note that a program names a type in code. What nothing declares is declared here, as conforming to `parent`
    /// or else to `public.data`, and the program's user is told, once, what is missing and what would mend it.
    func use(_ identifier: String, as role: MissingDeclaration.Role, parent: String?) {
        let missing: MissingDeclaration? = withTable { table in
            guard table.declaration(of: identifier) == nil else { return nil }
            var declaration = TypeDeclaration(identifier: identifier, source: .code)
            declaration.parents = [parent ?? "public.data"]
            let undeclared = TypeDeclarationProblem(identifier: identifier, kind: .undeclared)
            guard !table.problems.contains(undeclared) else { return nil }
            table.note(undeclared)
            return MissingDeclaration(declaration, role: role, problems: table.add(declaration))
        }
        if let missing { complain(missing.description) }
    }
}
