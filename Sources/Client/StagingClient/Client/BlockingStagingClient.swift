internal import LinuxSystem
public import StagingModel

/// A client whose calls block until they are done: for programs without Swift concurrency, and for those to whom the
/// microseconds of two changes of thread matter. ``StagingClient`` is the same for tasks.
///
/// ```swift
/// let client = BlockingStagingClient()
/// let grant = try client.send(.file("film.mkv"))
/// …in another process…
/// let film = try client.receive(token)     // film.path, for 15 minutes
/// ```
///
/// Used by one thread at a time. It connects when it has to, and closes its connections with the last reference.
public final class BlockingStagingClient {
    let connection: StagingConnection

    /// A client of the services that the environment leads to: `STAGE_SOCKET`, else the user's own and the system-wide
    /// one.
    ///
    /// Where the user's own service does not run, `staged` is started: the one beside this program, else
    /// `/usr/local/bin/staged` or `/usr/bin/staged`, where those are root's.
    public init() { connection = StagingConnection(ServiceLocator(programs: .besideThisProgramOrInstalled)) }

    /// A client of the same services, which starts the user's own by this program where it does not run.
    /// - Parameter service: the absolute path of `staged`.
    public init(service: String) { connection = StagingConnection(ServiceLocator(programs: .path(Path(service)))) }

    /// A client of the service that listens at this path, and of no other. Whose it is, is not checked.
    public init(socket: String) {
        connection = StagingConnection(
            ServiceLocator(environment: { $0 == "STAGE_SOCKET" ? Path(socket) : nil }))
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
    ) throws -> Grant {
        try send([item] + further, options)
    }

    func send(_ items: [ItemToSend], _ options: SendOptions) throws -> Grant { try connection.send(items, options) }

    // MARK: Receiving

    /// Receives into an area: a temporary directory that ends with its lease.
    /// - Returns: what was received; its path is in the area, or of an original the file's own.
    /// - Throws: `StagingError`: `grantExpired`, `notAdmitted`, `nothingAcceptable` and others.
    public func receive(_ token: Token, options: ReceiveOptions = ReceiveOptions()) throws -> Received {
        var options = options
        options.delivery = .area
        let pending = try connection.receive(token, options)
        try connection.confirm(pending)
        return pending.received
    }

    /// Receives as an open file, without an area. Of an original it is the sender's own file, open for reading. The use is
    /// spent within moments after this returns, whatever becomes of this process.
    /// - Throws: `StagingError`; `failed` for a directory, which no descriptor stands for.
    public func open(_ token: Token, options: ReceiveOptions = ReceiveOptions()) throws -> ReceivedFile {
        var options = options
        options.delivery = .descriptor
        return try Self.file(connection.receive(token, options))
    }

    /// Takes what was received as an open file.
    static func file(_ pending: PendingReceive) throws -> ReceivedFile {
        guard !pending.isTree, let descriptor = pending.descriptor else {
            throw StagingError(.failed, "a directory cannot be opened as a file", hint: "receive it into an area")
        }
        try pending.confirmWithoutWaiting()
        return ReceivedFile(received: pending.received, descriptor: descriptor)
    }

    /// Receives straight to a path: whole under its final name, or not at all.
    /// - Parameters:
    ///   - path: the new file's or directory's path, or a directory to put it into under its suggested name.
    ///   - conflict: what to do when the name is taken.
    ///   - progress: called with the bytes done and all bytes, on the caller's thread; what it throws ends the copy.
    ///   - token: what the send answered.
    ///   - options: what is wanted, and for how long.
    /// - Returns: what was received, with its path.
    /// - Throws: `StagingError`: `exists`, `noSpace` and others; nothing is under the name then, and no use is spent.
    public func receive(
        _ token: Token, to path: String, conflict: Destination.Conflict = .fail,
        options: ReceiveOptions = ReceiveOptions(),
        progress: (_ done: Int64, _ total: Int64) throws -> Void = { _, _ in }
    ) throws -> Received {
        try connection.receive(
            token, options, to: Destination(Path(path), conflict: conflict), progress: progress)
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
    ) throws -> String {
        try connection.keep(Path(path), at: Destination(Path(destination), conflict: conflict)) { _, _ in }.text
    }

    /// Lets the area that the path is in end so long from now.
    public func hold(_ path: String, for duration: Duration) throws -> Area {
        try connection.hold(Path(path), for: duration)
    }

    /// Ends the area that the path is in.
    public func release(_ path: String) throws { _ = try connection.release(Path(path)) }

    // MARK: Grants

    /// A grant as its token's holder may see it; its sender sees who received it too.
    public func show(_ token: Token) throws -> Grant { try connection.show(.token(token)) }

    /// A grant of the caller's, by its id.
    public func show(id: String) throws -> Grant { try connection.show(.id(id)) }

    /// Ends a grant of the caller's now. What was received already stays.
    @discardableResult
    public func revoke(id: String) throws -> Grant { try connection.revoke(.id(id)) }

    /// Lets a grant of the caller's end so long from now. One that has ended stays ended.
    @discardableResult
    public func renew(id: String, for duration: Duration) throws -> Grant {
        try connection.renew(.id(id), for: duration)
    }

    /// The caller's live grants and areas.
    /// - Parameter includingEnded: also the grants that ended within the last day.
    public func list(includingEnded: Bool = false) throws -> (grants: [Grant], areas: [Area]) {
        var all: (grants: [Grant], areas: [Area]) = ([], [])
        try connection.list(includingEnded: includingEnded) { grants, areas in
            all.grants += grants
            all.areas += areas
        }
        return all
    }

    /// What the services that run say of themselves.
    public func status() throws -> [ServiceStatus] { try connection.status().map(\.status) }

    /// Closes the connections; the next call makes new ones.
    public func disconnect() { connection.close() }
}
