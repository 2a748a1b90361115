internal import LinuxSystem
internal import StagingClient
internal import StagingModel

/// Where entries go: a directory, grants, and whatever else will take files.
protocol EntryTarget: Sendable {
    /// Takes an entry, as far as it can be taken before it is committed.
    ///
    /// Sets the placement where a file is to be placed, or the outcome's token where it was handed over already.
    /// - Parameters:
    ///   - isRefused: it is kept although it is refused.
    /// - Throws: what makes the entry fail; nothing is left then.
    func take(
        _ opened: OpenedEntry, _ facts: Layout.Facts, isRefused: Bool, _ run: RunState,
        _ decided: inout Decided) throws

    /// A file without a name to unpack a large entry into, where it need not be copied afterwards; nil where that makes
    /// no difference.
    func makeCopy() throws(SystemError) -> StagedCopy?
}

/// Files below a directory.
struct DirectoryTarget: EntryTarget {
    let tree: DestinationTree
    let layout: Layout
    /// The process's, asked once.
    let fileModeMask: UInt32

    func take(
        _ opened: OpenedEntry, _ facts: Layout.Facts, isRefused: Bool, _ run: RunState,
        _ decided: inout Decided
    ) throws {
        let components = layout.components(for: facts)
        let folder: DestinationFolder
        do {
            folder = try tree.folder(Array(components.dropLast()))
            let file = try named(opened, in: folder, facts, run) ?? copied(opened, to: folder, facts, run)
            decided.placement = Decided.Placement(file: file, folder: folder, wanted: components[components.count - 1])
        } catch let error as SystemError {
            throw StagingError(placing: error, facts.name, in: tree.shown)
        }
    }

    func makeCopy() throws(SystemError) -> StagedCopy? {
        try StagedCopy(tree.root.directory.makeUnpublishedFile(hiddenName: HiddenName.random()))
    }

    // MARK: A further name

    /// The source's own inode, where it can simply get another name: one file system, the user's own, and nobody writes
    /// to it (rule 5). A file that is to be moved has one name only, and becomes what a copy would be.
    private func named(
        _ opened: OpenedEntry, in folder: DestinationFolder, _ facts: Layout.Facts, _ run: RunState
    ) throws -> StagedFile? {
        guard run.options.moves || run.options.links, let source = opened.source, let content = opened.content,
            source.status.user == OwnProcess.uid, source.status.permissions & 0o6000 == 0,
            run.options.moves ? source.status.linkCount == 1 : source.status.linkCount < Self.mostLinks,
            try FileStatus.of(folder.directory.descriptor.number).device == source.status.device
        else { return nil }
        return try content.withNumber { number in
            guard ReadLease.acquire(on: number) != nil else { return nil }
            try checkUnchanged(opened)
            if run.options.moves {
                let mode = permissions(opened)
                if source.status.permissions != mode { try changePermissions(of: number, to: mode) }
                try noteType(facts, on: number, run)
            }
            return StagedFile(naming: content, inode: source.status.inode)
        }
    }

    /// A file with more names than this is copied: ext4 allows 65,000.
    private static let mostLinks: UInt64 = 60_000

    private func permissions(_ opened: OpenedEntry) -> UInt32 {
        (0o666 | opened.permissions & 0o111) & ~fileModeMask
    }

    // MARK: Copying

    private func copied(
        _ opened: OpenedEntry, to folder: DestinationFolder, _ facts: Layout.Facts, _ run: RunState
    ) throws -> StagedFile {
        let mode = 0o666 | opened.permissions & 0o111
        let file: UnpublishedFile
        if let unpacked = opened.unpacked {
            file = unpacked.take()
            try file.descriptor.setPermissions(mode & ~fileModeMask)
        } else {
            file = try folder.directory.makeUnpublishedFile(hiddenName: HiddenName.random(), mode: mode)
            if let bytes = opened.bytes {
                try file.descriptor.write(bytes)
            } else {
                try copy(opened, to: file.descriptor.number, run)
            }
            try checkUnchanged(opened)
        }
        try noteType(facts, on: file.descriptor.number, run)
        try file.descriptor.setModified(opened.modified)
        if run.options.isDurable { try file.descriptor.synchronize() }
        return try StagedFile(file)
    }

    /// Where the file system keeps attributes (rule 14).
    private func noteType(_ facts: Layout.Facts, on file: CInt, _ run: RunState) throws(SystemError) {
        guard run.options.keepsProvenance else { return }
        _ = try ExtendedAttributes.set("user.stage.type", to: Array(facts.type.utf8), on: file)
    }

    private func copy(_ opened: OpenedEntry, to file: CInt, _ run: RunState) throws {
        try opened.readable().withNumber { (number) throws(any Error) in
            do throws(CopyError<Interrupted>) {
                _ = try copyContents(from: number, to: file) { (_) throws(Interrupted) in
                    if run.isStopped { throw Interrupted() }
                }
            } catch {
                switch error {
                case .system(let error): throw error
                case .shrank: throw StagingError.changed(opened.name)
                case .stopped(let stopped): throw stopped
                }
            }
        }
    }

    /// What was typed and copied is one content only if nobody wrote to the file meanwhile (rule 3).
    private func checkUnchanged(_ opened: OpenedEntry) throws {
        guard let source = opened.source, let content = opened.content else { return }
        let now = try content.withNumber { number throws(SystemError) in try FileStatus.of(number) }
        guard now.size == source.status.size, now.modified == source.status.modified else {
            throw StagingError.changed(opened.name)
        }
    }
}

/// The run was told to end while something was under way.
struct Interrupted: Error {}

extension StagingError {
    init(placing error: SystemError, _ name: String, in folder: Path) {
        if error.isNoSpace {
            self.init(
                .noSpace, "no space for \(Path(name).quoted) in \(folder.quoted): \(error.reason)",
                hint: "free some space, then run the same command again")
        } else {
            self.init(.failed, "cannot place \(Path(name).quoted) in \(folder.quoted): \(error)")
        }
    }
}
