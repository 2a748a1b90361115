internal import LinuxSystem
internal import StagingModel

/// Follows folders and hands to the workers what arrives in them, once it is whole.
///
/// A file is whole when nobody has it open for writing and two looks at it, a while apart, found the same size and time.
/// The kernel's events say when to look; everything is looked over again now and then and after an overflow, so that a
/// lost event, or a network's silence, only costs time. What is remembered is of files that are there, and no more.
final class HotFolders {
    private let sources: [SourceName]
    private let names: UnfinishedNames
    private let settle: Int64
    private let run: RunState
    private let queue: WorkQueue<WorkItem>
    private let leftOut: LeftOut
    private let trees: [DestinationTree]
    private let closed: Set<FolderWalk.DirectoryID>
    private let stop: CInt?
    private let events: DirectoryEvents

    /// A file, by its source's place and the path in that.
    private struct FileName: Hashable {
        let source: Int
        let path: Path
    }

    /// What was last seen of a file that is not taken yet.
    private struct Candidate {
        var version: FileVersion?
        /// When to look again, in nanoseconds of the boot-time clock.
        var due: Int64
    }

    /// What was done about a file that is there.
    private enum Known: Equatable {
        case taken(FileVersion, inode: UInt64)
        case leftOut
    }

    private var folders: [DirectoryEvents.Watch: FileName] = [:]
    private var candidates: [FileName: Candidate] = [:]
    private var known: [FileName: Known] = [:]
    private var missing: Set<Int> = []
    private var hasToldLimit = false
    private var nextScan: Int64 = 0
    private var mustScan = true

    private static let second: Int64 = 1_000_000_000
    /// Between two looks over everything, at least.
    private static let pause = 10 * second

    /// - Throws: `StagingError` (`invalidRequest`) for a source that is no folder; ``SystemError``.
    init(
        _ sources: [ImportSource], _ watching: ImportOptions.Watching, _ run: RunState, _ queue: WorkQueue<WorkItem>,
        _ trees: [DestinationTree], stop: CInt?
    ) throws {
        self.sources = try sources.map { source in
            guard case .path(let path) = source.kind,
                (try? FileStatus.of(path, followLinks: true))?.kind == .directory
            else {
                throw StagingError(
                    .invalidRequest, "only folders can be watched", hint: "leave --watch out for the others")
            }
            return SourceName(shown: path, absolute: OwnProcess.canonicalPath(path) ?? path)
        }
        names = UnfinishedNames(doneSuffix: watching.doneSuffix.map { Array($0.utf8) })
        settle = watching.settle.nanoseconds
        self.run = run
        self.queue = queue
        self.trees = trees
        self.stop = stop
        leftOut = LeftOut(run.options)
        closed = FolderWalk.identities(of: trees)
        events = try DirectoryEvents()
    }

    /// Goes on until the run is stopped.
    /// - Throws: ``SystemError`` where events cannot be read.
    func follow() throws {
        run.note("following \(sources.map(\.shown.quoted).joined(separator: ", "))")
        while !run.isStopped {
            let now = SystemClock.boot()
            if mustScan || now >= nextScan { scan() }
            lookAtDue()
            try run.flush()
            try wait()
            try takeEvents()
        }
    }

    private func wait() throws(SystemError) {
        let due = min(nextScan, candidates.values.lazy.map(\.due).min() ?? .max)
        // Not more often than a hundred times a second, however many are due.
        let milliseconds = max(10, (due - SystemClock.boot()) / 1_000_000 + 1)
        _ = try Waiting.untilReadable(
            [events.number] + (stop.map { [$0] } ?? []), milliseconds: Int32(clamping: milliseconds))
    }

    // MARK: Looking over everything

