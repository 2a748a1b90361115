internal import LinuxSystem
internal import StagingModel

/// A tree on its way into the store, below `incoming/ID` until it is whole.
final class LocalTreeStaging: TreeStaging {
    private let store: LocalByteStore
    private let volume: Volume
    private let id: String
    private let name: Path
    private let content: Directory
    private let manifest: OwnedDescriptor
    private var pending: [UInt8] = []
    private var size: Int64 = 0
    private var root: TreeEntry?
    private var weakest = Representation.Consistency.reflink
    private var doubtfulLinks: [Path] = []
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
        manifest = try folder.openFile("manifest", [.readWrite, .create, .exclusive], mode: 0o600)
    }

    deinit { discard() }

    func add(_ entry: TreeEntry, source: SourceFile?) throws {
        precondition(!isFinished, "the tree is finished")
        let path = Path(bytes: entry.path)
        guard entry.hasSafePath, entry.path.isEmpty == (count == 0), root != nil || entry.kind == .directory else {
            throw StagingError(.invalidRequest, "\(path.quoted) is no path within the tree")
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
                if entry.climbsAfterDescending { doubtfulLinks.append(path) }
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
        for path in doubtfulLinks {
            do {
                _ = try content.openBeneath(path, .pathOnly, followLinks: true)
            } catch  where error.isOtherVolume {
                throw Self.leadsOut(path)
            } catch {
                // A link to nothing, or in a circle, leads nowhere.
            }
        }
    }

    private static func leadsOut(_ path: Path) -> StagingError {
        StagingError(
            .unsupportedFile, "\(path.quoted) is a link that leads out of the tree",
            hint: "remove it, or send what it leads to by itself")
    }

    private func flush() throws(SystemError) {
        try manifest.write(pending)
        pending = []
    }

    func finish() throws -> StagedObject {
        guard let root else { throw StagingError(.invalidRequest, "the tree has no entries") }
        try checkDoubtfulLinks()
        do {
            try flush()
            try manifest.setPermissions(0o444)
            let status = try FileStatus.of(manifest.number)
            try volume.incoming.rename(name, to: volume.bytes, as: name, .noReplace)
            isFinished = true
            return StagedObject(
                record: ObjectRecord(
                    id: id, volume: volume.name, isTree: true, size: size, inode: status.inode,
                    modified: status.modified.total, mode: status.permissions, owner: status.user,
                    permissions: root.permissions),
                staged: weakest == .reflink && size > 0 ? .reflink : .copy, consistency: weakest)
        } catch {
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
