internal import LinuxSystem
internal import StagingClient
internal import StagingModel
internal import Synchronization

/// Calls of a service, which block, on a thread of their own: a wait for another process may be long, and must not keep
/// those from working that it waits for.
enum ServiceWork {
    /// Runs `body` with a connection of its own. A task that is cancelled closes it, and the service undoes what was
    /// under way over it.
    /// - Throws: `CancellationError`, else what `body` throws.
    static func run<Result: Sendable>(
        _ service: StageService, _ body: @escaping @Sendable (StagingConnection) throws -> Result
    ) async throws -> Result {
        let interruption = Interruption()
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await withCheckedThrowingContinuation { continuation in
                do throws(SystemError) {
                    try BlockingThread.start(name: "stage call") {
                        let connection = StagingConnection(service.locator)
                        connection.onConnect = { interruption.add($0) }
                        let result = Swift.Result { try body(connection) }
                        if case .failure = result, interruption.isCancelled {
                            continuation.resume(throwing: CancellationError())
                        } else {
                            continuation.resume(with: result)
                        }
                    }
                } catch {
                    continuation.resume(
                        throwing: StagingError(.failed, "no thread could be started: \(error.reason)"))
                }
            }
        } onCancel: {
            interruption.cancel()
        }
    }

    /// The sockets of one call, and whether it was cancelled.
    private final class Interruption: Sendable {
        private let state = Mutex((isCancelled: false, sockets: [SharedDescriptor]()))

        var isCancelled: Bool { state.withLock { $0.isCancelled } }

        func add(_ socket: SharedDescriptor) {
            let isCancelled = state.withLock { state in
                state.sockets.append(socket)
                return state.isCancelled
            }
            if isCancelled { Self.end(socket) }
        }

        func cancel() {
            let sockets = state.withLock { state in
                state.isCancelled = true
                defer { state.sockets = [] }
                return state.sockets
            }
            for socket in sockets { Self.end(socket) }
        }

        private static func end(_ socket: SharedDescriptor) {
            socket.withNumber(UnixSocket.shutDownReading)
            socket.withNumber(UnixSocket.endSending)
        }
    }
}
