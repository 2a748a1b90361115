internal import Archives
internal import FileNaming
internal import LinuxSystem
internal import StagingClient
internal import StagingModel
internal import Synchronization

/// A file or a folder that is sent as one archive, which a thread writes while the service stages it: it is nowhere in
/// memory or on disk as a whole before.
///
/// The service takes the end of a stream for the end of what is sent, so the stream is a pair of sockets, and not a pipe:
/// in the one that is written lies a byte that came back from the other. A socket that is closed with something unread in
/// it resets its peer (`ECONNRESET`), and one without lets it see the end. The byte is read when the archive is whole,
/// so whatever ends the writer before, a kill too, fails the send.
final class ArchiveStream: Sendable {
    /// Told of the bytes that were read of all, of which there are 0 where nobody knows.
    typealias Progress = @Sendable (_ done: Int64, _ total: Int64) -> Void

    /// Where the bytes of an archive come from.
    private enum Source {
        case file(SharedDescriptor)
        case folder(SharedDescriptor)
    }

    private let format: ArchiveWriter.Format
    /// What messages call it.
    private let path: Path
    /// The name that it has in the archive.
    private let name: Path
    private let source: Source
    private let progress: Progress?
    /// What the service reads.
    private let reading: SharedDescriptor
    private let state: Mutex<State>
    private let ended = Semaphore()

    private struct State {
        /// Taken by the writer.
        var writing: SharedDescriptor?
        var failure: ArchiveError?
        var isWhole = false
    }

    /// Opens what is to be sent.
    /// - Parameter progress: called on the writer's thread.
    /// - Throws: ``StagingError``: `unreadable`, `unsupportedFile`.
    init(of path: Path, as format: ArchiveWriter.Format, progress: Progress?) throws {
        self.path = path
        self.format = format
        self.progress = progress
        let own = ItemToSend.ownName(of: path)
        name = own.isEmpty ? "archive" : own
        source = try Self.open(path)
        do {
            let (writing, reading) = try UnixSocket.pair()
            try UnixSocket.send([0], to: reading.number)
            self.reading = reading
            state = Mutex(State(writing: writing))
        } catch {
            throw StagingError(.failed, "cannot make a stream for the archive: \(error)")
        }
    }

    private static func open(_ path: Path) throws(StagingError) -> Source {
        if path.isEmpty { throw StagingError(.invalidRequest, "an empty PATH names no file") }
        do {
            let descriptor = SharedDescriptor(try OwnedDescriptor.openForReading(path))
            switch try FileStatus.of(descriptor.number).kind {
            case .regular: return .file(descriptor)
            case .directory: return .folder(descriptor)
            case let other:
                throw StagingError(
                    .unsupportedFile, "\(path.quoted) is a \(other.words), which no archive can hold",
                    hint: "stage send - < \(path.quoted) sends what can be read from it")
            }
        } catch let error as StagingError { throw error } catch {
            let error = error as? SystemError
            throw StagingError(
                .unreadable, "cannot open \(path.quoted): \(error?.reason ?? "no reason given")",
                hint: error?.isMissing == true ? "check the spelling" : nil)
        }
    }

    /// What is to be sent: the stream, under the archive's name.
    /// - Parameters:
    ///   - name: in place of the path's own with the archive's ending.
    ///   - type: what the sender claims it to be.
    func item(name: String?, type: String?) -> ItemToSend {
        let own = self.name.exactText ?? FileNaming.sanitize(self.name.bytes)
        return ItemToSend(.descriptor(reading), name: name ?? format.name(for: own), type: type)
    }

