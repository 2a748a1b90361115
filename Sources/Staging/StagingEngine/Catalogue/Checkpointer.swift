internal import LinuxSystem
internal import SQLite
internal import Synchronization

/// Moves what has been committed from the log into the database, on a thread and a connection of its own: the sync that
/// goes with it can take half a second on a busy disk, and the commit that met it would hold up all others.
final class Checkpointer: Sendable {
    /// After so many transactions the log is moved.
    private static let interval = 1000
    /// Frames of the log beyond which commits wait for its end to be moved too, so that it starts anew.
    private static let most = 16_000

    private let wakeUp: WakeUp
    private let ended: WakeUp
    private let state = Mutex((transactions: 0, isOver: false))

    /// Starts the thread.
    /// - Parameters:
    ///   - path: the database's file, which has a write-ahead log.
    ///   - alone: runs its body while nobody commits.
    init(path: String, alone: @escaping @Sendable (() -> Void) -> Void) throws {
        wakeUp = try WakeUp()
        ended = try WakeUp()
        let connection = Box(try Connection(path: path, processAlone: true))
        try BlockingThread.start(name: "checkpoints") { [self] in
            while case .ready? = try? Waiting.untilReadable([wakeUp.number]) {
                wakeUp.clear()
                if state.withLock({ $0.isOver }) { break }
                // What fails, as on a full disk, stays in the log and is tried again.
                let frames = (try? connection.value.checkpoint(.passive)) ?? 0
                if frames > Self.most { alone { _ = try? connection.value.checkpoint(.passive) } }
            }
            connection.value.close()
            ended.signal()
        }
    }

    /// Why `@unchecked`: only the thread uses it.
    private struct Box: @unchecked Sendable {
        let value: Connection

        init(_ value: Connection) { self.value = value }
    }

    /// Counts a transaction.
    func didCommit() {
        let isDue = state.withLock { state in
            state.transactions += 1
            guard state.transactions >= Self.interval else { return false }
            state.transactions = 0
            return true
        }
        if isDue { wakeUp.signal() }
    }

    /// Ends the thread.
    func end(waiting: Bool) {
        state.withLock { $0.isOver = true }
        wakeUp.signal()
        if waiting { _ = try? Waiting.untilReadable([ended.number]) }
    }
}
