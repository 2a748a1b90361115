package import LinuxSystem

/// An archive that was opened, which any number of readers may read at once where it is a file.
///
/// All formats that libarchive knows, each unpacked by a process of its own that can do nothing else; a zip archive by
/// its directory alone, so that what is listed, checked and unpacked is one and the same.
package final class Archive: Sendable {
    let source: ArchiveSource
    let options: ArchiveOptions
    /// What it has taken so far, for the archives that come out of it: ``ArchiveOptions/outer``.
    package let usage: ArchiveUsage
    private let zip: ZipIndex?

    /// Opens an archive. Blocks for the disk; of a pipe, a FIFO or a socket, until its first bytes have come, and to its
    /// end where the format has to be read to and fro, as zip and 7z are.
    /// - Parameter descriptor: Open for reading. A regular file is read by offset from 0, wherever the descriptor stands.
    /// - Throws: ``ArchiveError``: `damaged` for a zip archive whose directory is missing, broken or overlaps its
    ///   members; `limit`, also for too deep a nesting; `unsupported`; `system`.
    package init(_ descriptor: SharedDescriptor, options: ArchiveOptions = ArchiveOptions()) throws(ArchiveError) {
        let depth = (options.outer?.depth ?? -1) + 1
        if depth > options.limits.nesting {
            throw ArchiveError(
                over: .nesting, "it lies in \(depth) archives, and \(options.limits.nesting) are allowed")
        }
        if let encoding = options.encoding, !NameDecoder.knows(encoding) {
            throw ArchiveError(.unsupported, "no character set is called \(Path(encoding).quoted)", endsReading: true)
        }
        self.options = options
        source = try ArchiveSource(descriptor, options: options)
        usage = ArchiveUsage(limits: options.limits, packed: source.size ?? 0, outer: options.outer)
        zip = source.isZip ? try source.readIndex(options, usage) : nil
    }

    /// Opens the archive that `path` names; see ``init(_:options:)``.
    /// - Throws: ``ArchiveError``, and `EISDIR` for a directory.
    package convenience init(path: Path, options: ArchiveOptions = ArchiveOptions()) throws(ArchiveError) {
        var options = options
        if options.name == nil { options.name = path.lastComponent }
        let descriptor = try passing { () throws(SystemError) in
            SharedDescriptor(try OwnedDescriptor.openForReading(path))
        }
        try self.init(descriptor, options: options)
    }

    /// All entries, where the archive has a directory of its own (zip), so that several readers can share them out among
    /// themselves by ``ArchiveReader/select(_:)``; nil where only reading tells what is there.
    package var entries: [ArchiveEntry]? { zip?.entries }

    /// Whether entries can be selected in any order at no cost.
    package var isIndexed: Bool { zip != nil }

    /// A reader at the first entry. It belongs to one thread at a time. Of a stream that was not kept there is one only.
    package func reader() -> ArchiveReader { ArchiveReader(self, zip: zip) }
}
