/// Declarations and their indices.
///
/// The first question about a type costs what it must and no more: identifiers are indexed when a table is read, tags
/// at the first question for one, and a row becomes a declaration when it is asked for.
struct TypeTable {
    private struct Row {
        let text: Range<Int>
        /// Which declaration it belongs to.
        let index: Int
    }

    private enum Entry {
        case row(Int, TypeDeclaration.Source)
        case declared(TypeDeclaration)
    }

    private(set) var problems: [TypeDeclarationProblem] = []
    /// The compiled-in tables.
    private var text: [UInt8] = []
    private var rows: [Row] = []
    private var entries: [Entry] = []
    /// Rows that add tags to a declaration.
    private var amendments: [Int: [Int]] = [:]
    private var byIdentifier: [String: Int] = [:]
    private var tags: TagIndices?
    /// What conforms directly to an identifier (folded); made at the first question.
    private var children: [String: [Int]]?

    private static let bar = UInt8(ascii: "|")
    private static let space = UInt8(ascii: " ")
    private static let lineEnd = UInt8(ascii: "\n")

    // MARK: Questions

    mutating func declaration(of identifier: String) -> TypeDeclaration? {
        byIdentifier[identifier.asciiFolded].map { declaration(at: $0) }
    }

    mutating func declarations() -> [TypeDeclaration] { entries.indices.map { declaration(at: $0) } }

    /// The identifiers of the types that carry the tag, the preferred one first.
    mutating func carriers(of tag: String, _ tagClass: UTTagClass) -> [String] {
        let indices = tags ?? indexTags()
        tags = indices
        return indices.carriers(of: tag.asciiFolded, tagClass).map { declaration(at: $0).identifier }
    }

    /// Visits folded identifiers upwards from `parents`, each once, until `found` says so.
    mutating func reach(from parents: [String], until found: (String) -> Bool) -> Bool {
        var waiting = parents.map(\.asciiFolded)
        var seen: Set<String> = []
        while let next = waiting.popLast() {
            guard seen.insert(next).inserted else { continue }
            if found(next) { return true }
            if let declared = declaration(of: next) { waiting += declared.parents.lazy.map(\.asciiFolded) }
        }
        return false
    }

    /// Every declaration that conforms to `ancestor` (folded), directly or not.
    mutating func descendants(of ancestor: String) -> [TypeDeclaration] {
        let children = self.children ?? indexChildren()
        self.children = children
        var found: [TypeDeclaration] = []
        var waiting = [ancestor]
        var seen: Set<String> = [ancestor]
        while let next = waiting.popLast() {
            for index in children[next] ?? [] {
                let declaration = declaration(at: index)
                let key = declaration.identifier.asciiFolded
                guard seen.insert(key).inserted else { continue }
                found.append(declaration)
                waiting.append(key)
            }
        }
        return found
    }

    private mutating func indexChildren() -> [String: [Int]] {
        var children: [String: [Int]] = [:]
        for index in entries.indices {
            for parent in declaration(at: index).parents { children[parent.asciiFolded, default: []].append(index) }
        }
        return children
    }

    // MARK: Additions

    @discardableResult
    mutating func add(_ declaration: TypeDeclaration) -> [TypeDeclarationProblem] {
        let identifier = declaration.identifier
        var found: [TypeDeclarationProblem] = []
        if let kind = objection(to: declaration) {
            found.append(TypeDeclarationProblem(identifier: identifier, kind: kind))
        } else {
            for parent in declaration.parents where byIdentifier[parent.asciiFolded] == nil {
                found.append(TypeDeclarationProblem(identifier: identifier, kind: .unknownParent(parent)))
            }
            put(declaration)
        }
        problems += found
        return found
    }

