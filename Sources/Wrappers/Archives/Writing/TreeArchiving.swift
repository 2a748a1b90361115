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

    /// Adds everything below a directory, name by name in the order of their bytes, links as links.
    /// - Parameter prefix: The directory's own name in the archive; empty for none, so that its contents stand at the
    ///   archive's root.
    /// - Parameter between: Called after every part of a file and every entry; what it throws ends the archive, such as an
    ///   ``ArchiveError`` of the kind `canceled`.
    /// - Throws: ``ArchiveError``: `specialFile` for a device, a FIFO or a socket; `damaged` for what changed meanwhile;
    ///   `limit` for a tree deeper than ``ArchiveLimits/pathDepth``. The archive is of no use then.
    package func add(
        tree directory: borrowing Directory, prefix: Path = "",
        between: (TreeProgress) throws(ArchiveError) -> Void = { (_) throws(ArchiveError) in }
    ) throws(ArchiveError) {
        var progress = TreeProgress()
        if !prefix.isEmpty {
            let status = try passing { () throws(SystemError) in try FileStatus.of(directory.descriptor.number) }
            progress.entries += 1
            try add(directory: Header(path: prefix, status))
        }
        try addContents(of: directory, path: prefix, depth: 0, &progress, between)
    }

    private func addContents(
        of directory: borrowing Directory, path: Path, depth: Int, _ progress: inout TreeProgress,
        _ between: (TreeProgress) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        if depth > ArchiveLimits().pathDepth {
            throw ArchiveError(.limit, "the tree is too deep", entry: path.escapedText, endsReading: true)
        }
        for name in try Self.sortedNames(in: directory) {
            let path = path.appending(name)
            do throws(ArchiveError) {
                let status = try passing { () throws(SystemError) in try directory.status(of: name) }
                progress.entries += 1
                switch status.kind {
                case .directory:
                    let folder = try passing { () throws(SystemError) in try directory.openDirectory(name) }
                    try add(directory: Header(path: path, status))
                    try between(progress)
                    try addContents(of: folder, path: path, depth: depth + 1, &progress, between)
                case .regular: try addFile(name, in: directory, path: path, &progress, between)
                case .symbolicLink:
                    let target = try passing { () throws(SystemError) in try directory.readLink(name) }
                    try add(symbolicLink: Header(path: path, status), to: target)
                    try between(progress)
                case .fifo, .socket, .characterDevice, .blockDevice:
                    throw ArchiveError(
                        .specialFile, "it is a device, a FIFO or a socket", entry: path.escapedText, endsReading: true)
                }
            } catch {
                throw error.about(path.escapedText)
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
        guard status.kind == .regular else {
            throw ArchiveError(.damaged, "it changed while it was read", entry: path.escapedText, endsReading: true)
        }
        let start = progress
        var moved = progress
        try add(file: Header(path: path, status), from: file.number) { (length) throws(ArchiveError) in
            moved.bytes = start.bytes + length
            try between(moved)
        }
        progress = moved
        if status.size == 0 { try between(progress) }
    }

    private static func sortedNames(in directory: borrowing Directory) throws(ArchiveError) -> [Path] {
        do throws(SystemError) {
            var names: [Path] = []
            var entries = try directory.entries()
            while let entry = try entries.next() { names.append(entry.name) }
            return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        } catch {
            throw ArchiveError(error)
        }
    }
}

extension ArchiveWriter.Header {
    fileprivate init(path: Path, _ status: FileStatus) {
        self.init(path: path, permissions: status.permissions & 0o777, modified: status.modified)
    }
}
