public import StagingModel

/// A client of the staging services: the user's own, started when it is needed, and the system-wide one.
///
/// ```swift
/// let client = StagingClient()
/// let grant = try await client.send(.file("film.mkv"))
/// …in another process…
/// let film = try await client.receive(token)     // film.path, for 15 minutes
/// ```
///
/// Calls are ``BlockingStagingClient``'s, done one after the other, on a thread of the client's own; make several clients to do several at once.
/// A call suspends for as long as its copying takes. Cancelling the task does not undo what was sent.
public actor StagingClient {
    private let executor = BlockingExecutor()
    let client: BlockingStagingClient
    /// Finds the services for what has connections of its own.
    nonisolated let locator: ServiceLocator

    /// The actor's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// A client of the services that the environment leads to: `STAGE_SOCKET`, else the user's own and the system-wide
    /// one. Connects when it has to.
    ///
    /// Where the user's own service does not run, `staged` is started: the one beside this program, else
    /// `/usr/local/bin/staged` or `/usr/bin/staged`, where those are root's.
    public init() { self.init(BlockingStagingClient()) }

    /// A client of the same services, which starts the user's own by this program where it does not run.
    /// - Parameter service: the absolute path of `staged`.
    public init(service: String) { self.init(BlockingStagingClient(service: service)) }

    /// A client of the service that listens at this path, and of no other. Whose it is, is not checked.
    public init(socket: String) { self.init(BlockingStagingClient(socket: socket)) }

    private init(_ client: sending BlockingStagingClient) {
        locator = client.connection.locator
        self.client = client
    }

    // MARK: Sending

    /// Makes a grant for one item.
    /// - Parameters:
    ///   - item: a file, a directory, or an open descriptor.
    ///   - further: other forms of the same, in the order of preference.
    ///   - options: on what terms.
    /// - Returns: the grant with its token, which is shown this once.
    /// - Throws: `StagingError`; nothing is left then.
    public func send(
        _ item: ItemToSend, _ further: ItemToSend..., options: SendOptions = SendOptions()
    ) async throws -> Grant {
        try client.send([item] + further, options)
    }

    // MARK: Receiving

    /// Receives into an area: a temporary directory that ends with its lease.
    /// - Returns: what was received; its path is in the area, or of an original the file's own.
    /// - Throws: `StagingError`: `grantExpired`, `notAdmitted`, `nothingAcceptable` and others.
    public func receive(_ token: Token, options: ReceiveOptions = ReceiveOptions()) async throws -> Received {
        try client.receive(token, options: options)
    }

    /// Receives as an open file, without an area. Of an original it is the sender's own file, open for reading.
    /// - Throws: `StagingError`; `failed` for a directory, which no descriptor stands for.
    public func open(_ token: Token, options: ReceiveOptions = ReceiveOptions()) async throws -> ReceivedFile {
        try client.open(token, options: options)
    }

    /// Receives straight to a path: whole under its final name, or not at all.
    /// - Parameters:
    ///   - path: the new file's or directory's path, or a directory to put it into under its suggested name.
    ///   - conflict: what to do when the name is taken.
    ///   - progress: called with the bytes done and all bytes, on the client's thread; what it throws ends the copy.
    ///   - token: what the send answered.
    ///   - options: what is wanted, and for how long.
    /// - Returns: what was received, with its path.
    /// - Throws: `StagingError`: `exists`, `noSpace` and others; nothing is under the name then, and no use is spent.
    public func receive(
        _ token: Token, to path: String, conflict: Destination.Conflict = .fail,
        options: ReceiveOptions = ReceiveOptions(),
        progress: @Sendable (_ done: Int64, _ total: Int64) throws -> Void = { _, _ in }
    ) async throws -> Received {
        try client.receive(token, to: path, conflict: conflict, options: options, progress: progress)
    }

    // MARK: Areas

    /// Copies an area's content out, to a new name or into a directory, and releases the area.
    /// - Parameter path: anything in the area.
    /// - Parameter destination: the new path, or a directory to put it into under its own name.
    /// - Parameter conflict: what to do when the name is taken.
    /// - Returns: the new path.
    /// - Throws: `StagingError`: `noSuchArea`, `exists`, `noSpace`; the area stays then.
    public func keep(
        _ path: String, at destination: String, conflict: Destination.Conflict = .fail
    ) async throws -> String {
        try client.keep(path, at: destination, conflict: conflict)
    }

    /// Lets the area that the path is in end so long from now.
    public func hold(_ path: String, for duration: Duration) async throws -> Area {
        try client.hold(path, for: duration)
    }

    /// Ends the area that the path is in.
    public func release(_ path: String) async throws { try client.release(path) }

    // MARK: Grants

    /// A grant as its token's holder may see it; its sender sees who received it too.
    public func show(_ token: Token) async throws -> Grant { try client.show(token) }

    /// A grant of the caller's, by its id.
    public func show(id: String) async throws -> Grant { try client.show(id: id) }

    /// Ends a grant of the caller's now. What was received already stays.
    @discardableResult
    public func revoke(id: String) async throws -> Grant { try client.revoke(id: id) }

    /// Lets a grant of the caller's end so long from now. One that has ended stays ended.
    @discardableResult
    public func renew(id: String, for duration: Duration) async throws -> Grant {
        try client.renew(id: id, for: duration)
    }

    /// The caller's live grants and areas.
    /// - Parameter includingEnded: also the grants that ended within the last day.
    public func list(includingEnded: Bool = false) async throws -> (grants: [Grant], areas: [Area]) {
        try client.list(includingEnded: includingEnded)
    }

    /// What the services that run say of themselves.
    public func status() async throws -> [ServiceStatus] { try client.status() }

    /// Closes the connections; the next call makes new ones.
    public func disconnect() async { client.disconnect() }
}
