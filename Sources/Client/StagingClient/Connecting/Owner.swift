internal import LinuxSystem
package import StagingModel
internal import StagingProtocol

extension StagingConnection {
    /// What a grant is named by.
    package enum GrantName: Sendable {
        case token(Token)
        case id(String)

        var token: String? { if case .token(let token) = self { token.text } else { nil } }
        var id: String? { if case .id(let id) = self { id } else { nil } }
    }

    /// One grant: for a token's holder what its scopes admit, for its owner all of it (rule 8).
    package func show(_ name: GrantName) throws -> Grant {
        try ask(orThrow: .noGrant) { try $0.call(ShowCall(token: name.token, id: name.id)).answer.grant }.result
    }

    /// Ends a grant of the caller's now.
    package func revoke(_ name: GrantName) throws -> Grant {
        let request = RequestID.random()
        return try ask(orThrow: .noGrant) {
            try $0.call(RevokeCall(requestId: request, token: name.token, id: name.id)).answer.grant
        }.result
    }

    /// Lets a grant of the caller's end `duration` from now.
    package func renew(_ name: GrantName, for duration: Duration) throws -> Grant {
        let request = RequestID.random()
        return try ask(orThrow: .noGrant) {
            try $0.call(
                RenewCall(requestId: request, token: name.token, id: name.id, ttl: duration.wholeMilliseconds)
            ).answer.grant
        }.result
    }

    /// The caller's live grants and areas, of every service that runs and of the own store.
    /// - Parameters:
    ///   - includingEnded: also the grants that have ended and are remembered.
    ///   - each: is handed them some at a time.
    package func list(includingEnded: Bool = false, _ each: ([Grant], [Area]) throws -> Void) throws {
        _ = try askAll(startingOwn: true) { connection in
            var cursor: String?
            repeat {
                let answer = try connection.call(ListCall(all: includingEnded ? true : nil, cursor: cursor)).answer
                try each(answer.grants, answer.areas)
                cursor = answer.cursor
            } while cursor != nil
        }
    }

    /// What the services say of themselves: the user's own, started where it does not run, and the system-wide one.
    package func status() throws -> [(service: ServiceLocator.Service, status: ServiceStatus)] {
        _ = try with(service(forSending: [])) { _ in }
        return try askAll { try $0.call(StatusCall()).answer.status }
    }

    /// The caller's events as they happen, of every service that runs now.
    /// - Parameters:
    ///   - each: is handed every event; false ends the watch.
    ///   - ended: told of each service that ends while another one is watched.
    /// - Throws: `StagingError` (`noService`) where none runs, or when all have ended.
    package func watch(
        _ each: (StagingEvent) throws -> Bool, ended: (ServiceLocator.Service) -> Void = { _ in }
    ) throws {
        var watched = try askAll(startingOwn: true) { connection in
            try connection.begin(WatchCall())
            return connection
        }
        guard !watched.isEmpty else { throw StagingError(.noService, "no service runs") }
        while true {
            guard case .ready(let places) = try Waiting.untilReadable(watched.map(\.1.number)) else { continue }
            for place in places.reversed() {
                do {
                    guard try watched[place].1.takeAnswers(to: WatchCall.self, { try each($0.event) }) else { return }
                } catch is ConnectionLost {
                    // Not asked again: events were missed meanwhile, and a service that was ended is not to be started.
                    let (service, _) = watched.remove(at: place)
                    if watched.isEmpty { throw StagingError(.noService, "the service ended") }
                    ended(service)
                }
            }
        }
    }

    /// Ends the user's own service, and waits until its process has ended, ten seconds at most.
    /// - Returns: false where none runs.
    package func stop() throws -> Bool {
        let process = try with(service(forSending: []), starting: false) { connection in
            let process = try connection.ownProcess()
            _ = try connection.call(StopCall())
            // Where the process cannot be waited for: it closes its connections after its socket is gone.
            if process == nil { _ = try? Waiting.untilReadable([connection.number], milliseconds: 10_000) }
            return process
        }
        guard let process else { return false }
        // It waits for its clients.
        close()
        if let process { _ = try? Waiting.untilReadable([process.number], milliseconds: 10_000) }
        return true
    }
}
