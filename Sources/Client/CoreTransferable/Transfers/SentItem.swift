internal import StagingClient
internal import Synchronization

/// A value that was sent: its grant, and what becomes of its promises.
///
/// The value is exported when a receiver asks for it, as long as this process lives and the grant does. That does not
/// hang on this object: it may be dropped.
public final class SentItem: Sendable {
    /// The grant, as the send answered it; its representations are promised until they are exported.
    public let grant: Grant
    /// The secret that a receiver needs.
    public let token: Token
    let standing: StandingItem

    init(_ grant: Grant, _ standing: StandingItem) throws(StagingError) {
        guard let token = grant.token else {
            throw StagingError(.failed, "the service answered no token", hint: "stage stop, then try again")
        }
        self.grant = grant
        self.token = token
        self.standing = standing
    }

    /// What happens in the exporting of a value.
    public enum ExportEvent: Sendable {
        /// A receiver asked for this type, and the exporter was called.
        case began(UTType)
        /// So many bytes of what was exported are staged.
        case staged(UTType, completed: Int64, total: Int64)
        /// What was exported is staged: it stays, and is received without asking again.
        case finished(UTType)
        /// The exporter threw, or what it made could not be staged; the receiver was told.
        case failed(UTType, any Error)
        /// Nobody waits any more: the exporter's task was cancelled.
        case cancelled(UTType)
    }

    /// What happens from now on, until the grant ends; the latest hundred for who does not listen.
    public var exports: AsyncStream<ExportEvent> { standing.events.subscribe() }

    /// Exports and stages every form now, so that they are there when this process is not any more.
    ///
    /// - Throws: what an exporter throws, or `StagingError`. What was staged before stays.
    public func materialize() async throws { try await standing.materialize() }

    /// Ends the grant now. What was received already stays.
    public func revoke() async throws {
        let id = grant.id
        _ = try await ServiceWork.run(standing.service) { try $0.revoke(.id(id)) }
    }
}

/// The events of one item, for any number of listeners.
final class ExportEvents: Sendable {
    private let state = Mutex(
        (next: 0, hasEnded: false, listeners: [Int: AsyncStream<SentItem.ExportEvent>.Continuation]()))

    func subscribe() -> AsyncStream<SentItem.ExportEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SentItem.ExportEvent.self, bufferingPolicy: .bufferingNewest(100))
        let number = state.withLock { state -> Int? in
            if state.hasEnded { return nil }
            state.next += 1
            state.listeners[state.next] = continuation
            return state.next
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    func tell(_ event: SentItem.ExportEvent) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(event) }
    }

    func end() {
        let listeners = state.withLock { state in
            state.hasEnded = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
