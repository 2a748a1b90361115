internal import Glibc
package import LinuxSystem

extension ArchiveWriter {
    /// What a tree is written as, and how far that has come.
    package struct TreeProgress: Sendable, Hashable {
        /// Entries written so far, the one at work among them.
        package var entries = 0
        /// Bytes of files written so far, unpacked.
        package var bytes: Int64 = 0
    }

    /// Looks at a symbolic link before it is added; what it throws ends the archive.
    /// - Parameter path: Where the link stands below the directory that is added.
    package typealias LinkCheck = (_ path: Path, _ target: Path) throws(ArchiveError) -> Void

    /// Adds everything below a directory, name by name in the order of their bytes, links as links.
    /// - Parameter prefix: The directory's own name in the archive; empty for none, so that its contents stand at the
    ///   archive's root.
    /// - Parameter between: Called after every part of a file and every entry; what it throws ends the archive, such as an
    ///   ``ArchiveError`` of the kind `canceled`.
    /// - Throws: ``ArchiveError``: `specialFile` for a device, a FIFO or a socket; `changed` for what did meanwhile, a
    ///   directory too; `limit` for a tree deeper than ``ArchiveLimits/pathDepth``. The archive is of no use then.
    package func add(
        tree directory: borrowing Directory, prefix: Path = "",
        between: (TreeProgress) throws(ArchiveError) -> Void = { (_) throws(ArchiveError) in }
    ) throws(ArchiveError) {
        try add(tree: directory, prefix: prefix, checkLink: { (_, _) throws(ArchiveError) in }, between: between)
    }

    /// Does the same, and leaves it to `checkLink` which links may be in it.
    /// - Throws: as ``add(tree:prefix:between:)``, and what `checkLink` throws.
    package func add(
        tree directory: borrowing Directory, prefix: Path, checkLink: LinkCheck,
        between: (TreeProgress) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        var walk = TreeWalk(prefix: prefix)
        let status = try passing { () throws(SystemError) in try FileStatus.of(directory.descriptor.number) }
        if !prefix.isEmpty {
            walk.progress.entries += 1
            try add(directory: Header(path: prefix, status))
        }
        try addContents(of: directory, at: "", seen: status.stamp, &walk, checkLink, between)
        for (path, stamp) in walk.folders {
            let now = try? Self.status(of: path, in: directory)
            guard let now, now.stamp == stamp else { throw .changed(walk.shown(path)) }
        }
    }

    /// How far a tree is added.
    private struct TreeWalk {
        let prefix: Path
        var progress = TreeProgress()
        /// What every directory looked like when it was found, by its path below the tree's.
        var folders: [(path: Path, stamp: ContentStamp)] = []

        init(prefix: Path) { self.prefix = prefix }

        /// A path below the tree as the archive has it.
        func shown(_ path: Path) -> Path {
            if prefix.isEmpty { return path }
            return path.isEmpty ? prefix : prefix.appending(path)
        }
    }

    private func addContents(
        of directory: borrowing Directory, at path: Path, seen stamp: ContentStamp, _ walk: inout TreeWalk,
        _ checkLink: LinkCheck, _ between: (TreeProgress) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        if path.bytes.count(where: { $0 == UInt8(ascii: "/") }) >= ArchiveLimits().pathDepth {
            throw ArchiveError(.limit, "the tree is too deep", entry: walk.shown(path).escapedText, endsReading: true)
        }
        walk.folders.append((path, stamp))
        for name in try Self.sortedNames(in: directory, shown: walk.shown(path)) {
            let inner = path.isEmpty ? name : path.appending(name)
            let shown = walk.shown(inner)
            do throws(ArchiveError) {
                let status = try passing { () throws(SystemError) in try directory.status(of: name) }
                walk.progress.entries += 1
                switch status.kind {
                case .directory:
                    let folder = try passing { () throws(SystemError) in try directory.openDirectory(name) }
                    try add(directory: Header(path: shown, status))
                    try between(walk.progress)
                    try addContents(of: folder, at: inner, seen: status.stamp, &walk, checkLink, between)
                case .regular: try addFile(name, in: directory, path: shown, &walk.progress, between)
                case .symbolicLink:
                    let target = try passing { () throws(SystemError) in try directory.readLink(name) }
                    try checkLink(inner, target)
                    try add(symbolicLink: Header(path: shown, status), to: target)
                    try between(walk.progress)
                case .fifo, .socket, .characterDevice, .blockDevice:
                    throw ArchiveError(
                        .specialFile, "it is a \(status.kind.words), which no archive can hold",
                        entry: shown.escapedText, endsReading: true)
                }
            } catch {
                throw error.about(shown.escapedText)
            }
        }
    }

    private func addFile(
        _ name: Path, in directory: borrowing Directory, path: Path, _ progress: inout TreeProgress,
        _ between: (TreeProgress) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        // What stands there may have become something else since it was looked at.
        let file = try passing { () throws(SystemError) in try directory.openFile(name, .nonBlocking) }
        let status = try passing { () throws(SystemError) in try FileStatus.of(file.number) }
        guard status.kind == .regular else { throw .changed(path) }
        let start = progress
        var moved = progress
        try add(file: Header(path: path, status), from: file.number) { (length) throws(ArchiveError) in
            moved.bytes = start.bytes + length
            try between(moved)
        }
        progress = moved
        if status.size == 0 { try between(progress) }
    }

    private static func sortedNames(in directory: borrowing Directory, shown: Path) throws(ArchiveError) -> [Path] {
        do throws(SystemError) {
            var names: [Path] = []
            var entries = try directory.entries()
            while let entry = try entries.next() { names.append(entry.name) }
            return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        } catch {
            throw ArchiveError(error, entry: shown.escapedText, endsReading: true)
        }
    }

    private static func status(of path: Path, in root: borrowing Directory) throws(SystemError) -> FileStatus {
        if path.isEmpty { return try FileStatus.of(root.descriptor.number) }
        // A directory on the way may be a link by now.
        return try root.openDirectory(beneath: path.parent).status(of: path.lastComponent)
    }

    /// The bytes of all files below a directory, as far as they can be looked at: for progress.
    package static func bytes(ofTree directory: borrowing Directory) -> Int64 { bytes(ofTree: directory, depth: 0) }

    private static func bytes(ofTree directory: borrowing Directory, depth: Int) -> Int64 {
        var bytes: Int64 = 0
        guard depth <= ArchiveLimits().pathDepth, var entries = try? directory.entries() else { return 0 }
        while let entry = try? entries.next() {
            guard let status = try? directory.status(of: entry.name) else { continue }
            if status.kind == .regular { bytes += status.size }
            if status.kind == .directory, let folder = try? directory.openDirectory(entry.name) {
                bytes += Self.bytes(ofTree: folder, depth: depth + 1)
            }
        }
        return bytes
    }
}

extension ArchiveWriter.Header {
    package init(path: Path, _ status: FileStatus) {
        self.init(path: path, permissions: status.permissions & 0o777, modified: status.modified)
    }
}