    private func scan() {
        mustScan = false
        let began = SystemClock.boot()
        // Others may have taken files away from where they were imported to: their names are free again.
        if queue.isIdle { for tree in trees { tree.refresh() } }
        var watched: Set<DirectoryEvents.Watch> = []
        var seen: Set<FileName> = []
        for place in sources.indices where !run.isStopped { scan(place, Path(""), &watched, &seen) }
        if run.isStopped { return }
        for (watch, _) in folders where !watched.contains(watch) {
            folders[watch] = nil
            events.forget(watch)
        }
        known = known.filter { seen.contains($0.key) }
        candidates = candidates.filter { seen.contains($0.key) }
        let now = SystemClock.boot()
        // A look over a large tree takes a hundredth of the time at most.
        nextScan = now + max(Self.pause, 100 * (now - began))
    }

    private func scan(
        _ place: Int, _ start: Path, _ watched: inout Set<DirectoryEvents.Watch>, _ seen: inout Set<FileName>
    ) {
        let source = sources[place]
        let root: SharedDirectory
        do { root = SharedDirectory(try Directory.open(source.absolute)) } catch {
            if missing.insert(place).inserted {
                run.note("\(source.shown.quoted) cannot be watched now: \(error.reason)")
            }
            return
        }
        if missing.remove(place) != nil { run.note("\(source.shown.quoted) is there again, and followed") }
        var found: [(FileName, isLeftOut: String?)] = []
        FolderWalk(root: root, leftOut: leftOut, closed: closed).run(from: start) { item in
            switch item {
            case .folder(let folder, let path): watch(folder, FileName(source: place, path: path), &watched)
            case .file(_, _, let path): found.append((FileName(source: place, path: path), nil))
            case .leftOut(let path, let reason): found.append((FileName(source: place, path: path), reason))
            case .aside: break
            case .failure(let path, let error):
                run.note("\(source.shown.appending(path).quoted) cannot be watched now: \(error.reason)")
            }
            return !run.isStopped
        }
        for (file, reason) in found {
            seen.insert(file)
            if let reason { leaveOut(file, reason) } else { notice(file) }
        }
    }

    /// Before the folder is read, so that nothing arrives between the two.
    private func watch(_ folder: SharedDirectory, _ name: FileName, _ watched: inout Set<DirectoryEvents.Watch>) {
        do {
            let watch = try events.watch(folder.directory)
            folders[watch] = name
            watched.insert(watch)
        } catch {
            guard !hasToldLimit else { return }
            hasToldLimit = true
            run.note(
                error.isNoSpace
                    ? "there are more folders than may be watched (fs.inotify.max_user_watches); the others are looked over every \(Self.pause / Self.second) seconds"
                    : "a folder cannot be watched: \(error.reason); it is looked over every \(Self.pause / Self.second) seconds"
            )
        }
    }

    private func leaveOut(_ file: FileName, _ reason: String) {
        guard known[file] != .leftOut else { return }
        known[file] = .leftOut
        run.tell(.of(entryName(file), .skipped, because: reason))
    }

    private func entryName(_ file: FileName) -> EntryName {
        EntryName(source: sources[file.source], path: file.path)
    }

    // MARK: Events

    private func takeEvents() throws(SystemError) {
        while true {
            let taken = try events.take()
            if taken.isEmpty { return }
            for event in taken { take(event) }
        }
    }

    private func take(_ event: DirectoryEvents.Event) {
        if event.kind == .overflow {
            mustScan = true
            return
        }
        guard let folder = folders[event.watch] else { return }
        let file = FileName(source: folder.source, path: folder.path.appending(event.name))
        switch event.kind {
        case .overflow: break
        case .ended:
            folders[event.watch] = nil
            mustScan = true
        case .gone:
            // What lay in a folder that was moved away is found missing by the next look over everything.
            if event.isDirectory { mustScan = true }
            known[file] = nil
            candidates[file] = nil
        case .created, .arrived, .written:
            if event.isDirectory {
                if leftOut.reason(file.path, isFolder: true) == nil {
                    var watched: Set<DirectoryEvents.Watch> = []
                    var seen: Set<FileName> = []
                    scan(file.source, file.path, &watched, &seen)
                }
                return
            }
            // What came anew under a known name is another file by its inode: the event may be older than the look that
            // found the file.
            hear(of: file)
        }
    }