    /// Adds declarations out of property lists, all of them before their parents are looked for: those that say the
    /// same thing of each other see all of them.
    mutating func add(_ lists: PropertyLists) -> [TypeDeclarationProblem] {
        var reported = lists.problems
        var added: [PropertyListReader.Found] = []
        for one in lists.found {
            if let kind = objection(to: one.declaration) {
                reported.append(one.problem(kind, "UTTypeIdentifier"))
            } else {
                put(one.declaration)
                added.append(one)
            }
        }
        for one in added {
            guard var declaration = declaration(of: one.declaration.identifier),
                declaration.source == one.declaration.source
            else { continue }
            let own = declaration.identifier.asciiFolded
            declaration.parents.removeAll { parent in
                guard byIdentifier[parent.asciiFolded] != nil else {
                    reported.append(one.problem(.unknownParent(parent), "UTTypeConformsTo"))
                    return false
                }
                guard let way = way(from: parent, to: own) else { return false }
                reported.append(one.problem(.cycle(way), "UTTypeConformsTo"))
                return true
            }
            put(declaration)
        }
        problems += reported
        return reported
    }

    /// All that is wrong with a declaration that was made in code.
    mutating func mistakes(in declaration: TypeDeclaration) -> [TypeDeclarationProblem] {
        let own = declaration.identifier.asciiFolded
        var kinds: [TypeDeclarationProblem.Kind] = objection(to: declaration).map { [$0] } ?? []
        for parent in declaration.parents {
            if parent.asciiFolded != own, byIdentifier[parent.asciiFolded] == nil {
                kinds.append(.unknownParent(parent))
            } else if let way = way(from: parent, to: own) {
                kinds.append(.cycle(way))
            }
        }
        kinds += declaration.extensions.filter { !$0.isFilenameExtension }.map { .malformedTag($0) }
        kinds += declaration.mimeTypes.filter { !$0.isMIMEType }.map { .malformedTag($0) }
        return kinds.map { TypeDeclarationProblem(identifier: declaration.identifier, kind: $0) }
    }

    /// Why the declaration may not be added.
    private mutating func objection(to declaration: TypeDeclaration) -> TypeDeclarationProblem.Kind? {
        let identifier = declaration.identifier
        guard identifier.isTypeIdentifier else { return .malformed }
        if let there = self.declaration(of: identifier), !Self.overrules(declaration.source, there.source) {
            return .redeclared(by: there.source)
        }
        let isExported: Bool
        switch declaration.source {
        case .propertyList(_, let exported): isExported = exported
        case .program: isExported = true
        default: return nil
        }
        // What Apple's own programs declare is in no table here, so it may be imported, as any other owner's.
        let reserved = ["public.", "dyn."] + (isExported ? ["com.apple."] : [])
        return reserved.first(where: identifier.asciiFolded.hasPrefix).map { .reserved(prefix: $0) }
    }

    /// The identifiers on a way upwards, both ends among them; nil where there is none.
    private mutating func way(from start: String, to end: String) -> [String]? {
        var waiting = [[start]]
        var seen: Set<String> = []
        while let way = waiting.popLast() {
            guard let last = way.last?.asciiFolded, seen.insert(last).inserted else { continue }
            if last == end { return way }
            for parent in declaration(of: last)?.parents ?? [] { waiting.append(way + [parent]) }
        }
        return nil
    }

    private mutating func put(_ declaration: TypeDeclaration) {
        let folded = declaration.identifier.asciiFolded
        if let index = byIdentifier[folded] {
            entries[index] = .declared(declaration)
        } else {
            byIdentifier[folded] = entries.count
            entries.append(.declared(declaration))
        }
        tags = nil
        children = nil
    }

    mutating func note(_ problem: TypeDeclarationProblem) { problems.append(problem) }

    /// An exported declaration beats an imported one of the same identifier, and each beats what code assumed; what
    /// a program declares as its own counts as exported.
    private static func overrules(_ new: TypeDeclaration.Source, _ old: TypeDeclaration.Source) -> Bool {
        switch (new, old) {
        case (.propertyList, .code), (.program, .code): true
        case (.program, .propertyList(_, exported: false)): true
        case (.propertyList(_, exported: true), .propertyList(_, exported: false)): true
        default: false
        }
    }

