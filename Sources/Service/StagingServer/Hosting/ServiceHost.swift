internal import ContentSniffing
internal import LinuxSystem
internal import StagingEngine
internal import StagingModel
internal import StagingProtocol
internal import Synchronization
internal import ContentTypes

/// One service: the store, the engine, the listener, and their beginning and end.
final class ServiceHost: Sendable {
    private let arguments: StagedArguments
    private let configuration: ServiceConfiguration
    private let isSystem: Bool
    private let started = SystemClock.boot()
    /// Whether a user told the service to end, and not the system: then areas end with it (section 4).
    private let endsAreas = Mutex(false)

    init(_ arguments: StagedArguments) throws {
        self.arguments = arguments
        configuration = try ServiceConfiguration.load(
            ConfigurationFile.places(
                chosen: arguments.configuration, isSystem: arguments.isSystem,
                variable: ServicePlaces.environment))
        isSystem = arguments.isSystem || configuration.isSystem
    }

    /// Serves until a signal, a call, or having been idle ends it.
    func run() throws {
        let activated = try ActivatedSocket.take()
        let store = try Store(at: try storePath())
        let log = try arguments.readyDescriptor == nil ? ServiceLog() : ServiceLog(in: store.root)
        try ProcessControl.changeDirectory(to: store.root)
        // Before any other thread starts: it would inherit that signals end the process.
        let stop = try WakeUp()
        try ProcessControl.onTermination { _ in stop.signal() }
        let engine = try makeEngine(store, log)
        try engine.recover()

        let socketPath =
            try activated == nil ? claimSocket(store) : arguments.socket ?? Path(StagingInterface.systemSocket)
        let socket = try activated ?? SharedDescriptor(UnixSocket.listen(at: socketPath, mode: socketMode))
        let listener = try makeListener(socket, engine, store, socketPath, stop)
        let upkeepStop = try WakeUp()
        let upkeepEnded = try WakeUp()
        try BlockingThread.start(name: "upkeep") {
            engine.runUpkeep(until: upkeepStop.number)
            upkeepEnded.signal()
        }
        if let ready = arguments.readyDescriptor {
            try? writeAll(Array(StartAnswer.ready.text.utf8), to: ready)
            OwnedDescriptor(taking: ready).closeQuietly()
        }
        let idle = configuration.idleSeconds * 1_000_000_000
        listener.run(every: idleCheck) { [self] in
            mayEndByItself && listener.idleTime >= idle && (try? engine.counts()).map { $0 == (0, 0) } ?? false
        }
        // Whoever connects from here on starts the next service; whoever has connected is served.
        if activated == nil { OwnProcess.unlink(socketPath) }
        stop.signal()
        listener.drain()
        upkeepStop.signal()
        _ = try? Waiting.untilReadable([upkeepEnded.number], milliseconds: 5000)
        if endsAreas.withLock({ $0 }) { try engine.endAreas(removingFor: 5) }
        let isEmpty = (try? engine.counts()).map { $0 == (0, 0) } ?? false
        withExtendedLifetime(store) { engine.close(keepsReserve: !isEmpty) }
    }

    /// The user's own service ends when nothing is live; one that was given a socket was wanted there.
    private var mayEndByItself: Bool { arguments.socket == nil && configuration.socket == nil && !isSystem }

    private var idleCheck: Int32 { Int32(clamping: min(1000, max(50, configuration.idleSeconds * 1000 / 4))) }

    /// The default socket lies in a folder that only its user can pass. One that was asked for is for whom the
    /// folder that it lies in lets through: the scopes decide the rest.
    private var socketMode: UInt32 { mayEndByItself ? 0o600 : 0o666 }

    private func storePath() throws -> Path {
        if let store = arguments.store ?? configuration.store { return store }
        if isSystem { return "/var/lib/stage" }
        guard let store = ServicePlaces.ownStore(ServicePlaces.environment) else {
            throw StagingError(
                .failed, "there is no place for a store: neither XDG_STATE_HOME nor a home directory is set",
                hint: "set XDG_STATE_HOME, or start staged with --store")
        }
        return store
    }

    /// The socket's path, free to be bound: with the store's lock held, a file there is a dead service's.
    private func claimSocket(_ store: Store) throws -> Path {
        let usual = isSystem ? Path(StagingInterface.systemSocket) : ServicePlaces(store: store.root).socket
        let path = arguments.socket ?? configuration.socket ?? usual
        if (try? UnixSocket.connect(to: path)) != nil {
            throw StagingError(
                .failed, "another service listens at \(path.quoted)", hint: "stop it, or use another --socket")
        }
        OwnProcess.unlinkSocket(path)
        if let kind = (try? FileStatus.of(path))?.kind {
            throw StagingError(
                .failed, "there is a \(kind.words) at \(path.quoted), where the socket would be",
                hint: "move it away, or use another --socket")
        }
        return path
    }

    private func makeEngine(_ store: Store, _ log: ServiceLog) throws -> StagingEngine {
        let reserve = try Reserve(in: store.root)
        let path = store.root.appending("catalogue.db")
        try store.checkCatalogue(path)
        let catalogue = try SQLiteCatalogue(
            path: path.text, clock: Moment.now, reserve: reserve)
        let types = DeclarationPlaces(directories: DeclarationPlaces.directories(isSystem: isSystem))
        for problem in TypeRegistry.shared.load(types) {
            log.write("declared types: \(problem)")
        }
        let isShared = !mayEndByItself
        let bytes = try LocalByteStore(
            root: store.root, annexes: configuration.annexes, isShared: isShared, limits: configuration.limits,
            reserve: reserve
        ) { log.write($0) }
        return try StagingEngine(
            catalogue: catalogue, bytes: bytes, sniffer: Self.sniffer { log.write($0) },
            configuration: EngineConfiguration(
                limits: configuration.limits, teams: Teams(configuration.teams), isSystem: isSystem),
            reserve: reserve, log: { log.write($0) })
    }

    /// libmagic in processes apart, as many as there are processors: this program again, in another role.
    private static func sniffer(_ log: @escaping @Sendable (String) -> Void) -> ContentSniffer {
        ContentSniffer(
            detector: ConfinedDetector(
                program: "/proc/self/exe", arguments: ["staged", Path(StagedArguments.detectorRole)],
                count: OwnProcess.processorCount, log: log))
    }

    private func makeListener(
        _ socket: SharedDescriptor, _ engine: StagingEngine, _ store: Store, _ path: Path, _ stop: WakeUp
    ) throws -> Listener {
        let report = StatusReport(
            configuration: configuration, isSystem: isSystem, socket: path, store: store.root,
            started: started, engine: engine)
        let router = try CallRouter(
            engine: engine, status: { try report.status() },
            stop: { [self] in
                endsAreas.withLock { $0 = true }
                stop.signal()
            })
        let listener = try Listener(
            socket, engine: engine, router: router, limits: configuration.limits, stop: stop)
        report.count { [weak listener] in listener?.connections ?? 0 }
        return listener
    }
}
