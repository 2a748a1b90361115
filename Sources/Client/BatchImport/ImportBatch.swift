internal import LinuxSystem
internal import StagingModel
internal import Synchronization

/// An import of many files: out of folders, archives and lists, each looked at, filtered, named, and placed or granted.
///
/// ```swift
/// var options = ImportOptions()
/// options.accept = ["public.image"]
/// options.job = "camera"
/// let batch = ImportBatch(of: [.path("/media/card")], to: .directory("Pictures"), options: options)
/// for try await outcome in batch where outcome.outcome == .imported {
///     print(outcome.destination ?? "")
/// }
/// ```
///
/// Each iteration is a run of its own, on threads of its own. An outcome that nobody takes holds the import up once some
/// hundred wait. Cancelling the task, or letting the iterator go, ends the run: what is being placed is placed, and
/// nothing more is begun. With a ``ImportOptions/job`` the next run goes on from there.
public struct ImportBatch: AsyncSequence, Sendable {
    /// What became of one file.
    public typealias Element = ImportOutcome

    private let sources: [ImportSource]
    private let destination: ImportDestination
    private let options: ImportOptions

    /// An import that begins when it is iterated.
    public init(
        of sources: [ImportSource], to destination: ImportDestination, options: ImportOptions = ImportOptions()
    ) {
        self.sources = sources
        self.destination = destination
        self.options = options
    }

    /// Runs the import on this thread and others, and blocks until it is done.
    /// - Returns: how many of each outcome there were.
    /// - Throws: `StagingError` for what ended it: `invalidRequest` for options that make no sense, `noSpace`,
    ///   `noService`, `noSuchDestination`, or `failed` where the destination or the journal cannot be used. That an entry
    ///   failed is an outcome.
    package func run(_ listener: ImportListener, control: ImportControl = ImportControl()) throws -> ImportSummary {
        try ImportRun(sources: sources, destination: destination, options: options).run(listener, control)
    }

    /// Begins a run.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// The outcomes of one run, in the order in which they come about.
    public struct Iterator: AsyncIteratorProtocol {
        private let channel: OutcomeChannel

        fileprivate init(_ batch: ImportBatch) {
            let control = ImportControl()
            let channel = OutcomeChannel(control)
            self.channel = channel
            let queue = channel.queue
            do {
                try BlockingThread.start(name: "import", stackSize: 1 << 20) {
                    queue.finish(
                        Result {
                            _ = try batch.run(ImportListener(outcome: { queue.add($0) }), control: control)
                        })
                }
            } catch { queue.finish(.failure(StagingError(importing: error))) }
        }

        /// The next outcome; nil at the end. Suspends until there is one.
        /// - Throws: `StagingError` for what ended the import.
        public mutating func next() async throws -> ImportOutcome? { try await channel.next() }
    }
}

/// Hands outcomes from the threads of an import to a task, and ends the import when nobody listens any more.
private final class OutcomeChannel: Sendable {
    let queue = Queue()
    private let control: ImportControl

    init(_ control: ImportControl) { self.control = control }

    deinit {
        control.stop()
        queue.abandon()
    }

    func next() async throws -> ImportOutcome? {
        try await withTaskCancellationHandler {
            try await queue.next()
        } onCancel: {
            control.stop()
        }
    }

    /// Apart from the channel, so that the import's threads do not keep that alive.
    final class Queue: Sendable {
        private struct State {
            var outcomes: [ImportOutcome] = []
            var waiter: CheckedContinuation<ImportOutcome?, any Error>?
            var end: Result<Void, any Error>?
            var isAbandoned = false
        }

        private static let most = 256
        private let state = Mutex(State())
        private let room = Semaphore()

        init() {
            for _ in 0..<Self.most { room.signal() }
        }

        /// Blocks while many wait to be taken.
        func add(_ outcome: ImportOutcome) {
            room.wait()
            let waiter = state.withLock { state -> CheckedContinuation<ImportOutcome?, any Error>? in
                guard !state.isAbandoned else {
                    room.signal()
                    return nil
                }
                guard let waiter = state.waiter.take() else {
                    state.outcomes.append(outcome)
                    return nil
                }
                room.signal()
                return waiter
            }
            waiter?.resume(returning: outcome)
        }

        func finish(_ end: Result<Void, any Error>) {
            let waiter = state.withLock { state in
                state.end = end
                return state.waiter.take()
            }
            waiter?.resume(with: end.map { nil })
        }

        /// Lets nobody wait any more.
        func abandon() {
            state.withLock { $0.isAbandoned = true }
            room.signal()
        }

        func next() async throws -> ImportOutcome? {
            try await withCheckedThrowingContinuation { continuation in
                let answer = state.withLock { state -> Result<ImportOutcome?, any Error>? in
                    if !state.outcomes.isEmpty {
                        room.signal()
                        return .success(state.outcomes.removeFirst())
                    }
                    if let end = state.end { return end.map { nil } }
                    state.waiter = continuation
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        }
    }
}
