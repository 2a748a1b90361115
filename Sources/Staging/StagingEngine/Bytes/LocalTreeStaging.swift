internal import LinuxSystem
internal import StagingModel

/// A tree on its way into the store, below `incoming/ID` until it is whole.
final class LocalTreeStaging: TreeStaging {
    private let store: LocalByteStore
    private let volume: Volume
    private let id: String
    private let name: Path
    private let content: Directory
    private let manifest: SharedDescriptor
    private var pending: [UInt8] = []
    private var size: Int64 = 0
    private var root: TreeEntry?
    private var weakest = Representation.Consistency.reflink
    private var hasDoubtfulLinks = false
    private var isFinished = false
    private(set) var count = 0

    init(_ store: LocalByteStore, as object: String, on volume: Volume) throws {
        self.store = store
        self.volume = volume
        id = object
        name = Path(object)
        try volume.incoming.makeDirectory(name)
        let folder = try volume.incoming.openDirectory(name)
        try folder.makeDirectory("content")
        content = try folder.openDirectory("content")
        manifest = SharedDescriptor(try folder.openFile("manifest", [.readWrite, .create, .exclusive], mode: 0o600))
    }

    deinit { discard() }

    func add(_ entry: TreeEntry, source: SourceFile?) throws {
        precondition(!isFinished, "the tree is finished")
        let path = Path(bytes: entry.path)
        guard entry.hasSafePath, entry.path.isEmpty == (count == 0), root != nil || entry.kind == .directory else {
            throw StagingError(.invalidRequest, "\(path.quoted) is no path within the tree")
        }
        guard entry.path.count <= TreeEntry.mostPathBytes else {
            throw StagingError(
                .limitExceeded,
                "a path in the tree has \(entry.path.count) bytes, at most \(TreeEntry.mostPathBytes) can be")
        }
        guard count < store.limits.treeEntries else {
            throw StagingError(.limitExceeded, "the tree has more than \(store.limits.treeEntries) entries")
        }
        var entry = entry
        entry.permissions &= 0o777
        do {
            switch entry.kind {
            case .directory:
                if entry.path.isEmpty { root = entry } else { try content.makeDirectory(beneath: path) }
            case .link:
                guard entry.hasInnerTarget, let target = entry.target else { throw Self.leadsOut(path) }
                try content.makeSymbolicLink(beneath: path, to: Path(bytes: target))
                if entry.climbsAfterDescending { hasDoubtfulLinks = true }
            case .file:
                guard let source else {
                    throw StagingError(.invalidRequest, "\(path.quoted) came without a descriptor")
                }
                entry.size = try copy(source, to: path)
                // What was copied counts, and not what the sender saw before it opened the file.
                entry.permissions = source.status.permissions & 0o777
                entry.modified = source.status.modified.total
                size += entry.size
                try store.checkItemSize(size, "the tree")
            }
        } catch let error as SystemError {
            throw StagingError(system: error, "cannot stage \(path.quoted)")
        }
        count += 1
        pending += entry.record
        if pending.count > 65536 { try flush() }
    }

    private func copy(_ source: SourceFile, to path: Path) throws -> Int64 {
        let file = try content.openBeneath(path, [.readWrite, .create, .exclusive], mode: 0o600)
        let (_, consistency) = try store.copy(source, to: file.number, on: volume)
        weakest = weakest.weaker(consistency)
        try file.setModified(source.status.modified)
        try file.setPermissions(LocalByteStore.sealed(source.status.permissions))
        return try FileStatus.of(file.number).size
    }

    /// Has the kernel follow the links whose text does not tell where they lead: other links were in the way.
    private func checkDoubtfulLinks() throws {
        guard hasDoubtfulLinks else { return }
        var reader = ManifestReader(of: manifest)
        while let entry = try reader.next() {
            guard entry.climbsAfterDescending else { continue }
            let path = Path(bytes: entry.path)
            do {
                _ = try content.openBeneath(path, .pathOnly, followLinks: true)
            } catch {
                // Of what lies too deep for the kernel to follow it cannot be told. Any other failure is that of a link
                // to nothing, or in a circle, which leads nowhere.
                if error.isOtherVolume || error.isNameTooLong { throw Self.leadsOut(path) }
            }
        }
    }

    private static func leadsOut(_ path: Path) -> StagingError {
        StagingError(
            .unsupportedFile, "\(path.quoted) is a link that leads out of the tree",
            hint: "remove it, or send what it leads to by itself")
    }

    private func flush() throws(SystemError) {
        try writeAll(pending, to: manifest.number)
        pending = []
    }

    func finish() throws -> StagedObject {
        guard let root else { throw StagingError(.invalidRequest, "the tree has no entries") }
        do {
            try flush()
            try checkDoubtfulLinks()
            try changePermissions(of: manifest.number, to: 0o444)
            let status = try FileStatus.of(manifest.number)
            try volume.incoming.rename(name, to: volume.bytes, as: name, .noReplace)
            isFinished = true
            return StagedObject(
                record: ObjectRecord(
                    id: id, volume: volume.name, isTree: true, size: size, inode: status.inode,
                    modified: status.modified.total, mode: status.permissions, owner: status.user,
                    permissions: root.permissions),
                staged: weakest == .reflink && size > 0 ? .reflink : .copy, consistency: weakest)
        } catch let error as SystemError {
            throw StagingError(system: error, "cannot stage the tree")
        }
    }

    func discard() {
        guard !isFinished else { return }
        isFinished = true
        // What a failure leaves here goes at the next start.
        _ = try? removeTree(named: name, in: volume.incoming.descriptor.number)
    }
}

extension Representation.Consistency {
    /// From the strongest ground to the weakest.
    private var rank: Int {
        switch self {
        case .reflink: 0
        case .lease: 1
        case .checked: 2
        }
    }

    /// The weaker of two grounds.
    func weaker(_ other: Self) -> Self { rank >= other.rank ? self : other }
}

extension LocalByteStore {
    package func beginTree(as object: String, from source: SourceFolder?) throws -> any TreeStaging {
        do {
            // How large a tree is, is known when it is there: it counts as worth an annex.
            let volume = source.map { places.volume(for: $0.descriptor.number, device: $0.device, size: .max) } ?? home
            return try LocalTreeStaging(self, as: object, on: volume)
        } catch let error as SystemError {
            throw StagingError(system: error, "cannot begin a tree")
        }
    }
}
