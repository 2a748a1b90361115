internal import Glibc
package import LinuxSystem

/// Unpacks a whole archive below a directory.
///
/// Nothing lands outside the directory, and no link that comes out of the archive leads out of it, whatever is put there
/// later. Links are made last, so that no entry is written through one. Devices, FIFOs and sockets are refused, set-uid,
/// set-gid and sticky bits left out. Permissions are the archive's less the process's umask.
package struct ArchiveExtractor: ~Copyable {
    private let reader: ArchiveReader
    private let directory: Directory
    private let options: ExtractionOptions
    private let root = ExtractionTree.root()
    private var outcomes: [ExtractionOutcome] = []
    /// Names right below the directory that this extraction made.
    private var made: [Path] = []
    /// The directory that was used last, which the next entry most likely lies in too.
    private var open: (node: ExtractionTree, directory: SharedDescriptor)?
    private var links: [PendingLink] = []
    private var directories: [(node: ExtractionTree, entry: ArchiveEntry)] = []

    private struct PendingLink {
        let node: ExtractionTree
        let parent: ExtractionTree
        let target: String
        let outcome: Int
    }

    /// Unpacks every entry. Blocks until it is done.
    /// - Parameter directory: Best empty: a name that is taken there already refuses the entry.
    /// - Parameter between: Called after every part of a file with the entry and its length so far, and once for every
    ///   other entry; what it throws ends the extraction, such as an ``ArchiveError`` of the kind `canceled`.
    /// - Returns: An outcome for each entry, in their order.
    /// - Throws: ``ArchiveError`` where the archive as a whole fails: damaged so that nothing more can be read, beyond a
    ///   limit, called off, or the disk is full. What was unpacked is removed then.
    package static func extract(
        _ archive: Archive, into directory: borrowing Directory, options: ExtractionOptions = ExtractionOptions(),
        between: (ArchiveEntry, Int64) throws(ArchiveError) -> Void = { (_, _) throws(ArchiveError) in }
    ) throws(ArchiveError) -> [ExtractionOutcome] {
        let own = try passing { () throws(SystemError) in Directory(taking: try directory.descriptor.duplicate()) }
        var extractor = ArchiveExtractor(reader: archive.reader(), directory: own, options: options)
        do throws(ArchiveError) {
            try extractor.run(between)
        } catch {
            extractor.removeAll()
            throw error
        }
        return extractor.outcomes
    }

    private init(reader: ArchiveReader, directory: consuming Directory, options: ExtractionOptions) {
        self.reader = reader
        self.directory = directory
        self.options = options
    }

    private mutating func run(
        _ between: (ArchiveEntry, Int64) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        while let entry = try reader.next() {
            let place = outcomes.count
            outcomes.append(ExtractionOutcome(entry: entry, result: .extracted("")))
            do throws(ArchiveError) {
                try extract(entry, between)
            } catch {
                try Self.check(error)
                outcomes[place].result = .refused(error.about(entry.displayName))
            }
        }
        open = nil
        for link in links { try make(link) }
        try finishDirectories()
    }

    /// Goes on only after what is the entry's own fault.
    private static func check(_ error: ArchiveError) throws(ArchiveError) {
        let isNameOfItsOwn = error.system.map { $0.isNameTaken || $0.isNameTooLong || $0.code == EINVAL } ?? true
        if error.endsReading || error.kind == .canceled || !isNameOfItsOwn { throw error }
    }

    private mutating func extract(
        _ entry: ArchiveEntry, _ between: (ArchiveEntry, Int64) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        if let problem = entry.problem { throw problem }
        guard let last = entry.components.last else {
            // The root itself is there already, if it is a directory.
            guard entry.kind == .directory else { throw ArchiveError(.unsafeName, "the entry has no name") }
            return
        }
        let parent = try parent(of: entry)
        switch entry.kind {
        case .directory: try extractDirectory(entry, last, in: parent)
        case .file: try extractFile(entry, last, in: parent, between)
        case .symbolicLink:
            let target = try target(of: entry)
            let (node, isRenamed) = try parent.add(.link, original: last, options: options)
            links.append(PendingLink(node: node, parent: parent, target: target, outcome: outcomes.count - 1))
            tell(node, isRenamed)
        case .hardLink: try extractHardLink(entry, last, in: parent, between)
        case .special: throw ArchiveError.special
        }
        if entry.kind != .file { try between(entry, 0) }
    }

    private mutating func tell(_ node: ExtractionTree, _ isRenamed: Bool) {
        outcomes[outcomes.count - 1].result = isRenamed ? .renamed(node.path) : .extracted(node.path)
    }

    // Directories

    /// The directory that an entry lies in, made where it is not there yet.
    private mutating func parent(of entry: ArchiveEntry) throws(ArchiveError) -> ExtractionTree {
        var place = root
        for component in entry.components.dropLast() {
            if place.leaf(component)?.kind == .link, place.directories[component] == nil {
                throw ArchiveError(.unsafeLink, "it lies behind a link of the archive")
            }
            if let next = place.directories[component] {
                place = next
            } else {
                place = try makeDirectory(component, in: place, permissions: 0o777).node
            }
        }
        return place
    }

    private mutating func makeDirectory(
        _ original: String, in parent: ExtractionTree, permissions: UInt32
    ) throws(ArchiveError) -> (node: ExtractionTree, isRenamed: Bool) {
        let added = try parent.add(.directory, original: original, options: options)
        do throws(ArchiveError) {
            let handle = try handle(of: parent)
            try passing { () throws(SystemError) in
                let folder = Directory(taking: try handle.duplicate())
                // Its owner can fill it meanwhile, whatever the archive says.
                try folder.makeDirectory(Path(added.node.name), mode: permissions | 0o700)
            }
        } catch {
            parent.remove(added.node, original: original)
            throw error
        }
        note(added.node, in: parent)
        return added
    }

    private mutating func note(_ node: ExtractionTree, in parent: ExtractionTree) {
        if parent.depth == 0 { made.append(Path(node.name)) }
    }

    private mutating func handle(of node: ExtractionTree) throws(ArchiveError) -> SharedDescriptor {
        if let open, open.node === node { return open.directory }
        let handle = try passing { () throws(SystemError) in
            SharedDescriptor(
                try node.depth == 0
                    ? directory.descriptor.duplicate()
                    : directory.openBeneath(node.path, [.pathOnly, .directory, .noFollow]))
        }
        open = (node, handle)
        return handle
    }

    private mutating func extractDirectory(
        _ entry: ArchiveEntry, _ last: String, in parent: ExtractionTree
    ) throws(ArchiveError) {
        if parent.leaf(last)?.kind == .link, parent.directories[last] == nil {
            throw ArchiveError(.unsafeLink, "a link of the archive has its name")
        }
        if let node = parent.directories[last] {
            directories.append((node, entry))
            tell(node, false)
        } else {
            let (node, isRenamed) = try makeDirectory(last, in: parent, permissions: entry.permissions ?? 0o777)
            directories.append((node, entry))
            tell(node, isRenamed)
        }
    }

    /// Gives directories their times and permissions, the deepest first: what is made in one changes its time.
    private mutating func finishDirectories() throws(ArchiveError) {
        for (node, entry) in directories.sorted(by: { $0.node.depth > $1.node.depth }) {
            do throws(SystemError) {
                let folder = try directory.openBeneath(node.path, [.directory, .noFollow])
                if let modified = entry.modified { try folder.setModified(modified) }
                guard let permissions = entry.permissions else { continue }
                let status = try FileStatus.of(folder.number)
                let wanted = status.permissions & permissions & 0o777
                if wanted != status.permissions { try folder.setPermissions(wanted) }
            } catch {
                throw ArchiveError(error, entry: entry.displayName)
            }
        }
    }

    // Files

    private mutating func extractFile(
        _ entry: ArchiveEntry, _ last: String, in parent: ExtractionTree,
        _ between: (ArchiveEntry, Int64) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        let (node, isRenamed) = try parent.add(.file, original: last, options: options)
        do throws(ArchiveError) {
            try fill(node, in: parent, entry, between)
        } catch {
            parent.remove(node, original: last)
            throw error
        }
        tell(node, isRenamed)
    }

    private mutating func fill(
        _ node: ExtractionTree, in parent: ExtractionTree, _ entry: ArchiveEntry,
        _ between: (ArchiveEntry, Int64) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        let handle = try handle(of: parent)
        let folder = try passing { () throws(SystemError) in Directory(taking: try handle.duplicate()) }
        let name = Path(node.name)
        let file = try passing { () throws(SystemError) in
            try folder.openFile(name, [.writeOnly, .create, .exclusive], mode: (entry.permissions ?? 0o666) & 0o777)
        }
        note(node, in: parent)
        do throws(ArchiveError) {
            try reader.copyContents(to: file.number) { (length) throws(ArchiveError) in try between(entry, length) }
            if let modified = entry.modified {
                try passing { () throws(SystemError) in try file.setModified(modified) }
            }
        } catch {
            try passing { () throws(SystemError) in try folder.unlink(name) }
            throw error
        }
    }

    private mutating func extractHardLink(
        _ entry: ArchiveEntry, _ last: String, in parent: ExtractionTree,
        _ between: (ArchiveEntry, Int64) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        let shown = Path(entry.linkTarget ?? "").quoted
        guard
            case .success(let components) = EntryNames.components(
                of: entry.linkTarget ?? "", isFromDOS: false, depth: .max)
        else { throw ArchiveError(.unsafeLink, "it is a further name of something outside: \(shown)") }
        guard let target = root.find(components), target.kind == .file, let home = target.parent else {
            throw ArchiveError(.unsafeLink, "it is a further name of what the archive does not hold: \(shown)")
        }
        // A further entry for a name itself has nothing new to tell, unless it brings the contents.
        let isItself = components == entry.components
        var (node, isRenamed) = (target, false)
        let from = try handle(of: home)
        if !isItself {
            (node, isRenamed) = try parent.add(.file, original: last, options: options)
            do throws(ArchiveError) {
                let to = try handle(of: parent)
                try passing { () throws(SystemError) in
                    let source = Directory(taking: try from.duplicate())
                    let folder = Directory(taking: try to.duplicate())
                    try source.link(Path(target.name), to: folder, as: Path(node.name))
                }
            } catch {
                parent.remove(node, original: last)
                throw error
            }
            note(node, in: parent)
        }
        // In some formats (cpio) the last name brings the contents of all.
        if let size = entry.size, size > 0 {
            do throws(ArchiveError) {
                let file = try passing { () throws(SystemError) in
                    try Self.openForFilling(Path(target.name), in: from)
                }
                try reader.copyContents(to: file.number) { (length) throws(ArchiveError) in try between(entry, length) }
                if let modified = entry.modified {
                    try passing { () throws(SystemError) in try file.setModified(modified) }
                }
            } catch {
                // The other names have lost what they had, and were told as extracted.
                throw error.ending
            }
        }
        tell(node, isRenamed)
    }

    /// Opens a file that this extraction made, although its permissions may keep its owner from writing.
    private static func openForFilling(
        _ name: Path, in folder: SharedDescriptor
    ) throws(SystemError) -> OwnedDescriptor {
        let folder = Directory(taking: try folder.duplicate())
        let permissions = try folder.status(of: name).permissions
        guard permissions & 0o200 == 0 else { return try folder.openFile(name, [.writeOnly, .truncate]) }
        let handle = try folder.openFile(name)
        try handle.setPermissions(permissions | 0o200)
        let file = try folder.openFile(name, [.writeOnly, .truncate])
        try file.setPermissions(permissions)
        return file
    }

    // Links

    private func target(of entry: ArchiveEntry) throws(ArchiveError) -> String {
        if let target = entry.linkTarget { return target }
        let bytes = try reader.contents(limit: options.mostLinkBytes)
        // Where it is no UTF-8 it names nothing that this extraction made.
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func make(_ link: PendingLink) throws(ArchiveError) {
        do throws(ArchiveError) {
            let target = try LinkTargets.checked(link.target, in: link.parent)
            let handle = try handle(of: link.parent)
            try passing { () throws(SystemError) in
                let folder = Directory(taking: try handle.duplicate())
                try folder.makeSymbolicLink(Path(link.node.name), to: target)
            }
            note(link.node, in: link.parent)
        } catch {
            try Self.check(error)
            outcomes[link.outcome].result = .refused(error.about(outcomes[link.outcome].entry.displayName))
        }
    }

    /// Removes what this extraction made; what is in the way of that cannot be helped here.
    private mutating func removeAll() {
        open = nil
        for name in made { _ = try? removeTree(named: name, in: directory.descriptor.number) }
    }
}
