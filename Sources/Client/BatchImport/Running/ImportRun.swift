internal import LinuxSystem
internal import StagingClient
internal import StagingModel
internal import Synchronization

/// Ends a running import from another thread.
package final class ImportControl: Sendable {
    private struct State {
        var run: RunState?
        var isStopped = false
    }

    private let state = Mutex(State())
    /// Readable once the import is to end, for whoever waits for something else.
    private let wakeUp: WakeUp?

    package init() { wakeUp = try? WakeUp() }

    /// Lets the import end: what is being placed is placed, and nothing more is begun.
    package func stop() {
        state.withLock { state in
            state.isStopped = true
            state.run?.stop(nil)
        }
        wakeUp?.signal()
    }

    /// A descriptor that becomes readable with ``stop()``; nil where none could be made.
    var signal: CInt? { wakeUp?.number }

    func attach(_ run: RunState) {
        state.withLock { state in
            state.run = run
            if state.isStopped { run.stop(nil) }
        }
    }
}

/// What the workers do.
enum WorkItem: Sendable {
    case found(FoundEntry)
    /// Some of the entries of an archive that another worker has opened.
    case share(ArchiveShare)
    /// An entry that another worker has unpacked.
    case opened(OpenedEntry)
}

/// One run of an import, from the first source to the last mark. Blocks.
struct ImportRun {
    let sources: [ImportSource]
    let destination: ImportDestination
    let options: ImportOptions

    /// - Throws: `StagingError`: `invalidRequest` for options that make no sense, `failed`, `noSpace`.
    func run(_ listener: ImportListener, _ control: ImportControl) throws -> ImportSummary {
        let layout = try EntryPlan.layout(options)
        let mask = OwnProcess.fileModeMask
        let tree = try destination.tree
        let reject = try options.reject.map { try DestinationTree($0) }
        let journal = try openJournal(tree)
        defer { journal?.release() }
        let state = RunState(options, journal: journal, destination: tree, listener: listener)
        control.attach(state)
        let workers = max(1, options.workers ?? OwnProcess.processorCount)
        let rejectTarget = try reject.map {
            DirectoryTarget(tree: $0, layout: try EntryPlan.layout(of: "{path}"), fileModeMask: mask)
        }
        let plan = try EntryPlan(options, rejectTarget: rejectTarget, workers: workers) { state.note($0) }
        try JobRecovery(state).run()
        let target: any EntryTarget =
            switch destination.kind {
            case .directory: DirectoryTarget(tree: try destination.known(tree), layout: layout, fileModeMask: mask)
            case .grants(let terms): GrantTarget(terms, layout: layout)
            case .drop(let name, let owner, let terms):
                GrantTarget(terms, layout: layout, drop: DropTarget(name: name, owner: owner))
            }
        let committer: any Committer = try journal.map { try JournalCommitter(state, $0) } ?? DirectCommitter(state)
        let queue = WorkQueue<WorkItem>(capacity: 256, mostParts: 4 * workers)
        try work(state, queue, workers, control, [tree, reject].compactMap(\.self)) {
            EntryWorker(state, committer, target, plan, queue)
        } finally: {
            committer.finish()
        }
        return try state.result()
    }

    private func openJournal(_ tree: DestinationTree?) throws(StagingError) -> Journal? {
        guard let job = options.job else { return nil }
        return try Journal(
            JobPlace(job, store: options.store),
            settings: [
                "destination": tree.map { "directory \($0.root.absolute.text)" } ?? destination.grantsText,
                "layout": options.layout,
            ],
            boot: SystemClock.bootID)
    }

    /// Finds on this thread, and does the rest on others.
    private func work(
        _ state: RunState, _ queue: WorkQueue<WorkItem>, _ workers: Int, _ control: ImportControl,
        _ trees: [DestinationTree],
        _ makeWorker: @escaping @Sendable () -> EntryWorker, finally: () -> Void
    ) throws {
        let done = Semaphore()
        var started = 0
        defer { finally() }
        for _ in 0..<workers {
            do throws(SystemError) {
                // libmagic and the readers of containers go deep.
                try BlockingThread.start(name: "import", stackSize: 2 << 20) {
                    let worker = makeWorker()
                    queue.work { item in worker.process(item) }
                    done.signal()
                }
                started += 1
            } catch {
                if started == 0 { throw StagingError(importing: error) }
                break
            }
        }
        if let watching = options.watching {
            do {
                try HotFolders(sources, watching, state, queue, trees, stop: control.signal).follow()
            } catch { state.stop(StagingError(importing: error)) }
        } else {
            let count = AheadCount(sources, state, trees)
            defer { count?.finish() }
            EntryFinder(state, queue, trees).find(sources)
        }
        queue.end()
        for _ in 0..<started { done.wait() }
    }
}

extension ImportDestination {
    /// The directory that is imported to, opened; nil for grants, offered or not.
    fileprivate var tree: DestinationTree? {
        get throws(StagingError) {
            guard case .directory(let path) = kind else { return nil }
            return try DestinationTree(path)
        }
    }

    /// What a job's journal calls a destination that is no directory.
    fileprivate var grantsText: String {
        guard case .drop(let name, let owner, _) = kind else { return "grants" }
        return "drop \(name)" + (owner.map { " of \($0)" } ?? "")
    }

    fileprivate func known(_ tree: DestinationTree?) throws(StagingError) -> DestinationTree {
        guard let tree else { throw StagingError(.invalidRequest, "there is no destination") }
        return tree
    }
}