    /// Looks at a file that an event named.
    private func hear(of file: FileName) {
        if let subject = names.subject(ofDoneFile: file.path.lastComponent) {
            let named = FileName(source: file.source, path: Self.beside(file.path, subject))
            candidates[named] = Candidate(version: candidates[named]?.version, due: 0)
            return
        }
        if AsideName(parsing: file.path.lastComponent) != nil { return }
        if let reason = leftOut.reason(file.path, isFolder: false) { return leaveOut(file, reason) }
        notice(file, isNew: true)
    }

    private static func beside(_ path: Path, _ name: Path) -> Path {
        path.bytes.contains(UInt8(ascii: "/")) ? path.parent.appending(name) : name
    }

    /// A file is there that may have to be taken.
    private func notice(_ file: FileName, isNew: Bool = false) {
        if names.isUnfinished(file.path.lastComponent) { return }
        if !isNew, candidates[file] != nil { return }
        candidates[file] = Candidate(version: candidates[file]?.version, due: isNew ? SystemClock.boot() + settle : 0)
    }

    // MARK: Candidates

    private func lookAtDue() {
        let now = SystemClock.boot()
        for (file, candidate) in candidates where candidate.due <= now {
            if run.isStopped { return }
            look(at: file, candidate)
        }
    }

    private func look(at file: FileName, _ candidate: Candidate) {
        candidates[file] = nil
        let source = sources[file.source]
        let name = file.path.lastComponent
        do {
            let root = try Directory.open(source.absolute)
            let parent = file.path.bytes.contains(UInt8(ascii: "/")) ? file.path.parent : Path("")
            let folder = SharedDirectory(try root.openDirectory(beneath: parent))
            let status = try folder.directory.status(of: name)
            guard status.kind == .regular else {
                return status.kind == .directory ? () : leaveOut(file, status.kind.leftOutReason)
            }
            let version = FileVersion(size: status.size, modified: status.modified)
            if known[file] == .taken(version, inode: status.inode) { return }
            guard try isWhole(name, in: folder, version, candidate) else {
                let isWaitingForOthers = names.doneSuffix != nil
                // The done-file's own event brings it back.
                if !isWaitingForOthers {
                    candidates[file] = Candidate(version: version, due: SystemClock.boot() + settle)
                }
                return
            }
            // What would go to where it was moved is where nobody looks for it, and what was removed takes nothing.
            if let tree = trees.first(where: { !$0.isInPlace }) {
                return run.stop(
                    StagingError(
                        .failed, "\(tree.shown.quoted) was moved or removed while it was imported to",
                        hint: "run the same command again, which makes it anew"))
            }
            known[file] = .taken(version, inode: status.inode)
            queue.push(
                .found(
                    FoundEntry(
                        name: entryName(file), kept: file.path, file: source.absolute.appending(file.path),
                        place: .file(folder, name: name), companion: names.doneFile(of: name))))
        } catch {
            // It went away, since somebody else took it or gave it another name; or it cannot be looked at now, and the
            // next look over everything tries again.
        }
    }

    /// Whether the file is as it will stay.
    private func isWhole(
        _ name: Path, in folder: SharedDirectory, _ version: FileVersion, _ candidate: Candidate
    ) throws(SystemError) -> Bool {
        if let doneFile = names.doneFile(of: name) {
            do { _ = try folder.directory.status(of: doneFile) } catch  where error.isMissing { return false }
            return true
        }
        guard candidate.version == version else { return false }
        for companion in UnfinishedNames.companions {
            if (try? folder.directory.status(of: Path(bytes: name.bytes + companion.bytes))) != nil { return false }
        }
        let file = try folder.directory.openFile(name, .nonBlocking)
        return !ReadLease.isWritten(file.number)
    }
}

extension Duration {
    /// Saturating.
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max / 4 : min(product + attoseconds / 1_000_000_000, .max / 4)
    }
}
