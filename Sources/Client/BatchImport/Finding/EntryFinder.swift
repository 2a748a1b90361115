internal import LinuxSystem
internal import StagingModel

/// Goes over the sources and hands what it finds to the workers.
final class EntryFinder {
    private let run: RunState
    private let queue: WorkQueue<WorkItem>
    private let leftOut: LeftOut
    /// What is imported to is no source, also where it lies in one.
    private let closed: Set<FolderWalk.DirectoryID>
    /// The folder of the file that was named last: lists name many files of one folder.
    private var lastFolder: (path: Path, folder: SharedDirectory)?

    init(_ run: RunState, _ queue: WorkQueue<WorkItem>, _ trees: [DestinationTree]) {
        self.run = run
        self.queue = queue
        leftOut = LeftOut(run.options)
        closed = FolderWalk.identities(of: trees)
    }

    func find(_ sources: [ImportSource]) {
        let taken = run.options.moves ? Self.repeated(sources) : []
        for (index, source) in sources.enumerated() where !taken.contains(index) {
            if run.isStopped { return }
            switch source.kind {
            case .path(let path): find(path)
            case .list(let stream, let endedByNull): findListed(stream, endedByNull)
            }
        }
    }

    // MARK: Named sources

    /// Which sources are met by way of others, too: a move takes each file once.
    private static func repeated(_ sources: [ImportSource]) -> Set<Int> {
        let paths = sources.map { source -> Path? in
            guard case .path(let path) = source.kind else { return nil }
            return OwnProcess.canonicalPath(path)
        }
        let named = Set(paths.compactMap(\.self))
        var seen: Set<Path> = []
        return Set(
            paths.indices.filter { index in
                guard let path = paths[index] else { return false }
                if !seen.insert(path).inserted { return true }
                var folder = path
                while folder.parent != folder {
                    folder = folder.parent
                    if named.contains(folder) { return true }
                }
                return false
            })
    }

    /// Whether a source that is gone was moved by the job before.
    private func wasMoved(_ path: Path) -> Bool {
        guard run.options.moves, let journal = run.journal, let folder = OwnProcess.canonicalPath(path.parent) else {
            return false
        }
        return (try? journal.hasTaken(folder.appending(path.lastComponent))) == true
    }

    private func find(_ path: Path) {
        let source = SourceName(shown: path, absolute: OwnProcess.canonicalPath(path) ?? path)
        do {
            let status = try FileStatus.of(path, followLinks: true)
            switch status.kind {
            case .directory: try walk(source)
            case .regular: try push(source)
            case let kind:
                let name = EntryName(source: source, path: path.lastComponent)
                run.tell(.of(name, .skipped, because: kind.leftOutReason))
            }
        } catch {
            if error.isMissing, wasMoved(path) { return run.countBefore() }
            fail(EntryName(source: source, path: path.lastComponent), error)
        }
    }

    private func fail(_ name: EntryName, _ error: SystemError) {
        run.tell(
            .failure(name, StagingError(.unreadable, "cannot read \(name.quoted): \(error.reason)")))
    }

    private func push(_ source: SourceName) throws(SystemError) {
        let parent = source.absolute.parent
        let folder: SharedDirectory
        if let lastFolder, lastFolder.path == parent {
            folder = lastFolder.folder
        } else {
            folder = SharedDirectory(try Directory.open(parent))
            lastFolder = (parent, folder)
        }
        // A link that was named is followed, and gives the name.
        let own = source.shown.lastComponent
        if let reason = leftOut.reason(named: own) {
            return run.tell(.of(EntryName(source: source, path: own), .skipped, because: reason))
        }
        queue.push(
            .found(
                FoundEntry(
                    name: EntryName(source: source, path: own), kept: own, file: source.absolute,
                    place: .file(folder, name: source.absolute.lastComponent))))
    }

    private func walk(_ source: SourceName) throws(SystemError) {
        let root = SharedDirectory(try Directory.open(source.absolute))
        FolderWalk(root: root, leftOut: leftOut, closed: closed).run { found in
            switch found {
            case .file(let folder, let name, let path):
                queue.push(
                    .found(
                        FoundEntry(
                            name: EntryName(source: source, path: path), kept: path,
                            file: source.absolute.appending(path), place: .file(folder, name: name))))
            case .folder: break
            case .aside(let folder, let name, let aside):
                if run.options.moves, aside.isLeftover { _ = try? folder.directory.unlink(name) }
            case .leftOut(let path, let reason):
                run.tell(.of(EntryName(source: source, path: path), .skipped, because: reason))
            case .failure(let path, let error):
                fail(EntryName(source: source, path: path.isEmpty ? source.shown.lastComponent : path), error)
            }
            return !run.isStopped
        }
    }

    // MARK: Lists

    /// Longer than any path.
    private static let longestLine = 64 << 10

    private func findListed(_ stream: SharedDescriptor, _ endedByNull: Bool) {
        let end = endedByNull ? 0 : UInt8(ascii: "\n")
        var rest: [UInt8] = []
        while !run.isStopped {
            let part: [UInt8]
            do {
                part = try stream.withNumber { number throws(SystemError) in try readStream(number, most: 64 << 10) }
            } catch {
                return run.stop(StagingError(.unreadable, "cannot read the list of paths: \(error.reason)"))
            }
            if part.isEmpty { break }
            rest += part
            var start = rest.startIndex
            while let stop = rest[start...].firstIndex(of: end) {
                if stop > start { find(Path(bytes: rest[start..<stop])) }
                if run.isStopped { return }
                start = stop + 1
            }
            rest.removeFirst(start)
            guard rest.count <= Self.longestLine else {
                return run.stop(
                    StagingError(
                        .invalidRequest, "the list has a path of more than \(Self.longestLine) bytes",
                        hint: endedByNull ? nil : "-0 reads a list whose paths end with NUL"))
            }
        }
        if !rest.isEmpty, !run.isStopped { find(Path(bytes: rest)) }
    }
}
