internal import LinuxSystem
internal import StagingEngine
internal import StagingModel
internal import StagingProtocol
internal import Synchronization
internal import Varlink

/// Accepts connections and gives each a thread, within the limits of a user and of the service.
final class Listener: Sendable {
    private let socket: SharedDescriptor
    private let engine: StagingEngine
    private let router: CallRouter
    private let limits: Limits
    private let stop: WakeUp
    private let state = Mutex(State())
    /// Signalled whenever a connection ends.
    private let ended: WakeUp

    private struct State {
        var byUser: [UInt32: Int] = [:]
        var total = 0
        var clients: [ObjectIdentifier: Client] = [:]
        var lastActivity = SystemClock.boot()
        /// Since when clients have been waiting in the backlog for a free descriptor; nil when none does.
        var waitingSince: Int64?
    }

    init(_ socket: SharedDescriptor, engine: StagingEngine, router: CallRouter, limits: Limits, stop: WakeUp)
        throws(SystemError)
    {
        self.socket = socket
        self.engine = engine
        self.router = router
        self.limits = limits
        self.stop = stop
        ended = try WakeUp()
    }

    /// How many clients are connected.
    var connections: Int { state.withLock { $0.total } }

    /// Nanoseconds since a client was last connected; 0 while one is.
    var idleTime: Int64 { state.withLock { $0.total > 0 ? 0 : SystemClock.boot() - $0.lastActivity } }

    /// Accepts until the service is to end.
    /// - Parameters:
    ///   - milliseconds: how often `isDone` is asked.
    ///   - isDone: whether the service may end by itself.
    func run(every milliseconds: Int32, isDone: () -> Bool) {
        while true {
            let outcome = try? Waiting.untilReadable([socket.number, stop.number], milliseconds: milliseconds)
            switch outcome {
            case .ready(let places):
                if places.contains(1) { return }
                acceptOne()
            case .timedOut, nil:
                if isDone() { return }
            }
        }
    }

    /// Serves those who connected before the socket's name went, then waits for all to end.
    func drain() {
        while Waiting.isReadable(socket.number) { acceptOne() }
        let start = SystemClock.boot()
        var quiet: Set<ObjectIdentifier> = []
        var full: [ObjectIdentifier: Int64] = [:]
        while connections > 0 {
            let isWaiting = endReading(ofAll: SystemClock.boot() - start >= Self.patience, &quiet)
            _ = try? Waiting.untilReadable([ended.number], milliseconds: isWaiting ? 20 : 500)
            ended.clear()
            letGoOfDeaf(since: &full)
        }
    }

    /// Ends the connections: what a client has sent is still read. One that receives may confirm first, in its own time as
    /// long as that is not for ever: what it has got would be refused it otherwise.
    /// - Parameter quiet: who did not receive at the last look; at two looks in a row it is not between reading a call and
    ///   knowing which.
    /// - Returns: whether some are left.
    private func endReading(ofAll: Bool, _ quiet: inout Set<ObjectIdentifier>) -> Bool {
        let before = quiet
        quiet = []
        for (id, client) in state.withLock({ $0.clients }) {
            let isQuiet = client.socket.withNumber { !Waiting.isReadable($0) } && !client.isReceiving
            if isQuiet { quiet.insert(id) }
            let mayEnd = ofAll || before.contains(id) && isQuiet && client.end()
            if mayEnd { client.socket.withNumber(UnixSocket.shutDownReading) }
        }
        return !ofAll && !quiet.isSubset(of: before) || quiet.count < connections
    }

    /// Gives up on clients that do not read their answers: a service that ends is not theirs to keep. What they have got
    /// they can read still.
    /// - Parameter full: since when the sockets that take nothing more have been so.
    private func letGoOfDeaf(since full: inout [ObjectIdentifier: Int64]) {
        let now = SystemClock.boot()
        for (id, client) in state.withLock({ $0.clients }).mapValues(\.socket) {
            if client.withNumber(Waiting.isWritable) {
                full[id] = nil
            } else if now - full[id, default: now] >= Self.patience {
                client.withNumber(UnixSocket.endSending)
            } else {
                full[id] = full[id] ?? now
            }
        }
    }

