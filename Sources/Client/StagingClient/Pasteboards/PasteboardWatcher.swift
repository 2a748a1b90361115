internal import LinuxSystem
package import StagingModel
internal import StagingProtocol
internal import Synchronization

/// Watches a pasteboard in every service that may have it, over connections of its own.
package final class PasteboardWatcher {
    /// Ends a watch from another thread.
    package final class Ending: Sendable {
        private let state = Mutex<(sockets: [SharedDescriptor], hasEnded: Bool)>(([], false))

        package init() {}

        var hasEnded: Bool { state.withLock { $0.hasEnded } }

        /// Ends the watch, which returns as if it had been told to.
        package func end() {
            let sockets = state.withLock { state in
                state.hasEnded = true
                defer { state.sockets = [] }
                return state.sockets
            }
            for socket in sockets { socket.withNumber(UnixSocket.shutDownReading) }
        }

        /// - Returns: false where it has ended already.
        fileprivate func watch(_ sockets: [SharedDescriptor]) -> Bool {
            state.withLock { state in
                state.sockets = sockets
                return !state.hasEnded
            }
        }
    }

    private struct Watched {
        let service: ServiceLocator.Service
        let connection: ServiceConnection
        var latest: PasteboardContents?
    }

    private var watched: [Watched] = []
    private let ending: Ending

    /// Begins. The user's own service is started where it does not run: something may be put there.
    /// - Parameter owner: nil is the caller's user.
    /// - Throws: `StagingError`: `noService`.
    package init(
        _ locator: ServiceLocator, _ name: String, owner: UInt32? = nil, ending: Ending = Ending()
    ) throws {
        self.ending = ending
        let owner = owner == OwnProcess.uid ? nil : owner
        for service in locator.running where owner == nil || service != .own {
            guard let connection = try locator.connect(to: service, starting: service == .own) else { continue }
            try connection.begin(WatchPasteboardCall(name: name, owner: owner))
            watched.append(Watched(service: service, connection: connection))
        }
        if watched.isEmpty {
            throw StagingError(
                .noService, "no system-wide service runs, and only that has pasteboards of other users",
                hint: "an administrator can set it up: see Config/systemd; or name a service by STAGE_SOCKET")
        }
    }

    /// Shows the pasteboard as it is, and again at each change. Blocks until it is told to end. Who is slow sees the newest
    /// state, and not every one.
    /// - Parameters:
    ///   - each: false ends the watch.
    ///   - ended: told of each service that ends while another one is watched.
    /// - Throws: `StagingError` (`noService`) when all services have ended; they are not started again for it.
    package func run(
        _ each: (PasteboardContents) throws -> Bool, ended: (ServiceLocator.Service) -> Void = { _ in }
    ) throws {
        guard ending.watch(watched.map(\.connection.socket)) else { return }
        var shown: (service: ServiceLocator.Service, contents: PasteboardContents)?
        while true {
            guard case .ready(let places) = try Waiting.untilReadable(watched.map(\.connection.number)) else {
                continue
            }
            for place in places.reversed() {
                do {
                    _ = try watched[place].connection.takeAnswers(to: WatchPasteboardCall.self) { answer in
                        watched[place].latest = answer.pasteboard
                        return true
                    }
                } catch is ConnectionLost {
                    if ending.hasEnded { return }
                    let service = watched.remove(at: place).service
                    if watched.isEmpty { throw StagingError(.noService, "the service ended") }
                    ended(service)
                }
            }
            guard let newest else { continue }
            if let shown, shown == newest { continue }
            shown = newest
            guard try each(newest.contents) else { return }
        }
    }

    /// As ``StagingConnection/pasteboard(_:owner:)`` finds it; nil until every service has answered.
    private var newest: (service: ServiceLocator.Service, contents: PasteboardContents)? {
        let all = watched.compactMap { watched in watched.latest.map { (watched.service, $0) } }
        guard all.count == watched.count else { return nil }
        return all.first { !$0.1.items.isEmpty } ?? all.first
    }
}
