internal import LinuxSystem
internal import StagingModel
internal import Synchronization

/// Who is told what an import does; called by one thread at a time, from any.
package struct ImportListener: Sendable {
    /// Told of every outcome. What it throws ends the import.
    package var outcome: @Sendable (ImportOutcome) throws -> Void
    /// Told when what was told is about to be written down as done. What it throws ends the import.
    package var flush: @Sendable () throws -> Void
    /// Told of what could not be done beside the import itself, such as a source that stays.
    package var note: @Sendable (String) -> Void
    /// Told how far it is, often.
    package var progress: @Sendable (ImportProgress) -> Void
    /// Told what it came to, once, also where an error has ended it.
    package var ended: @Sendable (ImportSummary) -> Void

    package init(
        outcome: @escaping @Sendable (ImportOutcome) throws -> Void, flush: @escaping @Sendable () throws -> Void = {},
        note: @escaping @Sendable (String) -> Void = { _ in },
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in },
        ended: @escaping @Sendable (ImportSummary) -> Void = { _ in }
    ) {
        self.outcome = outcome
        self.flush = flush
        self.note = note
        self.progress = progress
        self.ended = ended
    }
}

/// How far an import is.
package struct ImportProgress: Sendable {
    /// Entries of which something became, and their bytes.
    package var entries = 0
    package var bytes: Int64 = 0
    package var refused = 0
    /// What was found by counting ahead; nil while it is counted, and where nobody counts.
    package var allEntries: Int?
    package var allBytes: Int64?
}

/// What all threads of one run share.
final class RunState: Sendable {
    let options: ImportOptions
    let journal: Journal?
    private let listener: ImportListener
    private let stopping = Atomic<Bool>(false)
    private let isWaiting = Atomic<Bool>(false)
    private let state = Mutex(State())
    /// How to end what waits for others.
    private let waits = Mutex<(last: Int, cancels: [Int: @Sendable () -> Void])>((0, [:]))
    /// By digest, what was imported; held while a file is placed, so that of two with the same content one is first.
    private let contents = Mutex<[[UInt8]: String]>([:])
    /// Of the directory that is imported to.
    let destination: DestinationTree?

    private struct State {
        var summary = ImportSummary()
        var progress = ImportProgress()
        var failure: StagingError?
        var corrections: (entries: Int, bytes: Int64) = (0, 0)
    }

    init(_ options: ImportOptions, journal: Journal?, destination: DestinationTree?, listener: ImportListener) {
        self.options = options
        self.journal = journal
        self.destination = destination
        self.listener = listener
    }

    // MARK: Ending

    /// Whether nothing new is to be begun.
    var isStopped: Bool { stopping.load(ordering: .sequentiallyConsistent) }

    /// Does what waits for others, such as for a worker of a destination; `cancel` ends the wait when the run is to end.
    func waiting<Result>(cancel: @escaping @Sendable () -> Void, _ body: () throws -> Result) rethrows -> Result {
        let number = waits.withLock { waits in
            waits.last += 1
            waits.cancels[waits.last] = cancel
            return waits.last
        }
        defer { waits.withLock { $0.cancels[number] = nil } }
        if isStopped { cancel() }
        return try body()
    }

    /// Ends the run: what is being placed is placed, and nothing more is begun.
    func stop(_ error: StagingError?) {
        state.withLock { state in
            if let error { state.failure = state.failure ?? error } else { state.summary.isCancelled = true }
        }
        stopping.store(true, ordering: .sequentiallyConsistent)
        for cancel in waits.withLock({ Array($0.cancels.values) }) { cancel() }
    }

    /// What the run came to.
    /// - Throws: `StagingError` that ended it.
    func result() throws(StagingError) -> ImportSummary {
        let (failure, summary) = state.withLock { ($0.failure, $0.summary) }
        listener.ended(summary)
        if let failure { throw failure }
        return summary
    }

    var summary: ImportSummary { state.withLock { $0.summary } }

    // MARK: Outcomes

    /// Counts and tells an outcome.
    func settle(_ decided: Decided) {
        if decided.outcome.outcome == .refused, decided.placement == nil { decided.archive?.keep() }
        tell(decided.outcome)
    }

    /// Whether an archive that has come to its end is to be moved and yet stays, which is told.
    func keepsArchive(_ end: Decided) -> Bool {
        guard end.source != nil, end.archive?.isKept == true else { return false }
        note("\(end.name.quoted) stays: not everything in it was imported")
        return true
    }

    func tell(_ outcome: ImportOutcome) {
        do {
            try state.withLock { state in
                state.summary.add(outcome)
                try listener.outcome(outcome)
                guard outcome.outcome != .skipped else { return }
                state.progress.entries += 1
                state.progress.bytes += outcome.size ?? 0
                state.progress.refused = state.summary.refused
                listener.progress(state.progress)
            }
        } catch { stop(StagingError(importing: error)) }
    }

