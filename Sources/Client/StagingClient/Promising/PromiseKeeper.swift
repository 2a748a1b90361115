internal import LinuxSystem
package import StagingModel
internal import StagingProtocol
internal import Synchronization

/// Stands by to export what this process promised, and says when something is wanted.
///
/// Has a connection and a thread of its own. A connection that is lost, as with a service that was killed, is made anew
/// for the same promises.
package final class PromiseKeeper: Sendable {
    /// What happens to promises.
    package enum Event: Sendable {
        /// A receiver waits for the offer at this place of the grant's send.
        case wanted(grant: String, place: Int)
        /// Nobody waits for it any more.
        case notWanted(grant: String, place: Int)
        /// The grant has ended.
        case ended(grant: String)
        /// No service can be reached any more: everything that was promised is lost.
        case lost(StagingError)
    }

    private struct State {
        var exporter = ""
        var grants: Set<String> = []
    }

    private let locator: ServiceLocator
    let service: ServiceLocator.Service
    private let silence: Duration?
    private let state = Mutex(State())
    private let closer = ConnectionCloser()
    /// How long a lost service is waited for, in seconds; as long as it waits for its exporters.
    private static let patience: Int64 = 10

    /// Connects to the service for sends of these scopes, and stands by until ``close()``.
    /// - Parameters:
    ///   - silence: how long an export may take without a report; nil is the service's default, a minute unless
    ///     configured.
    ///   - handler: called on the keeper's thread; to return soon.
    /// - Throws: `StagingError`: `noService`, `limitExceeded`.
    package init(
        _ locator: ServiceLocator, forSending scopes: [Scope], silence: Duration? = nil,
        handler: @escaping @Sendable (Event) -> Void
    ) throws {
        self.locator = locator
        self.silence = silence
        service = locator.service(forSending: scopes)
        let connection = Box(try connect())
        try BlockingThread.start(name: "stage promises") { [weak self] in
            var connection: ServiceConnection? = connection.value
            while let open = connection {
                Self.pass(open, to: handler) { self?.forget($0) }
                // Without anybody who holds the keeper there is nobody left who could export.
                connection = self?.reconnect(handler)
            }
        }
    }

    deinit { close() }

    /// Why `@unchecked`: handed to the thread, and used there alone from then on.
    private struct Box: @unchecked Sendable {
        let value: ServiceConnection

        init(_ value: ServiceConnection) { self.value = value }
    }

    /// Names this exporter to the service that it is connected to.
    var exporter: String { state.withLock { $0.exporter } }

    /// Counts the grant among those to stand by for.
    func remember(_ grant: String) { state.withLock { _ = $0.grants.insert(grant) } }

    private func forget(_ grant: String) { state.withLock { _ = $0.grants.remove(grant) } }

    /// Ends standing by. What is promised and not exported is gone.
    package func close() {
        // The thread sees the end, and lets go of the connection.
        closer.close()
    }

    private func connect() throws -> ServiceConnection {
        guard let connection = try locator.connect(to: service, starting: true) else {
            throw StagingError(.noService, "no service runs that could take a promise")
        }
        let grants = state.withLock { Array($0.grants) }
        try connection.begin(ExportCall(grants: grants.isEmpty ? nil : grants, silence: silence?.wholeMilliseconds))
        guard let exporter = try connection.next(ExportCall.self).exporter else {
            throw StagingError(.failed, "the service answered no exporter", hint: "stage stop, then try again")
        }
        state.withLock { $0.exporter = exporter }
        guard closer.use(connection) else { throw ConnectionLost() }
        return connection
    }

    private func reconnect(_ handler: (Event) -> Void) -> ServiceConnection? {
        do {
            return try closer.reconnect(within: Self.patience, connect)
        } catch {
            handler(.lost(error as? StagingError ?? StagingError(.noService, "\(error)")))
            return nil
        }
    }

    /// Passes notices on until the connection ends.
    private static func pass(
        _ connection: ServiceConnection, to handler: (Event) -> Void, ended: (String) -> Void
    ) {
        while let notice = try? connection.next(ExportCall.self).notice {
            switch (notice.kind, notice.place) {
            case (.wanted, let place?): handler(.wanted(grant: notice.grant, place: place))
            case (.notWanted, let place?): handler(.notWanted(grant: notice.grant, place: place))
            case (.ended, _):
                ended(notice.grant)
                handler(.ended(grant: notice.grant))
            default: break
            }
        }
    }
}

/// What a sender does for its promises, over a connection of its own.
extension StagingConnection {
    /// Sends an item of which some forms are promised.
    package func send(_ items: [ItemToSend], _ options: SendOptions, promisedBy keeper: PromiseKeeper) throws -> Grant {
        var options = options
        options.exporter = keeper.exporter
        let grant = try send(items, options, to: keeper.service)
        keeper.remember(grant.id)
        return grant
    }

    /// Brings what was promised, wanted or not. Blocks until it is staged.
    /// - Returns: the representation as it is now.
    /// - Throws: `StagingError`; those who wait for it get the same.
    @discardableResult
    package func supply(
        _ item: ItemToSend, for grant: String, place: Int, mode: SendOptions.Mode, promisedBy keeper: PromiseKeeper,
        allowsExecutable: Bool = false, progress: CopyProgress? = nil
    ) throws -> Representation {
        let source = try OpenedSource(item, mode)
        let request = RequestID.random()
        var isRepeated = false
        let representation = try with(keeper.service) { connection in
            defer { isRepeated = true }
            let (offer, descriptor, _) = try source.offer(
                item, over: connection, isRepeated: isRepeated, recordsNames: false)
            let call = SupplyCall(
                requestId: request, grant: grant, place: place, offer: offer, mode: mode.wire,
                allowExecutable: allowsExecutable ? true : nil)
            return try connection.call(call, descriptors: descriptor.map { [$0] } ?? []) { answer in
                try? progress?(answer.copied ?? 0, answer.total ?? 0)
            }.answer.representation
        }
        guard let representation = representation ?? nil else {
            throw StagingError(.failed, "the service answered no representation", hint: "stage stop, then try again")
        }
        if mode == .move { source.removeNames([]) { _ in } }
        return representation
    }

    /// Says how far an export is.
    package func reportExport(
        of grant: String, place: Int, completed: Int64, total: Int64, promisedBy keeper: PromiseKeeper
    ) throws {
        _ = try with(keeper.service, starting: false) {
            try $0.call(ReportExportCall(grant: grant, place: place, completed: completed, total: total))
        }
    }

    /// Says that an export has failed, and why.
    package func failExport(
        of grant: String, place: Int, _ message: String, promisedBy keeper: PromiseKeeper
    ) throws {
        _ = try with(keeper.service, starting: false) {
            try $0.call(FailExportCall(grant: grant, place: place, message: message))
        }
    }
}
