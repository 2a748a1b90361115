internal import LinuxSystem
public import StagingModel

/// The items that a destination gets, one after the other, for one worker.
///
/// ```swift
/// for try await item in try await client.openDestination("encoder", options: options) {
///     guard item.size < 1 << 30 else { try await item.refuse("too large"); continue }
///     try await item.accept()
///     let film = try await item.receive()          // film.path, in an area
///     …
///     try await item.finish()
/// }
/// ```
///
/// The destination is open until the loop ends, by `break`, an error or the task's cancellation. There is one item at a
/// time: one that the loop goes on from without a word is refused where it was not accepted, and otherwise counts as a
/// failed try. Open the destination several times to work at several items side by side.
public struct DroppedItems: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = DroppedItem

    private let work: DestinationWork

    /// Opens the destination. Blocks for a call to the service.
    package init(_ locator: ServiceLocator, _ name: String, _ options: DestinationOptions) throws {
        work = try DestinationWork(locator, name, options)
    }

    /// An iterator. There is one item at a time for all iterators of the same sequence.
    public func makeAsyncIterator() -> Iterator { Iterator(work: work) }

    /// Waits for one item after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let work: DestinationWork

        /// Waits for the next item; nil when the task is cancelled.
        /// - Throws: `StagingError` (`noService`) where a service that was lost does not come back.
        public mutating func next() async throws -> DroppedItem? {
            try await withTaskCancellationHandler {
                try await work.next()
            } onCancel: { [work] in
                work.closer.close()
            }
        }
    }
}

/// An item that a destination was offered, and that it is this worker's turn at.
public final class DroppedItem: Sendable {
    /// What it is: types, names and sizes before anything is received; only the forms that this worker accepts.
    public let item: DropItem
    package let turn: DestinationWorker.Turn
    private let work: DestinationWork
    /// The service that has the destination.
    package var service: ServiceLocator.Service { work.service }

    init(_ turn: DestinationWorker.Turn, _ work: DestinationWork) {
        item = turn.item
        self.turn = turn
        self.work = work
    }

    /// The item's forms, richest first.
    public var representations: [Representation] { item.grant.representations }

    /// Accepts it; nothing can be received before.
    /// - Throws: `StagingError`: `noSuchItem` where it is not this worker's turn any more, or why the grant ended.
    public func accept() async throws { try await work.accept(turn) }

    /// Refuses it: no other worker gets it, and its sender is told the reason.
    public func refuse(_ reason: String) async throws { try await work.refuse(turn, reason) }

    /// Receives it into an area: a temporary directory that ends with its lease.
    /// - Parameter options: types to accept in place of the destination's, and others.
    /// - Throws: `StagingError`: `invalidRequest` for an item that is not accepted, and what a receive throws.
    public func receive(options: ReceiveOptions = ReceiveOptions()) async throws -> Received {
        try await work.receive(turn, options)
    }

    /// Receives it as an open file, without an area.
    /// - Throws: `StagingError`; `failed` for a directory, which no descriptor stands for.
    public func open(options: ReceiveOptions = ReceiveOptions()) async throws -> ReceivedFile {
        try await work.open(turn, options)
    }

    /// Receives it straight to a path: whole under its final name, or not at all.
    /// - Throws: `StagingError`: `exists`, `noSpace` and others; nothing is under the name then.
    public func receive(
        to path: String, conflict: Destination.Conflict = .fail, options: ReceiveOptions = ReceiveOptions(),
        progress: @Sendable (_ done: Int64, _ total: Int64) throws -> Void = { _, _ in }
    ) async throws -> Received {
        try await work.receive(turn, options, to: Destination(Path(path), conflict: conflict), progress)
    }

    /// Ends the turn: the item is done, its sender hears so, and its grant ends.
    public func finish() async throws { try await work.finish(turn) }

    /// Ends the turn as a failed try: the item goes to another worker, or after the last try to the dead letters.
    /// - Parameter reason: is kept with it.
    public func fail(_ reason: String) async throws { try await work.fail(turn, reason) }
}

/// A worker on a thread of its own.
actor DestinationWork {
    private let executor: BlockingExecutor
    private let worker: DestinationWorker
    private let connection: StagingConnection
    nonisolated let closer: ConnectionCloser
    nonisolated let service: ServiceLocator.Service
    private var last: (turn: DestinationWorker.Turn, isAccepted: Bool)?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Opens the destination. Blocks for a call to the service.
    init(_ locator: ServiceLocator, _ name: String, _ options: DestinationOptions) throws {
        executor = BlockingExecutor()
        let connection = StagingConnection(locator)
        let worker = try DestinationWorker(connection, at: name, options)
        closer = worker.closer
        service = worker.service
        self.connection = connection
        self.worker = worker
    }

    deinit { closer.close() }

    func next() throws -> DroppedItem? {
        if let last {
            // Nobody hears of what has gone to another worker by now.
            if last.isAccepted {
                try? worker.fail(last.turn, "its worker went on without finishing it")
            } else {
                try? worker.refuse(last.turn, "its worker passed it over")
            }
            self.last = nil
        }
        guard let turn = try worker.next() else {
            worker.close()
            return nil
        }
        last = (turn, false)
        return DroppedItem(turn, self)
    }

    func accept(_ turn: DestinationWorker.Turn) throws {
        try worker.accept(turn)
        if last?.turn.id == turn.id { last?.isAccepted = true }
    }

    func refuse(_ turn: DestinationWorker.Turn, _ reason: String) throws {
        try worker.refuse(turn, reason)
        forget(turn)
    }

    func finish(_ turn: DestinationWorker.Turn) throws {
        try worker.finish(turn)
        forget(turn)
    }

    func fail(_ turn: DestinationWorker.Turn, _ reason: String) throws {
        try worker.fail(turn, reason)
        forget(turn)
    }

    private func forget(_ turn: DestinationWorker.Turn) { if last?.turn.id == turn.id { last = nil } }

    func receive(_ turn: DestinationWorker.Turn, _ options: ReceiveOptions) throws -> Received {
        try worker.receiveIntoArea(turn, options)
    }

    func receive(
        _ turn: DestinationWorker.Turn, _ options: ReceiveOptions, to destination: Destination,
        _ progress: @Sendable (Int64, Int64) throws -> Void
    ) throws -> Received {
        try worker.receive(turn, options, to: destination, progress: progress)
    }

    func open(_ turn: DestinationWorker.Turn, _ options: ReceiveOptions) throws -> ReceivedFile {
        var options = options
        options.delivery = .descriptor
        let pending = try worker.receive(turn, options)
        guard !pending.isTree, let descriptor = pending.descriptor else {
            throw StagingError(.failed, "a directory cannot be opened as a file", hint: "receive it into an area")
        }
        try pending.confirm(isHere: true)
        return ReceivedFile(received: pending.received, descriptor: descriptor)
    }
}