    /// Less than a client waits for the next service to start.
    private static let patience: Int64 = 3_000_000_000

    private func acceptOne() {
        let accepted = SystemClock.boot()
        do {
            let client = SharedDescriptor(try UnixSocket.accept(from: socket.number))
            let peer = try Peer.of(client.number)
            let connected = peer.isExact ? accepted : waiting(since: accepted)
            guard let refusal = admit(peer.uid) else { return try serve(client, peer, connected) }
            try refuse(client, refusal)
        } catch let error as SystemError where error.isTooManyFiles {
            // The client waits in the backlog until somebody else has gone.
            state.withLock { $0.waitingSince = $0.waitingSince ?? accepted }
            _ = try? Waiting.untilReadable([ended.number, stop.number], milliseconds: 100)
        } catch let error as SystemError where error.isHungUp {
            // The client went before it was refused.
        } catch {
            engine.log("a connection could not be served: \(error)")
        }
    }

    /// When a client that was accepted now had connected at the latest, as far as that is known. One that waited long may
    /// have ended, and its pid be another process's: what started after the wait began is not trusted to be it.
    private func waiting(since accepted: Int64) -> Int64 {
        let hasMore = Waiting.isReadable(socket.number)
        return state.withLock { state in
            defer { if !hasMore { state.waitingSince = nil } }
            return state.waitingSince ?? accepted
        }
    }

    private func serve(_ client: SharedDescriptor, _ peer: Peer, _ accepted: Int64) throws {
        let caller = Caller(peer, connected: accepted)
        let messageLimits = MessageLimits(
            messageLength: limits.messageBytes, descriptorsPerMessage: limits.descriptorsPerMessage)
        let activity = Client(client)
        state.withLock { $0.clients[ObjectIdentifier(client)] = activity }
        do {
            try BlockingThread.start(name: "client \(peer.pid)") { [self] in
                let connection = ClientConnection(activity, router: router, limits: messageLimits, stop: stop.number)
                connection.serve(engine.session(of: caller, hangUp: client.number))
                leave(peer.uid, client)
            }
        } catch {
            leave(peer.uid, client)
            throw error
        }
    }

    /// Counts the client in; the reason where there is no room.
    private func admit(_ uid: UInt32) -> StagingError? {
        state.withLock { state in
            guard state.byUser[uid, default: 0] < limits.connectionsPerUser else {
                return StagingError(
                    .limitExceeded, "you have \(limits.connectionsPerUser) connections, which is the limit",
                    hint: "try again when one of them has ended")
            }
            guard state.total < limits.connections else {
                return StagingError(
                    .limitExceeded, "the service has \(limits.connections) connections, which is the limit",
                    hint: "try again in a moment")
            }
            // The last places are for users who have few, so that some users with many do not keep all others out.
            let reserve = limits.connections / 8
            let few = max(1, reserve / 16)
            guard state.total < limits.connections - reserve || state.byUser[uid, default: 0] < few else {
                return StagingError(
                    .limitExceeded, "the service has nearly as many connections as it may, and you have \(few) of them",
                    hint: "try again in a moment")
            }
            state.byUser[uid, default: 0] += 1
            state.total += 1
            return nil
        }
    }

    private func leave(_ uid: UInt32, _ client: SharedDescriptor) {
        state.withLock { state in
            state.clients[ObjectIdentifier(client)] = nil
            let left = (state.byUser[uid] ?? 1) - 1
            state.byUser[uid] = left > 0 ? left : nil
            state.total -= 1
            state.lastActivity = SystemClock.boot()
        }
        ended.signal()
    }

    /// Answers the call that is on its way, or will be, and closes. Never blocks: an empty socket has room for it.
    private func refuse(_ client: SharedDescriptor, _ reason: StagingError) throws {
        engine.counters.add(refused: 1)
        try UnixSocket.send(MessageCodec().encode(error: reason.varlink), to: client.number)
    }
}
