internal import LinuxSystem
internal import StagingModel
internal import StagingProtocol

/// Sends a directory tree: its entries in batches, each file by its descriptor, parents before what is in them.
final class TreeSender {
    private let connection: ServiceConnection
    private var staging = ""
    private var entries: [EntryMessage] = []
    private var files: [SharedDescriptor] = []
    private var leases: [HeldLease] = []
    private var bytes = 0
    /// What every directory looked like when it was read, by path.
    private var folders: [(path: Path, stamp: ContentStamp)] = []
    /// Directories whose content is still to be sent, and how they looked when they were found.
    private var pending: [(path: Path, stamp: ContentStamp)] = []
    /// For a move: what is to be taken away afterwards, a directory before what is in it.
    private(set) var names: [SentName] = []
    private let recordsNames: Bool

    /// A message has room for more; files are what fills it first. Both ends need room for the descriptors of one.
    private var mostFiles = max(1, min(60, OwnProcess.openFileLimit / 4))
    private var mostBytes = 128 << 10

    /// - Parameter recordsNames: ``names`` are wanted.
    init(_ connection: ServiceConnection, recordsNames: Bool) {
        self.connection = connection
        self.recordsNames = recordsNames
    }

    /// - Returns: the staging id to offer.
    /// - Throws: `StagingError`: `unreadable`, `unsupportedFile`, `sourceChanged`, each with the path.
    func send(_ source: OpenedSource) throws -> String {
        let begun = try connection.call(BeginTreeCall(), descriptors: [source.descriptor]).answer
        staging = begun.staging
        mostFiles = max(1, min(mostFiles, begun.files ?? mostFiles))
        // One entry more than the bound can be in it, and its encoding is estimated.
        mostBytes = min(mostBytes, (begun.bytes ?? mostBytes * 2) / 2)
        let label = source.path ?? Path(".")
        let root = Directory(taking: try source.descriptor.duplicate())
        try add(
            TreeEntry(
                path: [], kind: .directory, permissions: source.status.permissions & 0o777,
                modified: source.status.modified.total, size: 0), file: nil)
        // Each directory is opened for itself, so that neither depth nor width takes descriptors.
        pending = [(Path(""), source.status.stamp)]
        while let (path, stamp) = pending.popLast() { try addContents(of: path, seen: stamp, in: root, label) }
        try flush()
        for (path, stamp) in folders {
            guard let now = try? Self.status(of: path, in: root), now.stamp == stamp else {
                throw Self.changed(label.appending(path))
            }
        }
        return staging
    }

    /// Adds what is in one directory; the directories in it wait for their turn.
    /// - Parameter stamp: how it looked when it was found.
    private func addContents(
        of path: Path, seen stamp: ContentStamp, in root: borrowing Directory, _ label: Path
    ) throws {
        let shown = path.isEmpty ? label : label.appending(path)
        let folder = try Self.opening(shown) { () throws(SystemError) in
            try root.openBeneath(path.isEmpty ? "." : path, [.readOnly, .directory, .noFollow])
        }
        let directory = Directory(taking: folder)
        var reader = try Self.entries(of: directory, shown)
        while let entry = try Self.next(&reader, shown) {
            try addEntry(entry.name, in: directory, at: path.appending(entry.name), shown.appending(entry.name))
        }
        guard try FileStatus.of(directory.descriptor.number).stamp == stamp else { throw Self.changed(shown) }
        folders.append((path, stamp))
    }

    private static func status(of path: Path, in root: borrowing Directory) throws(SystemError) -> FileStatus {
        if path.isEmpty { return try FileStatus.of(root.descriptor.number) }
        if path.bytes.count < 4000 { return try FileStatus.of(path, in: root.descriptor.number) }
        return try root.openDirectory(beneath: path.parent).status(of: path.lastComponent)
    }

    private func addEntry(_ name: Path, in folder: borrowing Directory, at path: Path, _ label: Path) throws {
        guard path.bytes.count <= TreeEntry.mostPathBytes else {
            throw StagingError(
                .limitExceeded,
                "\(label.parent.escapedText.prefix(200))… is too deep: a path in a tree has at most \(TreeEntry.mostPathBytes) bytes",
                hint: "send a part of it, or an archive")
        }
        let status: FileStatus
        do {
            status = try folder.status(of: name)
        } catch { throw Self.changed(label) }
        var entry = TreeEntry(
            path: path.bytes, kind: .file, permissions: status.permissions & 0o777,
            modified: status.modified.total, size: status.size)
        switch status.kind {
        case .regular:
            let file = SharedDescriptor(
                try Self.opening(label) { () throws(SystemError) in
                    try folder.openFile(name, [.readOnly, .noFollow, .nonBlocking])
                })
            if let lease = HeldLease(on: file) { leases.append(lease) }
            try add(entry, file: file)
        case .directory:
            entry.kind = .directory
            try add(entry, file: nil)
            pending.append((path, status.stamp))
        case .symbolicLink:
            entry.kind = .link
            do {
                entry.target = try folder.readLink(name).bytes
            } catch { throw Self.changed(label) }
            guard entry.hasInnerTarget else {
                throw StagingError(
                    .unsupportedFile,
                    "\(label.quoted) is a symbolic link that leads out of the tree, to \(Path(bytes: entry.target ?? []).quoted)",
                    hint: "remove it, or send what it leads to by itself")
            }
            try add(entry, file: nil)
        case .fifo, .socket, .characterDevice, .blockDevice:
            throw StagingError(
                .unsupportedFile, "\(label.quoted) is a \(status.kind.words), which no tree can hold",
                hint: "remove it, or send the rest without it")
        }
        if recordsNames { names.append(SentName(path: path, kind: status.kind, stamp: status.stamp)) }
    }

    private static func entries(
        of directory: borrowing Directory, _ label: Path
    ) throws(StagingError) -> DirectoryReader {
        do {
            return try directory.entries()
        } catch {
            throw StagingError(.unreadable, "cannot read \(label.escapedText): \(error.reason)")
        }
    }

    private static func next(
        _ reader: inout DirectoryReader, _ label: Path
    ) throws(StagingError) -> DirectoryEntry? {
        do {
            return try reader.next()
        } catch {
            throw StagingError(.unreadable, "cannot read \(label.escapedText): \(error.reason)")
        }
    }

    private static func opening(
        _ label: Path, _ open: () throws(SystemError) -> OwnedDescriptor
    ) throws(StagingError) -> OwnedDescriptor {
        do {
            return try open()
        } catch {
            throw StagingError(
                .unreadable, "cannot open \(label.quoted): \(error.reason)",
                hint: "nothing was sent; make it readable, or send the rest without it")
        }
    }

    private func add(_ entry: TreeEntry, file: SharedDescriptor?) throws {
        entries.append(EntryMessage(entry))
        bytes += entry.path.count * 2 + (entry.target?.count ?? 0) * 2 + 160
        if let file { files.append(file) }
        if files.count >= mostFiles || bytes >= mostBytes { try flush() }
    }

    private func flush() throws {
        guard !entries.isEmpty else { return }
        _ = try connection.call(AddEntriesCall(staging: staging, entries: entries), descriptors: files)
        entries = []
        files = []
        leases = []
        bytes = 0
    }

    private static func changed(_ label: Path) -> StagingError {
        StagingError(
            .sourceChanged, "\(label.quoted) changed while the tree was sent",
            hint: "send it again when its writers have finished")
    }
}
