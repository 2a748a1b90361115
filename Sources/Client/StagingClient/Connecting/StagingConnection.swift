package import LinuxSystem
internal import StagingModel

/// A client's connections to the services that it needs, made when they are needed and kept; used by one thread at a
/// time.
///
/// A call whose connection is refused or closed before the answer is made once more over a new one: request ids make
/// that safe.
package final class StagingConnection {
    package let locator: ServiceLocator
    private var open: [ServiceLocator.Service: ServiceConnection] = [:]
    /// Told the socket of each connection that is made, for who ends a call from another thread.
    package var onConnect: (SharedDescriptor) -> Void = { _ in }

    package init(_ locator: ServiceLocator = ServiceLocator()) { self.locator = locator }

    /// Drops the connections: what was received and not confirmed is returned.
    package func close() { open = [:] }

    /// The service for a send of these scopes.
    func service(forSending scopes: [Scope]) -> ServiceLocator.Service { locator.service(forSending: scopes) }

    /// Does `body` with a connection to the service, again with a new one when the first was lost.
    func with<Result>(
        _ service: ServiceLocator.Service, starting: Bool = true, _ body: (ServiceConnection) throws -> Result
    ) throws -> Result? {
        if let kept = open[service], kept.isStale { open[service] = nil }
        for isLast in [false, true] {
            guard let connection = try open[service] ?? locator.connect(to: service, starting: starting) else {
                return nil
            }
            if open[service] !== connection { onConnect(connection.socket) }
            open[service] = connection
            do {
                return try body(connection)
            } catch is ConnectionLost {
                open[service] = nil
                if isLast { throw StagingError(.noService, "the service closed the connection without an answer") }
            }
        }
        return nil
    }

    /// Asks the services one after the other until one knows what is asked for: those that run first, then the user's
    /// own if it has been ended and left a store.
    /// - Throws: the error of the first service that knew it, else of the first that was asked, else `missing`.
    func ask<Result>(
        orThrow missing: @autoclosure () -> StagingError, _ body: (ServiceConnection) throws -> Result
    ) throws -> (result: Result, service: ServiceLocator.Service) {
        var failure: StagingError?
        var asked: Set<ServiceLocator.Service> = []
        for (service, starting) in locator.candidates where !asked.contains(service) {
            do {
                if let result = try with(service, starting: starting, body) { return (result, service) }
            } catch let error as StagingError where error.isOfAnotherService {
                failure = failure ?? error
                asked.insert(service)
            }
        }
        let error = failure ?? missing()
        guard locator.isBehindSudo else { throw error }
        throw StagingError(
            error.code, error.message,
            hint: "under sudo the services of user \(OwnProcess.uid) are asked, and not those of who called sudo")
    }

    /// Asks every service that runs.
    /// - Parameter startingOwn: also the user's own, if it has been ended and left a store.
    func askAll<Result>(
        startingOwn: Bool = false, _ body: (ServiceConnection) throws -> Result
    ) throws -> [(ServiceLocator.Service, Result)] {
        try locator.running.compactMap { service in
            let starting = startingOwn && service == .own && locator.hasOwnStore
            return try with(service, starting: starting, body).map { (service, $0) }
        }
    }

    /// The connection that a receive was answered over: it has to be confirmed over the same.
    func kept(_ service: ServiceLocator.Service) -> ServiceConnection? { open[service] }
}

extension StagingError {
    /// Whether another service may know what this one does not.
    fileprivate var isOfAnotherService: Bool { [.noSuchGrant, .noSuchArea, .noSuchItem].contains(code) }
}
