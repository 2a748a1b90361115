/// What the service says of itself.
public struct ServiceStatus: Hashable, Sendable, Codable {
    /// The version of the program.
    public var version: String
    /// Its process.
    public var pid: Int32
    /// The user that it runs as.
    public var uid: UInt32
    /// Whether it is the system-wide one.
    public var system: Bool
    /// Where it listens.
    public var socket: String
    /// Where it keeps everything.
    public var store: String
    /// Milliseconds since its start.
    public var uptime: Int64
    /// Active grants, of all users.
    public var grants: Int
    /// Areas, of all users.
    public var areas: Int
    /// Open connections.
    public var connections: Int
    /// Items sent since its start.
    public var sent: Int
    /// Receives confirmed since its start.
    public var received: Int
    /// Bytes staged since its start.
    public var bytesStaged: Int64
    /// Requests answered with an error since its start.
    public var refused: Int
    /// Each limit by its name in the configuration; times in seconds, sizes in bytes.
    public var limits: [String: Int64]
    /// The file systems that bytes are staged on.
    public var volumes: [Volume]
    /// The configured teams.
    public var teams: [String]
    /// What the kernel gives that is used, such as `peerPidfd`.
    public var features: [String]

    /// One file system of the store.
    public struct Volume: Hashable, Sendable, Codable {
        /// The folder on it.
        public var path: String
        /// What is free for the service.
        public var freeBytes: Int64
        /// Its size.
        public var totalBytes: Int64
        /// Whether it copies by sharing.
        public var reflink: Bool
        /// Whether it has `O_TMPFILE`.
        public var unnamedFiles: Bool

        package init(path: String, freeBytes: Int64, totalBytes: Int64, reflink: Bool, unnamedFiles: Bool) {
            self.path = path
            self.freeBytes = freeBytes
            self.totalBytes = totalBytes
            self.reflink = reflink
            self.unnamedFiles = unnamedFiles
        }
    }

    package init(
        version: String, pid: Int32, uid: UInt32, system: Bool, socket: String, store: String, uptime: Int64,
        grants: Int, areas: Int, connections: Int, sent: Int, received: Int, bytesStaged: Int64, refused: Int,
        limits: [String: Int64], volumes: [Volume], teams: [String], features: [String]
    ) {
        self.version = version
        self.pid = pid
        self.uid = uid
        self.system = system
        self.socket = socket
        self.store = store
        self.uptime = uptime
        self.grants = grants
        self.areas = areas
        self.connections = connections
        self.sent = sent
        self.received = received
        self.bytesStaged = bytesStaged
        self.refused = refused
        self.limits = limits
        self.volumes = volumes
        self.teams = teams
        self.features = features
    }
}
