internal import LinuxSystem
internal import StagingEngine
internal import StagingModel
internal import StagingProtocol
internal import Synchronization

/// What the service says of itself when it is asked.
final class StatusReport: Sendable {
    private let configuration: ServiceConfiguration
    private let isSystem: Bool
    private let socket: Path
    private let store: Path
    private let started: Int64
    private let engine: StagingEngine
    private let connections = Mutex(Count())

    /// Why a type of its own: a function that lies bare in a generic box is wrapped anew each time it is looked at, until
    /// its call is deeper than the stack.
    private struct Count {
        var call: @Sendable () -> Int = { 0 }
    }

    init(
        configuration: ServiceConfiguration, isSystem: Bool, socket: Path, store: Path, started: Int64,
        engine: StagingEngine
    ) {
        self.configuration = configuration
        self.isSystem = isSystem
        self.socket = socket
        self.store = store
        self.started = started
        self.engine = engine
    }

    /// Sets what tells the number of connections.
    func count(_ connections: @escaping @Sendable () -> Int) {
        self.connections.withLock { $0.call = connections }
    }

    func status() throws -> ServiceStatus {
        let counts = try engine.counts()
        let done = engine.counters.current
        return ServiceStatus(
            version: StagingInterface.version, pid: OwnProcess.pid, uid: OwnProcess.uid, system: isSystem,
            socket: socket.text, store: store.text, uptime: (SystemClock.boot() - started) / 1_000_000,
            grants: counts.grants, areas: counts.areas, connections: connections.withLock { $0.call }(),
            sent: done.sent,
            received: done.received, bytesStaged: done.bytesStaged, refused: done.refused,
            limits: configuration.limitValues, volumes: engine.volumes(), teams: configuration.teams.keys.sorted(),
            features: Self.features)
    }

    /// What the kernel gives that older ones do not.
    private static let features: [String] = {
        let all = [
            ("peerPidfd", UnixSocket.hasPeerPidfd), ("peerGroups", UnixSocket.hasPeerGroups),
            ("pidfd", ProcessDescriptor.isSupported), ("openat2", Directory.hasOpenBeneath),
        ]
        return all.filter(\.1).map(\.0)
    }()
}
