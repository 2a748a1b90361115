internal import LinuxSystem
internal import StagingModel
internal import Synchronization

/// Ends, from another thread, the wait for what comes over a connection.
package final class ConnectionCloser: Sendable {
    private let state = Mutex<(socket: SharedDescriptor?, isClosed: Bool)>((nil, false))

    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Takes the connection that is waited for from now on.
    /// - Returns: false where it is closed already.
    func use(_ connection: ServiceConnection) -> Bool {
        state.withLock { state in
            state.socket = connection.socket
            return !state.isClosed
        }
    }

    /// Ends the wait now, or as soon as there is one.
    package func close() {
        let socket = state.withLock { state in
            state.isClosed = true
            defer { state.socket = nil }
            return state.socket
        }
        socket?.withNumber(UnixSocket.shutDownReading)
    }

    /// Connects again where a connection was lost, as with a service that is being restarted: tries until it succeeds, or
    /// for so long. Blocks.
    /// - Returns: nil once it is closed.
    /// - Throws: ``StagingError`` from the last try.
    func reconnect(within seconds: Int64, _ open: () throws -> ServiceConnection) throws -> ServiceConnection? {
        let end = SystemClock.boot() + seconds * 1_000_000_000
        var pause: Int32 = 20
        while !isClosed {
            do {
                return try open()
            } catch let error as StagingError where error.code == .noService {
                if SystemClock.boot() >= end { throw error }
            } catch is ConnectionLost {
                if SystemClock.boot() >= end {
                    throw StagingError(.noService, "the service closes every connection without an answer")
                }
            }
            Waiting.pause(milliseconds: pause)
            pause = min(pause * 2, 500)
        }
        return nil
    }
}
