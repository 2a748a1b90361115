internal import Synchronization

/// The declared types: the compiled-in ones, and what a program adds.
///
/// Nothing is done before the first question, which reads the compiled-in tables (well below a millisecond).
/// All members may be called from any thread.
package final class TypeRegistry: Sendable {
    /// The registry that ``UTType`` asks.
    package static let shared = TypeRegistry(tables: [(systemTypes, .system), (fieldTypes, .field)])

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

    /// Everything reported so far by ``declare(_:)`` and by programs that used undeclared types, in order.
    package var problems: [TypeDeclarationProblem] { state.withLock { $0.problems } }

    /// Every declaration, in the order of precedence.
    package var declarations: [TypeDeclaration] { state.withLock { $0.declarations } }

    /// The declaration of the identifier, whatever its case.
    package func declaration(of identifier: String) -> TypeDeclaration? {
        state.withLock { $0.declaration(of: identifier) }
    }

    /// The identifiers of the types that carry the tag, the preferred one first.
    package func identifiers(tag: String, tagClass: UTTagClass) -> [String] {
        state.withLock { table in table.carriers(of: tag, tagClass).map { table.declarations[$0].identifier } }
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

    /// Declares a type that a program names in code, once, and notes that nothing else declares it.
    func declareFromCode(_ identifier: String, parent: String?) {
        state.withLock { table in
            guard table.declaration(of: identifier) == nil else { return }
            var declaration = TypeDeclaration(identifier: identifier, source: .code)
            declaration.parents = [parent ?? "public.data"]
            table.problems.append(TypeDeclarationProblem(identifier: identifier, kind: .undeclared))
            table.add(declaration)
        }
    }
}

/// Declarations and their indices.
struct TypeTable {
    private(set) var declarations: [TypeDeclaration] = []
    var problems: [TypeDeclarationProblem] = []
    private var byIdentifier: [String: Int] = [:]
    private var byExtension: [String: [Int]] = [:]
    private var byMIMEType: [String: [Int]] = [:]

    func declaration(of identifier: String) -> TypeDeclaration? {
        byIdentifier[identifier.asciiFolded].map { declarations[$0] }
    }

    func carriers(of tag: String, _ tagClass: UTTagClass) -> [Int] {
        switch tagClass {
        case .filenameExtension: byExtension[tag.asciiFolded] ?? []
        case .mimeType: byMIMEType[tag.asciiFolded] ?? []
        default: []
        }
    }

    /// Visits folded identifiers upwards from `parents`, each once, until `found` says so.
    func reach(from parents: [String], until found: (String) -> Bool) -> Bool {
        var waiting = parents.map(\.asciiFolded)
        var seen: Set<String> = []
        while let next = waiting.popLast() {
            guard seen.insert(next).inserted else { continue }
            if found(next) { return true }
            if let index = byIdentifier[next] { waiting += declarations[index].parents.lazy.map(\.asciiFolded) }
        }
        return false
    }

    @discardableResult
    mutating func add(_ declaration: TypeDeclaration) -> [TypeDeclarationProblem] {
        let identifier = declaration.identifier
        var found: [TypeDeclarationProblem] = []
        if !identifier.isTypeIdentifier {
            found.append(TypeDeclarationProblem(identifier: identifier, kind: .malformed))
        } else if let there = self.declaration(of: identifier), !Self.overrules(declaration.source, there.source) {
            found.append(TypeDeclarationProblem(identifier: identifier, kind: .redeclared(by: there.source)))
        } else {
            for parent in declaration.parents where self.declaration(of: parent) == nil {
                found.append(TypeDeclarationProblem(identifier: identifier, kind: .unknownParent(parent)))
            }
            insert(declaration)
        }
        problems += found
        return found
    }

    /// An exported declaration beats an imported one of the same identifier, and either beats what code assumed.
    private static func overrules(_ new: TypeDeclaration.Source, _ old: TypeDeclaration.Source) -> Bool {
        switch (new, old) {
        case (.propertyList, .code): true
        case (.propertyList(_, exported: true), .propertyList(_, exported: false)): true
        default: false
        }
    }

    private mutating func insert(_ declaration: TypeDeclaration) {
        let key = declaration.identifier.asciiFolded
        let index = byIdentifier[key] ?? declarations.count
        if index < declarations.count {
            for tag in declarations[index].extensions { byExtension[tag]?.removeAll { $0 == index } }
            for tag in declarations[index].mimeTypes { byMIMEType[tag]?.removeAll { $0 == index } }
            declarations[index] = declaration
        } else {
            declarations.append(declaration)
            byIdentifier[key] = index
        }
        for tag in declaration.extensions { byExtension[tag, default: []].append(index) }
        for tag in declaration.mimeTypes { byMIMEType[tag, default: []].append(index) }
    }

    /// Reads a compiled-in table; a row of an identifier that is there adds its tags behind that type's own.
    mutating func read(_ text: String, source: TypeDeclaration.Source) {
        let bytes = Array(text.utf8)
        let rows = bytes.split(separator: UInt8(ascii: "\n"))
        declarations.reserveCapacity(declarations.count + rows.count)
        byIdentifier.reserveCapacity(declarations.count + rows.count)
        for row in rows {
            let fields = row.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
            guard fields.count >= 4, let identifier = Self.words(fields[0]).first else { continue }
            if let index = byIdentifier[identifier] {
                amend(index, extensions: Self.words(fields[2]), mimeTypes: Self.words(fields[3]))
                continue
            }
            var declaration = TypeDeclaration(identifier: identifier, source: source)
            declaration.parents = Self.words(fields[1])
            declaration.extensions = Self.words(fields[2])
            declaration.mimeTypes = Self.words(fields[3])
            if fields.count > 4, fields[4].count > 1 {
                declaration.summary = String(decoding: fields[4].dropFirst(), as: UTF8.self)
            }
            insert(declaration)
        }
    }

    private mutating func amend(_ index: Int, extensions: [String], mimeTypes: [String]) {
        declarations[index].extensions += extensions
        declarations[index].mimeTypes += mimeTypes
        for tag in extensions { byExtension[tag, default: []].append(index) }
        for tag in mimeTypes { byMIMEType[tag, default: []].append(index) }
    }

    private static func words(_ field: ArraySlice<UInt8>) -> [String] {
        field.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    }
}
