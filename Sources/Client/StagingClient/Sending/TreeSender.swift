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
    /// What every directory looked like when it was read, by path; a directory after what is in it.
    private var folders: [(path: Path, stamp: ContentStamp)] = []
    /// For a move: what is to be taken away afterwards, what is in a directory before the directory.
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
    /// - Throws: ``StagingError``: `unreadable`, `unsupportedFile`, `sourceChanged`, each with the path.
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
        try walk(root, Path(""), label)
        try flush()
        for (path, stamp) in folders where path.bytes.count < 4000 {
            let now = try FileStatus.of(path.isEmpty ? "." : path, in: root.descriptor.number)
            guard now.stamp == stamp else { throw Self.changed(label.appending(path)) }
        }
        return staging
    }

    private func walk(_ folder: borrowing Directory, _ path: Path, _ label: Path) throws {
        let before = try FileStatus.of(folder.descriptor.number).stamp
        var names: [Path] = []
        do {
            var reader = try folder.entries()
            while let entry = try reader.next() { names.append(entry.name) }
        } catch {
            throw StagingError(.unreadable, "cannot read \(label.quoted): \(error.reason)")
        }
        for name in names {
            try addEntry(name, in: folder, at: path.appending(name), label.appending(name))
        }
        guard try FileStatus.of(folder.descriptor.number).stamp == before else { throw Self.changed(label) }
        folders.append((path, before))
    }

    private func addEntry(_ name: Path, in folder: borrowing Directory, at path: Path, _ label: Path) throws {
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
            let inner = Directory(
                taking: try Self.opening(label) { () throws(SystemError) in
                    try folder.openFile(name, [.readOnly, .noFollow, .directory])
                })
            try walk(inner, path, label)
        case .symbolicLink:
            entry.kind = .link
            entry.target = try folder.readLink(name).bytes
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
