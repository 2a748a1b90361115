internal import LinuxSystem
public import StagingModel
internal import StagingProtocol
internal import Synchronization

/// On what terms a destination is open.
public struct DestinationOptions: Sendable {
    /// Types in any form that a type can be given in: only items with a form that conforms to one of them are taken. Empty
    /// is anything.
    public var accept: [String] = []
    /// What the sender claimed counts as the type, where it claimed one, and not what the bytes are.
    package var acceptsClaims = false
    /// Who may offer; the same for all workers of a destination.
    public var scope = Scope.team(nil)
    /// How often an item is tried before it is a dead letter, 1 to 1000; nil is the service's default, 3.
    public var tries: Int?
    /// What the owner's list of items calls this worker; nil is its process.
    public var label: String?

    /// Anything, from the owner's team.
    public init() {}
}

/// A worker at a destination, used by one thread, but for ``close()``.
///
/// Has a connection of its own on which it hears of items, and uses the other for what it does about them. A connection
/// that is lost, as with a service that was killed, is made anew.
package final class DestinationWorker {
    /// An item, and what names the worker's turn at it.
    package struct Turn: Sendable {
        package let id: String
        package let item: DropItem
    }

    private let name: String
    private let options: DestinationOptions
    private let connection: StagingConnection
    /// The service that has the destination.
    let service: ServiceLocator.Service
    private var hearing: ServiceConnection?
    /// Ends the worker from another thread.
    package let closer = ConnectionCloser()

    /// Opens the destination, or joins those who work at it.
    /// - Parameter connection: for the calls about items; to be used by the same thread.
    /// - Throws: `StagingError`: `invalidRequest`, `limitExceeded`, `noService`.
    package init(_ connection: StagingConnection, at name: String, _ options: DestinationOptions) throws {
        self.connection = connection
        self.name = name
        self.options = options
        service = connection.locator.service(forSending: [options.scope])
        hearing = try open()
    }

    private func open() throws -> ServiceConnection {
        guard let opened = try connection.locator.connect(to: service, starting: true) else {
            throw StagingError(.noService, "no service runs that could take a destination")
        }
        try opened.begin(
            OpenDropCall(
                name: name, accept: options.accept.isEmpty ? nil : options.accept,
                claims: options.acceptsClaims ? true : nil,
                scope: options.scope.description, tries: options.tries, label: options.label))
        _ = try opened.next(OpenDropCall.self)
        return opened
    }

    /// Waits for the next item. The last one has to be refused or finished by then: there is one at a time.
    /// - Returns: nil once the worker is closed.
    /// - Throws: `StagingError` (`noService`) where a service that was lost does not come back within half a minute.
    package func next() throws -> Turn? {
        while !closer.isClosed {
            do {
                let hearing = try hearing ?? open()
                self.hearing = hearing
                guard closer.use(hearing) else { break }
                let answer = try hearing.next(OpenDropCall.self)
                // What is withdrawn is found out when something is done about it.
                if let item = answer.item, let turn = answer.turn { return Turn(id: turn, item: item) }
            } catch is ConnectionLost {
                hearing = nil
                hearing = try closer.reconnect(within: Self.patience, open)
            }
        }
        hearing = nil
        return nil
    }

    /// How long a lost service is waited for, in seconds.
    private static let patience: Int64 = 30

    /// Stops working: an item that it has goes to another worker.
    package func close() {
        closer.close()
        hearing = nil
    }

    // MARK: Turns

    /// Accepts the item, which can be received then.
    /// - Throws: `StagingError`: `noSuchItem` where it is somebody else's turn, or why the grant ended.
    package func accept(_ turn: Turn) throws { try call(AnswerDropCall(turn: turn.id, accept: true)) }

    /// Refuses the item: no other worker gets it, and its sender is told the reason.
    package func refuse(_ turn: Turn, _ reason: String?) throws {
        try call(AnswerDropCall(turn: turn.id, accept: false, reason: reason))
    }

    /// Ends the turn: the item is done, and its grant ends.
    package func finish(_ turn: Turn) throws { try call(FinishDropCall(turn: turn.id, done: true)) }

    /// Ends the turn as a try that has failed.
    package func fail(_ turn: Turn, _ reason: String?) throws {
        try call(FinishDropCall(turn: turn.id, done: false, reason: reason))
    }

    private func call<Call: StagingCall>(_ call: Call) throws {
        guard try connection.with(service, starting: false, { try $0.call(call) }) != nil else {
            throw StagingError(.noService, "the service has ended")
        }
    }

    /// Receives the item that was accepted: of its forms the first that the worker accepts. To be confirmed over the same
    /// connection.
    package func receive(_ turn: Turn, _ options: ReceiveOptions, progress: CopyProgress? = nil) throws
        -> PendingReceive
    {
        var options = options
        if options.accept.isEmpty {
            options.accept = self.options.accept
            options.acceptsClaims = self.options.acceptsClaims
        }
        return try connection.receive(turn, from: service, options, progress: progress)
    }

    /// Receives the item straight to a file or directory of the worker's.
    package func receive(
        _ turn: Turn, _ options: ReceiveOptions, to destination: Destination, progress: CopyProgress
    ) throws -> Received {
        var options = options
        options.delivery = .descriptor
        return try connection.place(try receive(turn, options), at: destination, progress: progress)
    }

    /// Receives the item into an area.
    package func receiveIntoArea(_ turn: Turn, _ options: ReceiveOptions) throws -> Received {
        var options = options
        options.delivery = .area
        let pending = try receive(turn, options)
        try connection.confirm(pending)
        return pending.received
    }
}

extension StagingConnection {
    /// Receives the item of a turn that was accepted, over whichever connection.
    package func receive(
        _ turn: DestinationWorker.Turn, from service: ServiceLocator.Service, _ options: ReceiveOptions,
        progress: CopyProgress? = nil
    ) throws -> PendingReceive {
        let call = ReceiveCall(turn: turn.id, options)
        let pending = try with(service, starting: false) { try call.receive(options.bind, over: $0, progress) }
        guard let pending else { throw StagingError(.noService, "the service has ended") }
        return pending
    }
}