    /// Writes the archive while `body` sends it.
    /// - Throws: what `body` throws; where it failed for the archive's sake, why there is none.
    func sending<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            try BlockingThread.start(name: "stage archive", stackSize: 2 << 20) { [self] in writeAll() }
        } catch {
            throw StagingError(.failed, "no thread could be started for the archive: \(error)")
        }
        do {
            let result = try body()
            ended.wait()
            // Only a whole archive has an end; what else the service took for one is nothing to be had.
            guard state.withLock({ $0.isWhole }) else { throw StagingError(.failed, "the archive was not whole") }
            return result
        } catch {
            // The service reads no more, and neither does anybody else: the writer must not wait for that.
            reading.withNumber(UnixSocket.shutDownReading)
            ended.wait()
            if let failure = state.withLock({ $0.failure }) { throw stagingError(failure) }
            throw error
        }
    }

    // MARK: The writer's thread

    private func writeAll() {
        ProcessControl.blockBrokenPipeHere()
        // Closed with the scope, before anybody is told that the writer has ended.
        do {
            guard let writing = state.withLock({ $0.writing.take() }) else { return ended.signal() }
            do throws(ArchiveError) {
                try writing.withNumber { (number) throws(ArchiveError) in
                    try write(to: number)
                    var byte: [UInt8] = [0]
                    do throws(SystemError) {
                        _ = try UnixSocket.receive(from: number, into: &byte)
                    } catch { throw ArchiveError(error) }
                }
                state.withLock { $0.isWhole = true }
            } catch {
                // That nobody reads is the service's to explain.
                if error.system?.isHungUp != true { state.withLock { $0.failure = error } }
            }
        }
        ended.signal()
    }

    private func write(to number: CInt) throws(ArchiveError) {
        let writer = try ArchiveWriter(format, to: number)
        switch source {
        case .file(let file):
            let status: FileStatus
            do throws(SystemError) { status = try FileStatus.of(file.number) } catch { throw ArchiveError(error) }
            let progress = progress
            try writer.add(file: ArchiveWriter.Header(path: name, status), from: file.number) {
                (done) throws(ArchiveError) in progress?(done, status.size)
            }
        case .folder(let descriptor):
            let folder: Directory
            do throws(SystemError) { folder = Directory(taking: try descriptor.duplicate()) } catch {
                throw ArchiveError(error)
            }
            let total = progress == nil ? 0 : ArchiveWriter.bytes(ofTree: folder)
            let progress = progress
            try writer.add(
                tree: folder, prefix: name,
                checkLink: { (path, target) throws(ArchiveError) in try Self.check(link: path, to: target) },
                between: { (tree) throws(ArchiveError) in progress?(tree.bytes, total) })
        }
        try writer.finish()
    }

    /// Links stay within the tree (rule 13).
    private static func check(link path: Path, to target: Path) throws(ArchiveError) {
        let entry = TreeEntry(
            path: path.bytes, kind: .link, permissions: 0, modified: 0, size: 0, target: target.bytes)
        guard entry.hasInnerTarget else {
            throw ArchiveError(
                .unsafeLink, "it is a symbolic link that leads out of the tree, to \(target.quoted)", endsReading: true)
        }
    }

    private func stagingError(_ error: ArchiveError) -> StagingError {
        // The entry begins with the folder's name, and is shown below the path as it was typed.
        let below = error.entry.map { $0.dropFirst(name.escapedText.count) } ?? ""
        let typed = path.escapedText
        let shown = "'\(typed.hasSuffix("/") && below.hasPrefix("/") ? String(typed.dropLast()) : typed)\(below)'"
        switch error.kind {
        case .changed:
            return StagingError(
                .sourceChanged, "\(shown) changed while it was sent",
                hint: "send it again when its writers have finished")
        case .unsafeLink:
            return StagingError(
                .unsupportedFile, "\(shown): \(error.reason)", hint: "remove it, or send what it leads to by itself")
        case .specialFile:
            return StagingError(
                .unsupportedFile, "\(shown): \(error.reason)", hint: "remove it, or send the rest without it")
        case .limit: return StagingError(.limitExceeded, "\(shown): \(error.reason)", hint: "send a part of it")
        case .system where error.system?.isMissing == true:
            return StagingError(
                .sourceChanged, "\(shown) went away while it was sent",
                hint: "send it again when its writers have finished")
        case .system:
            return StagingError(
                .unreadable, "cannot read \(shown): \(error.system?.reason ?? error.reason)",
                hint: "nothing was sent; make it readable, or send the rest without it")
        default: return StagingError(.failed, "\(shown): \(error.reason)")
        }
    }
}