    /// Reads a compiled-in table; a row of an identifier that is there adds its tags behind that type's own.
    mutating func read(_ table: String, source: TypeDeclaration.Source) {
        var start = text.count
        text += table.utf8
        let expected = rows.count + (text.count - start) / 64
        rows.reserveCapacity(expected)
        entries.reserveCapacity(expected)
        byIdentifier.reserveCapacity(expected)
        while start < text.count {
            let end = text[start...].firstIndex(of: Self.lineEnd) ?? text.count
            let identifier = text[start..<end].prefix { $0 != Self.space && $0 != Self.bar }
            if !identifier.isEmpty {
                let name = String(decoding: identifier, as: UTF8.self)
                if let index = byIdentifier[name] {
                    amendments[index, default: []].append(rows.count)
                    rows.append(Row(text: start..<end, index: index))
                } else {
                    byIdentifier[name] = entries.count
                    rows.append(Row(text: start..<end, index: entries.count))
                    entries.append(.row(rows.count - 1, source))
                }
            }
            start = end + 1
        }
        tags = nil
        children = nil
    }

    // MARK: Rows

    private mutating func declaration(at index: Int) -> TypeDeclaration {
        switch entries[index] {
        case .declared(let declaration): return declaration
        case .row(let row, let source):
            let fields = fields(of: rows[row])
            var declaration = TypeDeclaration(identifier: Self.words(fields[0]).first ?? "", source: source)
            declaration.parents = Self.words(fields[1])
            declaration.extensions = Self.words(fields[2])
            declaration.mimeTypes = Self.words(fields[3])
            let summary = fields[4].drop { $0 == Self.space }
            declaration.summary = summary.isEmpty ? nil : String(decoding: summary, as: UTF8.self)
            for row in amendments[index] ?? [] {
                let further = self.fields(of: rows[row])
                declaration.extensions += Self.words(further[2])
                declaration.mimeTypes += Self.words(further[3])
            }
            entries[index] = .declared(declaration)
            return declaration
        }
    }

    /// The five fields of a row, empty where it has fewer.
    private func fields(of row: Row) -> [ArraySlice<UInt8>] {
        let fields = text[row.text].split(separator: Self.bar, maxSplits: 4, omittingEmptySubsequences: false)
        return fields + [ArraySlice<UInt8>](repeating: [], count: max(0, 5 - fields.count))
    }

    private static func words(_ field: ArraySlice<UInt8>) -> [String] {
        field.split(separator: space).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The tags of the tables' rows, then of what was declared since.
    private func indexTags() -> TagIndices {
        var indices = TagIndices(expecting: rows.count)
        for row in rows {
            let fields = fields(of: row)
            for tag in Self.words(fields[2]) { indices.extensions.add(tag, to: row.index) }
            for tag in Self.words(fields[3]) { indices.mimeTypes.add(tag, to: row.index) }
        }
        let compiledIn = rows.reduce(0) { max($0, $1.index + 1) }
        for (index, entry) in entries.enumerated().dropFirst(compiledIn) {
            guard case .declared(let declaration) = entry else { continue }
            for tag in declaration.extensions { indices.extensions.add(tag, to: index) }
            for tag in declaration.mimeTypes { indices.mimeTypes.add(tag, to: index) }
        }
        return indices
    }
}

/// Which declarations carry which tags, in the order of preference.
struct TagIndices {
    /// One class of tags. Most tags have one carrier, which needs no array.
    struct Index {
        private var first: [String: Int] = [:]
        private var further: [String: [Int]] = [:]

        mutating func reserve(_ count: Int) { first.reserveCapacity(count) }

        mutating func add(_ tag: String, to index: Int) {
            if first[tag] == nil { first[tag] = index } else { further[tag, default: []].append(index) }
        }

        func carriers(of tag: String) -> [Int] {
            guard let one = first[tag] else { return [] }
            return [one] + (further[tag] ?? [])
        }
    }

    var extensions = Index()
    var mimeTypes = Index()

    init(expecting count: Int) {
        extensions.reserve(count)
        mimeTypes.reserve(count)
    }

    func carriers(of tag: String, _ tagClass: UTTagClass) -> [Int] {
        switch tagClass {
        case .filenameExtension: extensions.carriers(of: tag)
        case .mimeType: mimeTypes.carriers(of: tag)
        default: []
        }
    }
}
