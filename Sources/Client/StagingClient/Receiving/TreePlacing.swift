internal import LinuxSystem
internal import StagingModel
internal import Synchronization

/// Placing a received tree: built under a hidden name beside its place, put there in one rename (rule 12).
enum TreePlacing {
    /// - Parameters:
    ///   - area: the tree's directory in the area.
    ///   - manifest: what the sender's entries had that an area's have not: permissions and times (rule 13).
    ///   - size: that of all its files, in bytes.
    static func place(
        _ area: Path, manifest: SharedDescriptor, size: Int64, at destination: borrowing OpenDestination,
        progress: CopyProgress
    ) throws -> Path {
        HiddenName.removeLeftovers(in: destination.folder)
        let hidden = HiddenName.random()
        let shownHidden = destination.shown(hidden)
        do {
            let source = try Directory.open(area)
            try destination.folder.makeDirectory(hidden)
            Unfinished.add(shownHidden)
            defer { Unfinished.remove(shownHidden) }
            do {
                let root = try destination.folder.openDirectory(hidden)
                try build(manifest, size, from: source, in: root, destination.options, progress)
                if destination.options.isDurable { try root.descriptor.synchronizeVolume() }
                let name = try destination.claim { name, replacing in
                    try put(hidden, as: name, in: destination.folder, replacing: replacing)
                }
                if destination.options.isDurable { try destination.folder.synchronize() }
                return destination.shown(name)
            } catch {
                _ = try? removeTree(named: hidden, in: destination.folder.descriptor.number)
                throw error
            }
        } catch let error as SystemError {
            throw StagingError(placing: error, destination.shown(destination.name))
        } catch is ManifestReader.Damaged {
            throw StagingError(.failed, "the service's manifest of the tree makes no sense")
        }
    }

    private static func reader(_ manifest: SharedDescriptor, at offset: Int64 = 0, chunk: Int = 65536) -> ManifestReader
    {
        ManifestReader(at: offset, chunk: chunk) { offset, count in
            try manifest.withNumber { number in try readSome(of: number, at: offset, count: count) }
        }
    }

    private static func build(
        _ manifest: SharedDescriptor, _ total: Int64, from source: borrowing Directory, in root: borrowing Directory,
        _ options: Destination,
        _ progress: CopyProgress
    ) throws {
        let mask = OwnProcess.fileModeMask
        var done: Int64 = 0
        // Where the records of folders are, which is all of a large tree that is held in memory.
        var folders: [Int64] = []
        var reader = reader(manifest)
        while true {
            let place = reader.offset
            guard let entry = try reader.next() else { break }
            let path = Path(bytes: entry.path)
            switch entry.kind {
            case .directory:
                if !entry.path.isEmpty { try root.makeDirectory(beneath: path) }
                folders.append(place)
            case .link: try root.makeSymbolicLink(beneath: path, to: Path(bytes: entry.target ?? []))
            case .file:
                let from = try source.openBeneath(path, [.readOnly, .noFollow, .nonBlocking])
                let file = try root.openBeneath(path, [.readWrite, .create, .exclusive], mode: 0o600)
                try FilePlacing.copy(from.number, to: file.number, size: entry.size) { copied, _ in
                    try progress(done + copied, total)
                }
                if options.keepsProvenance { try Provenance.copy(from: from.number, to: file.number) }
                try file.setModified(Timestamp(total: entry.modified))
                try file.setPermissions(entry.permissions & ~mask)
                done += entry.size
                try progress(done, total)
            }
        }
        // From the leaves up: a directory's time changes with what is put into it.
        for place in folders.reversed() {
            var reader = Self.reader(manifest, at: place, chunk: 1024)
            guard let entry = try reader.next() else { break }
            let folder = try root.openDirectory(beneath: Path(bytes: entry.path))
            try folder.descriptor.setModified(Timestamp(total: entry.modified))
            try folder.descriptor.setPermissions(entry.permissions & ~mask)
        }
    }

    /// Gives the tree its name; what was there is removed after it has given way.
    private static func put(
        _ hidden: Path, as name: Path, in folder: borrowing Directory, replacing: Bool
    ) throws {
        guard replacing, (try? folder.status(of: name)) != nil else {
            return try folder.rename(hidden, to: folder, as: name, .noReplace)
        }
        do {
            try folder.rename(hidden, to: folder, as: name, .exchange)
        } catch  where error.isUnsupported {
            return try replaceInSteps(hidden, as: name, in: folder)
        }
        _ = try removeTree(named: hidden, in: folder.descriptor.number)
    }

    /// Where the file system cannot exchange two names: for an instant neither of the trees has the name.
    private static func replaceInSteps(_ hidden: Path, as name: Path, in folder: borrowing Directory) throws {
        // Not a name that is taken for a leftover: a kill in between must not cost what was there.
        let aside = Path(".stage-replaced-\(RequestID.random().prefix(8))")
        try folder.rename(name, to: folder, as: aside, .noReplace)
        do {
            try folder.rename(hidden, to: folder, as: name, .noReplace)
        } catch {
            try? folder.rename(aside, to: folder, as: name, .noReplace)
            throw error
        }
        _ = try removeTree(named: aside, in: folder.descriptor.number)
    }
}

/// What is being built and would be left behind when this process is told to end.
package enum Unfinished {
    private static let paths = Mutex<Set<Path>>([])

    static func add(_ path: Path) { _ = paths.withLock { $0.insert(path) } }
    static func remove(_ path: Path) { _ = paths.withLock { $0.remove(path) } }

    /// Removes it all, for a program that was interrupted. What is being built meanwhile fails.
    package static func removeAll() {
        for path in paths.withLock({ $0 }) {
            guard let folder = try? Directory.open(path.parent) else { continue }
            _ = try? removeTree(named: path.lastComponent, in: folder.descriptor.number)
        }
    }
}
