internal import LinuxSystem

/// What was made of an archive so far, by the names that the archive uses.
///
/// The file system is not asked for any of this: it may fold names that the archive tells apart.
final class ExtractionTree {
    enum Kind { case directory, file, link }

    let kind: Kind
    /// The name on disk.
    let name: String
    private(set) weak var parent: ExtractionTree?
    let depth: Int
    private(set) var directories: [String: ExtractionTree] = [:]
    /// Files and links: the last entry of each name.
    private var leaves: [String: ExtractionTree] = [:]
    /// Names on disk, as file systems see them that fold case and composition.
    private var taken: Set<String> = []
    /// Where the search for a free number goes on, so that a thousand twins need no million looks.
    private var numbers: [String: Int] = [:]

    private init(_ kind: Kind, name: String, parent: ExtractionTree?) {
        self.kind = kind
        self.name = name
        self.parent = parent
        depth = parent.map { $0.depth + 1 } ?? 0
    }

    static func root() -> ExtractionTree { ExtractionTree(.directory, name: "", parent: nil) }

    /// The path on disk below the root.
    var path: Path {
        guard let parent else { return "" }
        return parent.path.appending(Path(name))
    }

    /// The file or link of that name.
    func leaf(_ original: String) -> ExtractionTree? { leaves[original] }

    /// What a path of the archive's leads to: nil where there is nothing, or something else than directories on the way.
    func find(_ components: [String]) -> ExtractionTree? {
        guard let last = components.last else { return self }
        var place = self
        for component in components.dropLast() {
            guard let next = place.directories[component] else { return nil }
            place = next
        }
        return place.leaves[last] ?? place.directories[last]
    }

    /// Adds something under a name that is free.
    /// - Returns: It, and whether it has another name than it would have had alone.
    func add(
        _ kind: Kind, original: String, options: ExtractionOptions
    ) throws(ArchiveError) -> (node: ExtractionTree, isRenamed: Bool) {
        let wanted = options.naming(original)
        var name = wanted
        let key = Self.folded(wanted)
        var number = numbers[key] ?? 1
        while taken.contains(Self.folded(name)) {
            number += 1
            name = options.numbering(wanted, number)
        }
        guard Path(name).isSingleName, name.utf8.count <= 255 else {
            throw ArchiveError(
                .unsafeName, name.utf8.count > 255 ? "a name in it is longer than 255 bytes" : "a name in it is none")
        }
        if number > 1 { numbers[key] = number }
        taken.insert(Self.folded(name))
        let node = ExtractionTree(kind, name: name, parent: self)
        if kind == .directory { directories[original] = node } else { leaves[original] = node }
        return (node, number > 1)
    }

    /// Takes something back that could not be made.
    func remove(_ node: ExtractionTree, original: String) {
        taken.remove(Self.folded(node.name))
        if node.kind == .directory { directories[original] = nil } else { leaves[original] = nil }
    }

    // Swift compares strings by canonical equivalence, so composition is folded already.
    private static func folded(_ name: String) -> String { name.lowercased() }
}
