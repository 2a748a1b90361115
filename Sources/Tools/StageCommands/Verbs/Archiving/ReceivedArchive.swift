internal import Archives
internal import ContentTypes
internal import LinuxSystem
internal import StagingClient
internal import StagingModel

/// What is received, written as one archive: of a tree all that is in it, of a file the file.
struct ReceivedArchive {
    let format: ArchiveWriter.Format
    let pending: PendingReceive

    /// What stopped the writing: the caller's progress.
    private struct Stopped: Error {}

    /// Writes it to a descriptor, a pipe too. Blocks.
    /// - Throws: ``StagingError``; ``SystemError`` where the archive cannot be written.
    func write(to number: CInt, progress: CopyProgress) throws {
        var stop: (any Error)?
        do throws(ArchiveError) {
            let writer = try ArchiveWriter(format, to: number)
            let total = pending.received.size
            try addAll(to: writer) { (done) throws(ArchiveError) in
                do { try progress(done, total) } catch {
                    stop = error
                    throw ArchiveError(.canceled, "called off")
                }
            }
            try writer.finish()
        } catch {
            if let stop { throw stop }
            throw Self.failure(error)
        }
    }

    private func addAll(
        to writer: ArchiveWriter, _ between: (Int64) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        let root = Path(pending.received.name)
        guard let descriptor = pending.descriptor else {
            throw ArchiveError(.unsupported, "the service sent neither bytes nor an area")
        }
        if pending.isTree {
            guard let area = pending.received.path else {
                throw ArchiveError(.unsupported, "the service named no area of the tree")
            }
            try add(tree: Path(area), manifest: descriptor, as: root, to: writer, between)
        } else {
            let status = try Self.calling { () throws(SystemError) in try FileStatus.of(descriptor.number) }
            // As a file of its own would have it: what is staged may be written by nobody.
            let header = ArchiveWriter.Header(
                path: root, permissions: 0o644 | status.permissions & 0o111, modified: status.modified)
            try writer.add(file: header, from: descriptor.number, between: between)
        }
    }

    /// The manifest tells what the sender's entries had that an area's have not: permissions and times (rule 13).
    private func add(
        tree area: Path, manifest: SharedDescriptor, as root: Path, to writer: ArchiveWriter,
        _ between: (Int64) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        let source = try Self.calling { () throws(SystemError) in try Directory.open(area) }
        var done: Int64 = 0
        var reader = ManifestReader { offset, count in
            try manifest.withNumber { number in try readSome(of: number, at: offset, count: count) }
        }
        while let entry = try Self.next(&reader) {
            let path = Path(bytes: entry.path)
            let header = ArchiveWriter.Header(
                path: path.isEmpty ? root : root.appending(path), permissions: entry.permissions,
                modified: Timestamp(total: entry.modified))
            switch entry.kind {
            case .directory: try writer.add(directory: header)
            case .link: try writer.add(symbolicLink: header, to: Path(bytes: entry.target ?? []))
            case .file:
                let file = try Self.calling { () throws(SystemError) in
                    try source.openBeneath(path, [.readOnly, .noFollow, .nonBlocking])
                }
                let before = done
                try writer.add(file: header, from: file.number) { (length) throws(ArchiveError) in
                    try between(before + length)
                }
                done += entry.size
            }
            try between(done)
        }
    }

    private static func next(_ reader: inout ManifestReader) throws(ArchiveError) -> TreeEntry? {
        do { return try reader.next() } catch {
            if let error = error as? SystemError { throw ArchiveError(error) }
            throw ArchiveError(.damaged, "the service's manifest of the tree makes no sense")
        }
    }

    private static func calling<Result: ~Copyable>(
        _ body: () throws(SystemError) -> Result
    ) throws(ArchiveError) -> Result {
        do throws(SystemError) { return try body() } catch { throw ArchiveError(error) }
    }

    private static func failure(_ error: ArchiveError) -> any Error {
        if let system = error.system { return system }
        if error.kind == .changed {
            return StagingError(
                .sourceChanged, "'\(error.entry ?? "")' changed while it was read",
                hint: "an original can change at any time; ask for a snapshot")
        }
        return StagingError(.failed, error.description)
    }
}

extension Received {
    /// The same as one archive of it, which has no size yet.
    func archived(as format: ArchiveWriter.Format) -> Received {
        Received(
            type: format.type, mime: UTType(format.type)?.preferredMIMEType ?? "application/octet-stream",
            name: format.name(for: name), size: 0, isOriginalFile: false)
    }
}
