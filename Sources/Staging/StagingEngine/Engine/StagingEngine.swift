package import ContentSniffing
package import LinuxSystem
package import StagingModel
internal import Synchronization

/// Grants and areas, without a socket: what a service, a program that embeds it, or a test drives.
///
/// Every call blocks for as long as its copying and its catalogue take; call it from threads of your own. Each
/// connection, or other life that receives are tied to, has a ``StagingSession``.
package final class StagingEngine: Sendable {
    let catalogue: any Catalogue
    let bytes: any ByteStore
    let sniffer: ContentSniffer
    package let configuration: EngineConfiguration
    let scopes: ScopeRules
    let bootID: String
    private let clock: @Sendable () -> Moment
    let reserve: Reserve?
    package let log: @Sendable (String) -> Void

    package let events = EventHub()
    package let counters = Counters()
    /// Signals the upkeep that something is due earlier than it knows.
    let upkeepWakeUp: WakeUp
    /// When the upkeep wakes by itself, on the boot-time clock.
    let nextUpkeep = Mutex<Int64>(.max)
    /// Whether more than one step's forgetting was due.
    let forgetsMore = Mutex(false)
    let watched = Mutex<WatchedProcesses>(WatchedProcesses())
    /// Claims that could not be returned yet.
    let owedClaims = Mutex<[OwedClaim]>([])
    let heldOriginals = HeldOriginals()
    let promises = PromiseDesk()
    let drops: DropDesk
    let pasteboards = PasteboardHub()
    /// Receives that are neither confirmed nor returned.
    let openReceives = PerUserCount()
    /// Areas that a running keep pins, and how often.
    let pinnedAreas = Mutex<[String: Int]>([:])
    /// The catalogue's, known from ``recover()`` on.
    let secret = Mutex<[UInt8]>([])
    let names = NameCache()
    let originalVerdicts = VerdictCache()

    /// Makes an engine; ``recover()`` comes before its first session.
    /// - Parameters:
    ///   - bootID: names the boot that `clock` counts from.
    ///   - clock: the same as the catalogue's.
    ///   - reserve: the space kept for a full disk; the upkeep takes it again when there is room.
    ///   - log: told, one line each, of what its owner should know and nobody asked for.
    /// - Throws: ``SystemError`` at the limit of open files.
    package init(
        catalogue: any Catalogue, bytes: any ByteStore, sniffer: ContentSniffer, configuration: EngineConfiguration,
        bootID: String = SystemClock.bootID, clock: @escaping @Sendable () -> Moment = Moment.now,
        reserve: Reserve? = nil,
        log: @escaping @Sendable (String) -> Void
    ) throws(SystemError) {
        self.catalogue = catalogue
        self.bytes = bytes
        self.sniffer = sniffer
        self.configuration = configuration
        self.bootID = bootID
        self.clock = clock
        self.log = log
        self.reserve = reserve
        scopes = ScopeRules(teams: configuration.teams)
        drops = DropDesk(scopes)
        upkeepWakeUp = try WakeUp()
    }

    /// Begins a session of the caller's; end it with ``StagingSession/close()``.
    /// - Parameter hangUp: becomes readable or hung up when the caller goes away: a stream that is read ends then.
    package func session(of caller: Caller, hangUp: Int32? = nil) -> StagingSession {
        StagingSession(self, caller, hangUp: hangUp)
    }

    /// What is live, for the status and to know whether the service may end.
    package func counts() throws -> (grants: Int, areas: Int) {
        try catalogue.transact { try $0.counts() }
    }

    /// Closes the catalogue, when no session is left and the upkeep has ended.
    /// - Parameter keepsReserve: the next service is to find the reserve, should the disk be full by then.
    package func close(keepsReserve: Bool = false) {
        catalogue.close()
        bytes.close()
        if !keepsReserve { _ = reserve?.release() }
    }

    /// The file systems in use.
    package func volumes() -> [ServiceStatus.Volume] { bytes.volumes() }

    /// What the engine's clocks show.
    package func now() -> Moment { clock() }

    // MARK: Views

    func view(_ grant: GrantRecord, at now: Moment, token: Token? = nil, admitting caller: Caller? = nil) -> Grant {
        let representations = grant.representations.filter { representation in
            caller.map { scopes.admits($0, to: representation.scope, sender: grant.senderUID) } ?? true
        }
        return Grant(
            id: grant.id, token: token, state: state(of: grant, at: now), scope: shownScope(grant.scope),
            expires: TimeText.rfc3339(now.wall.saturatingAdd(grant.deadline.boot - now.boot)),
            usesLeft: grant.usesLeft,
            sender: Grant.Sender(
                uid: grant.senderUID, user: names.user(grant.senderUID), pid: grant.senderPID),
            representations: representations.map(\.shown), ended: grant.ended.map { TimeText.rfc3339($0.wall) })
    }

    /// The state as of now, whether or not the upkeep has come by.
    func state(of grant: GrantRecord, at now: Moment) -> Grant.State {
        guard grant.state == .active else { return grant.state }
        if grant.deadline.boot <= now.boot { return .expired }
        if case .process(let subject) = grant.scope, !subject.identity.isAlive { return .subjectEnded }
        return .active
    }

    func shownScope(_ scope: ResolvedScope) -> Scope {
        switch scope {
        case .all: .all
        case .team(let name): .team(name)
        case .process(let subject): .process(subject.pid)
        case .group(let gid): .group(names.group(gid) ?? String(gid))
        }
    }

    func view(_ area: AreaRecord, at now: Moment) -> Area {
        Area(
            id: area.id, path: bytes.path(of: area).text, grant: area.grantID, type: area.type, size: area.size,
            leaseExpires: TimeText.rfc3339(now.wall.saturatingAdd(area.lease.boot - now.boot)), damaged: area.damaged)
    }

    /// Why a grant admits nobody any more, for a holder of its token.
    func endedError(_ grant: GrantRecord, _ state: Grant.State, at now: Moment) -> StagingError {
        let since = grant.ended ?? grant.deadline
        let ago = TimeText.ago(now.boot - min(now.boot, since.boot))
        let again = "ask its sender for another one"
        switch state {
        case .expired: return StagingError(.grantExpired, "the grant \(grant.id) expired \(ago)", hint: again)
        case .revoked: return StagingError(.grantRevoked, "the grant \(grant.id) was revoked \(ago)", hint: again)
        case .spent, .active:
            let when = grant.ended == nil ? "its last use is being taken now" : "its last use was taken \(ago)"
            return StagingError(.grantSpent, "the grant \(grant.id) is spent: \(when)", hint: again)
        case .subjectEnded:
            return StagingError(
                .grantSubjectEnded, "the grant \(grant.id) ended with the process that it was scoped to", hint: again)
        case .lost where grant.representations.isEmpty:
            // What was promised has been withdrawn, and there was nothing else.
            return StagingError(
                .grantLost,
                "the grant \(grant.id) is lost: the process that promised it has ended before it exported it",
                hint: again)
        case .lost:
            return StagingError(
                .grantLost, "the grant \(grant.id) is lost: its original cannot be reached any more",
                hint: "send the file again, as a snapshot to be safe")
        }
    }
}

/// What the service has done since its start.
package final class Counters: Sendable {
    package struct Values: Sendable {
        package var sent = 0
        package var received = 0
        package var bytesStaged: Int64 = 0
        package var refused = 0
    }

    private let values = Mutex(Values())

    package var current: Values { values.withLock { $0 } }

    package func add(sent: Int = 0, received: Int = 0, bytesStaged: Int64 = 0, refused: Int = 0) {
        values.withLock { values in
            values.sent += sent
            values.received += received
            values.bytesStaged = values.bytesStaged.saturatingAdd(bytesStaged)
            values.refused += refused
        }
    }
}