    func flush() throws { try state.withLock { _ in try listener.flush() } }

    /// Counts a source that a move could not take away, and says why.
    func tellStayed(_ text: String) {
        state.withLock { state in
            state.summary.stayed += 1
            listener.note(text)
        }
    }

    /// Says once that something is waited for; nil when it has come.
    func tellWaiting(_ text: String?) {
        let wasWaiting = isWaiting.exchange(text != nil, ordering: .relaxed)
        if let text, !wasWaiting { note(text) }
    }

    func note(_ text: String) { state.withLock { _ in listener.note(text) } }

    /// Counts an entry that the job had done before.
    func countBefore(size: Int64 = 0) {
        state.withLock { state in
            state.summary.before += 1
            state.progress.entries += 1
            state.progress.bytes += size
        }
    }

    /// What was found by counting ahead.
    func expect(entries: Int, bytes: Int64) {
        state.withLock { state in
            state.progress.allEntries = entries + state.corrections.entries
            state.progress.allBytes = bytes &+ state.corrections.bytes
        }
    }

    /// What there is more than was counted, or will be; less where negative. An archive was counted as a file.
    func correct(entries: Int, bytes: Int64) {
        guard options.countsAhead else { return }
        state.withLock { state in
            state.corrections.entries += entries
            state.corrections.bytes &+= bytes
            if let all = state.progress.allEntries { state.progress.allEntries = all + entries }
            if let all = state.progress.allBytes { state.progress.allBytes = all &+ bytes }
        }
    }

    /// The same entry with the error as its outcome. One that everything after would meet too ends the run.
    func failed(_ decided: Decided, _ error: any Error) -> Decided {
        var decided = decided
        let error = StagingError(importing: error)
        decided.outcome.outcome = error.code == .executableRefused ? .refused : .failed
        decided.outcome.error = error.code.rawValue
        decided.outcome.reason = error.message
        decided.outcome.hint = error.hint
        decided.outcome.destination = nil
        decided.outcome.path = nil
        decided.source = nil
        decided.archive?.fail()
        if options.isEnded(by: error.code) {
            decided.isRemembered = false
            stop(error)
        }
        return decided
    }

    // MARK: Content seen before

    /// Does `place`, unless the job has the content already: then the entry becomes a duplicate.
    func placing(_ decided: inout Decided, _ place: (inout Decided) throws -> Void) throws {
        guard options.skipsDuplicates, decided.outcome.outcome == .imported, let digest = decided.digest else {
            return try place(&decided)
        }
        try contents.withLock { contents in
            if let first = try contents[digest] ?? journal?.imported(digest: digest) {
                decided.becomeDuplicate(of: first)
                return
            }
            try place(&decided)
            contents[digest] = decided.outcome.destination ?? decided.outcome.entry
        }
    }

    /// What has the content already; nil where nothing has, so far.
    func first(withContent digest: [UInt8]) throws(StagingError) -> String? {
        if let known = contents.withLock({ $0[digest] }) { return known }
        return try journal?.imported(digest: digest)
    }

    /// The journal knows now what was imported.
    func contentsAreWritten() { contents.withLock { $0.removeAll(keepingCapacity: true) } }

    // MARK: Places

    /// Does what has to be done before a file is placed.
    func prepare(_ placement: Decided.Placement, of decided: Decided) throws {
        guard decided.outcome.outcome == .refused else { return }
        try RejectedFiles.writeReason(decided.outcome, placement)
    }

    /// Makes what was placed durable.
    func synchronizeDestination() throws(SystemError) {
        try destination?.root.directory.descriptor.synchronizeVolume()
    }

    /// Takes the names of sources away whose content is committed, each only if it is still the same file.
    func removeSources(of committed: [Decided]) {
        let moved = committed.filter { $0.source != nil && $0.outcome.outcome.takesSource }
        if moved.isEmpty { return }
        do {
            // What the journal calls done is gone with a power cut as long as it is in memory alone.
            if journal != nil, moved.contains(where: { $0.placement?.file.isCopy == true }) {
                try synchronizeDestination()
            }
        } catch { return note("the sources of what was imported stay: \(error)") }
        for decided in moved { decided.source?.remove(self) }
    }
}

extension ImportOutcome.Result {
    /// Whether a move takes the source of such an entry.
    var takesSource: Bool { self == .imported || self == .duplicate || self == .refused }
}

extension Decided {
    mutating func becomeDuplicate(of first: String) {
        outcome.outcome = .duplicate
        outcome.destination = first
        outcome.path = nil
        outcome.reason = "the same content as \(Path(first).quoted)"
    }
}
