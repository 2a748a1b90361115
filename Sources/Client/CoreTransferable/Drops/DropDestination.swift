internal import StagingClient
public import StagingModel

/// A named destination of this user's, whose items are values: what any process sends to its name comes as a sequence.
///
/// ```swift
/// for try await drop in try await DropDestination<Footage>.open("encoder") {
///     guard drop.size < 1 << 33 else { try await drop.refuse("longer than an hour"); continue }
///     try await drop.accept { footage in try await encode(footage) }
/// }
/// ```
///
/// A payload of several types is an enumeration with an importer for each: the first that fits is used, as everywhere.
/// Several workers, in this process or others, share the work: each item is one worker's at a time. The destination is
/// open until the loop ends, by `break`, an error or the task's cancellation.
public struct DropDestination<Item: Transferable>: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = Drop<Item>

    private let items: DroppedItems
    private let service: StageService

    /// Opens the destination, or joins those who work at it.
    /// - Parameters:
    ///   - name: 1 to 255 bytes without control characters.
    ///   - scope: who may send to it; the same for all workers of a destination.
    ///   - tries: how often an item is tried before it is a dead letter, 1 to 1000; nil is the service's default, 3.
    ///   - service: where it is.
    /// - Throws: ``TransferError/notImportable(_:)`` for a type without importers; `StagingError`.
    public static func open(
        _ name: String = "general", scope: Scope = .team, tries: Int? = nil, service: StageService = .usual
    ) async throws -> DropDestination {
        let importers = Item.representations.filter(\.canImport)
        guard !importers.isEmpty else { throw TransferError.notImportable(Item.explainImport(of: nil)) }
        var options = DestinationOptions()
        options.accept = importers.map(\.contentType.identifier)
        options.acceptsClaims = true
        options.scope = scope
        options.tries = tries
        let asked = options
        let items = try await ServiceWork.run(service) { try DroppedItems($0.locator, name, asked) }
        return DropDestination(items: items, service: service)
    }

    /// An iterator. There is one item at a time for all iterators of the same destination.
    public func makeAsyncIterator() -> Iterator { Iterator(items: items.makeAsyncIterator(), service: service) }

    /// Waits for one item after the other.
    public struct Iterator: AsyncIteratorProtocol {
        var items: DroppedItems.Iterator
        let service: StageService

        /// Waits for the next item; nil when the task is cancelled. An item that nothing was said about is refused.
        /// - Throws: `StagingError` (`noService`) where a service that was lost does not come back.
        public mutating func next() async throws -> Drop<Item>? {
            try await items.next().map { Drop($0, service) }
        }
    }
}

/// Something that was sent to a destination, before anything of it has been received.
public struct Drop<Item: Transferable>: Sendable {
    private let dropped: DroppedItem
    private let service: StageService

    init(_ dropped: DroppedItem, _ service: StageService) {
        self.dropped = dropped
        self.service = service
    }

    /// What it is, who sent it, and how often it has been tried.
    public var item: DropItem { dropped.item }

    /// The forms of it that can be imported, richest first.
    public var representations: [Representation] { dropped.representations }

    /// The types of those forms, as the sender declared them.
    public var contentTypes: [UTType] {
        representations.compactMap { UTType(identifier: $0.declaredType ?? $0.type, allowUndeclared: true) }
    }

    /// The name of the richest form.
    public var suggestedName: String? { representations.first?.name }

    /// The bytes of the richest form; of a promise what its sender expects, 0 where it does not know.
    public var size: Int64 { representations.first?.size ?? 0 }

    /// Refuses it: no other worker gets it, and its sender is told the reason.
    /// - Throws: `StagingError`: `noSuchItem` where it is not this worker's turn any more, or why the grant ended.
    public func refuse(_ reason: String) async throws { try await dropped.refuse(reason) }

    /// Accepts it and imports its value. It is done when the importer returns; one that throws has failed a try.
    /// - Parameter progress: as for ``Stage/receive(_:from:progress:service:)-(_,Token,_,_)``.
    /// - Throws: as that does, and `StagingError` (`noSuchItem`).
    public func accept(progress: Progress? = nil) async throws -> Item { try await accept(progress: progress) { $0 } }

    /// Accepts it, imports its value, and works with that. It is done when `work` returns; an importer or work that throws
    /// has failed a try: the item goes to the next worker, or after the last try to the dead letters.
    /// - Returns: what `work` returns.
    /// - Throws: what `work` throws; what ``accept(progress:)`` throws.
    @discardableResult
    public func accept<Result: Sendable>(
        progress: Progress? = nil, _ work: (Item) async throws -> Result
    ) async throws -> Result {
        try await dropped.accept()
        let result: Result
        do {
            let importers = Item.representations.filter(\.canImport)
            let value = try await Stage.receive(importers, from: .dropped(dropped), progress, service)
            result = try await work(value)
        } catch {
            // Also where the task was cancelled. Nobody need hear of it twice: the error is told.
            let dropped = dropped
            let reason = "\(error)"
            await Task.detached { try? await dropped.fail(reason) }.value
            throw error
        }
        try await dropped.finish()
        return result
    }
}

extension SentItem {
    /// Offers the value to a destination, and tells what becomes of it: it waits, is accepted, refused, done, or dead where
    /// every try failed.
    ///
    /// The item stays where it is when the sequence is not held any more; ``revoke()`` takes it back.
    /// - Parameters:
    ///   - name: the destination's.
    ///   - owner: the user whose destination it is; nil is this one.
    /// - Throws: `StagingError`: `noSuchDestination`, `nothingAcceptable`, `notAdmitted`, `limitExceeded`; `invalidRequest`
    ///   for a grant with a limit of uses.
    public func offer(
        to name: String = "general", of owner: UInt32? = nil
    ) async throws -> AsyncThrowingStream<DropProgress, any Error> {
        let id = grant.id
        return try await ServiceWork.run(standing.service) {
            try DestinationOffer.stream($0.locator, id, to: name, of: owner)
        }
    }
}
