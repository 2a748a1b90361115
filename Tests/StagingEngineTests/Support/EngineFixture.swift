import ContentSniffing
import Glibc
import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Synchronization
import Testing

/// An engine on a store of the test's own, with clocks that the test moves, and its restarts and crashes.
final class EngineFixture {
    let scratch: Scratch
    /// May be given another place in between.
    var store: Path
    private let features: VolumeFeatures
    let clock = TestClock()
    let log = LogBook()
    let faults = Faults()
    /// Comes between two transactions of the next calls.
    let interruption = Interruption()
    /// Of every transaction of the engine's.
    let rows = RowCount()
    var configuration: EngineConfiguration
    var bootID = "first boot"
    private(set) var engine: StagingEngine
    private(set) var catalogue: SQLiteCatalogue
    private var sessions: [StagingSession] = []

    /// One sniffer for all: it loads libmagic's database.
    private static let sniffer = ContentSniffer()

    private init(
        _ scratch: Scratch, store: Path, _ configuration: EngineConfiguration, _ features: VolumeFeatures
    ) throws {
        self.features = features
        self.scratch = scratch
        self.store = store
        self.configuration = configuration
        (engine, catalogue) = try Self.makeEngine(
            store, clock, configuration, log, faults, interruption, rows, bootID, features)
    }

    /// Lends a fixture.
    static func with<Result>(
        _ configuration: EngineConfiguration = EngineConfiguration(), using features: VolumeFeatures = .all,
        _ body: (EngineFixture) throws -> Result
    ) throws -> Result {
        try Scratch.with { scratch in
            let store = try scratch.folder("store", mode: 0o700)
            let fixture = try EngineFixture(scratch, store: store, configuration, features)
            defer { fixture.stop() }
            return try body(fixture)
        }
    }

    private static func makeEngine(
        _ store: Path, _ clock: TestClock, _ configuration: EngineConfiguration, _ log: LogBook,
        _ faults: Faults, _ interruption: Interruption, _ rows: RowCount, _ bootID: String, _ features: VolumeFeatures
    ) throws -> (StagingEngine, SQLiteCatalogue) {
        let catalogue = try SQLiteCatalogue(
            path: store.appending("catalogue").text, clock: { clock.now }, fault: { faults.isNext($0) })
        let bytes = try LocalByteStore(
            root: store, annexes: [], isShared: false, limits: configuration.limits, using: features,
            report: { log.add($0) })
        let engine = try StagingEngine(
            catalogue: InterruptedCatalogue(base: catalogue, interruption: interruption, rows: rows),
            bytes: bytes, sniffer: sniffer, configuration: configuration, bootID: bootID,
            clock: { clock.now }, log: { log.add($0) })
        try engine.recover()
        return (engine, catalogue)
    }

    func start() throws {
        (engine, catalogue) = try Self.makeEngine(
            store, clock, configuration, log, faults, interruption, rows, bootID, features)
    }

    private func stop() {
        for session in sessions { session.close() }
        sessions = []
        engine.close()
    }

    // MARK: Restarts

    /// Ends the engine in good order and starts it again.
    func restart() throws {
        stop()
        try start()
    }

    /// Ends the engine as a kill does, without a word to anything, and starts another on what it left.
    /// - Parameter change: is shown what it left, before the start.
    func crash(_ change: () throws -> Void = {}) throws {
        die()
        try change()
        try start()
    }

    /// Ends the engine as a kill does.
    func die() {
        // Neither closed nor released: a killed process does nothing either.
        for session in sessions { _ = unsafe Unmanaged.passRetained(session) }
        _ = unsafe Unmanaged.passRetained(engine)
        sessions = []
        // The kernel closes the file of a killed process, and with it what locks it has.
        catalogue.close()
    }

    /// Starts, and is killed before the Nth change that the start makes.
    func startKilled(at nth: Int, then: @escaping @Sendable () -> Void) {
        faults.kill(at: nth, then: then) { try? start() }
    }

    /// Runs a script of the shell's.
    func shell(_ script: String, _ arguments: Path...) throws {
        let child = try ChildProcess.start("/bin/sh", arguments: ["sh", "-ec", Path(script), "sh"] + arguments)
        try #require(try child.wait() == .exited(0), "\(script)")
    }

    // MARK: Sessions

    /// A session of this process's, or of one that a kernel could have described so.
    func session(_ caller: Caller = .own()) -> StagingSession {
        let session = engine.session(of: caller)
        sessions.append(session)
        return session
    }

    // MARK: Sending

    /// Sends some bytes from a file called `name`.
    @discardableResult
    func send(
        _ content: String = "hello\n", name: String = "hello.txt", request: String = randomRequest(),
        mode: SendRequest.Mode = .snapshot, ttl seconds: Int64? = nil, uses: Int? = nil, scope: Scope = .team(nil),
        key: String? = nil, over session: StagingSession? = nil
    ) throws -> Grant {
        try (session ?? self.session()).send(
            SendRequest(
                id: request, offers: [.init(source: .file(try source(content)), name: name)], mode: mode,
                ttl: seconds.map { $0 * 1000 }, uses: uses, scope: scope, key: key))
    }

    /// Sends a tree of these files and links; folders are made as their names need them.
    @discardableResult
    func sendTree(
        _ files: [String: String], links: [String: String] = [:], uses: Int? = nil, over session: StagingSession? = nil
    ) throws -> Grant {
        let session = session ?? self.session()
        let staging = try session.beginTree()
        var folders: Set<String> = [""]
        for name in (Array(files.keys) + links.keys) {
            let parts = name.split(separator: "/").dropLast()
            for depth in 0..<parts.count { folders.insert(parts[...depth].joined(separator: "/")) }
        }
        var entries = folders.sorted().map { Self.entry($0, .directory) }
        var sources: [SharedDescriptor] = []
        for (name, content) in files.sorted(by: { $0.key < $1.key }) {
            entries.append(Self.entry(name, .file))
            sources.append(try source(content, named: "source-\(sources.count)"))
        }
        for (name, target) in links.sorted(by: { $0.key < $1.key }) {
            entries.append(Self.entry(name, .link, target: target))
        }
        try session.add(entries, files: sources, to: staging)
        return try session.send(
            SendRequest(id: randomRequest(), offers: [.init(source: .tree(staging), name: "tree")], uses: uses))
    }

    /// Puts many grants into the store, each of empty files, without the looking at contents that makes sends slow.
    /// - Returns: their ids, in order.
    @discardableResult
    func addGrants(
        _ count: Int, life seconds: Int64 = 3600, representations: Int = 1, scope: ResolvedScope = .team(nil)
    ) throws -> [String] {
        let bytes = try Directory.open(store.appending("bytes"))
        return try engine.catalogue.transact { transaction in
            try (0..<count).map { _ in
                let records = try (0..<representations).map { _ in
                    var object = ObjectRecord.sample()
                    object.volume = store.text
                    _ = try bytes.openFile(Path(object.id), [.create, .exclusive])
                    return RepresentationRecord.sample(object)
                }
                let grant = GrantRecord.sample(
                    uid: OwnProcess.uid, scope: scope, at: transaction.now, life: seconds, records)
                _ = try transaction.add(grant)
                return grant.id
            }
        }
    }

    /// Puts many areas into the store, each of an empty file, of one grant.
    func addAreas(_ count: Int, lease seconds: Int64 = 60, bound: ResolvedScope.Subject? = nil) throws {
        let areas = try Directory.open(store.appending("areas"))
        try engine.catalogue.transact { transaction in
            let grant = try transaction.add(.sample(uid: OwnProcess.uid, at: transaction.now))
            for _ in 0..<count {
                var area = AreaRecord.sample(
                    of: grant, uid: OwnProcess.uid, at: transaction.now, lease: seconds, bound: bound)
                area.volume = store.text
                try areas.makeDirectory(Path(area.id))
                try transaction.insert(area)
            }
        }
    }

    static func entry(_ path: String, _ kind: TreeEntry.Kind, target: String? = nil) -> TreeEntry {
        TreeEntry(
            path: Array(path.utf8), kind: kind, permissions: 0o755, modified: 1_700_000_000_123_456_789, size: 0,
            target: target.map { Array($0.utf8) })
    }

    /// A file with this content, open for reading.
    func source(_ content: String, named name: String = "source") throws -> SharedDescriptor {
        SharedDescriptor(try OwnedDescriptor.openForReading(scratch.file(name, content)))
    }

    // MARK: Looking

    /// The ids of everything in a folder of the store.
    func names(_ folder: String) throws -> [String] { try Scratch.names(in: store.appending(Path(folder))) }

    /// What is wrong between catalogue and store; empty where all is well.
    func damage() throws -> [String] {
        var damage: [String] = []
        for (place, folder) in [(RemovalRecord.Place.object, "bytes"), (.area, "areas")] {
            for name in try names(folder) where StoreName.isOne(name) {
                let isKnown = try engine.catalogue.transact { try $0.isKnown(place, name: name) }
                if !isKnown { damage.append("\(folder)/\(name) is in no record") }
            }
        }
        return damage
    }

    /// Runs `body` while the upkeep runs on a thread of its own, as in a service.
    func withUpkeep(_ body: () throws -> Void) throws {
        let stop = try WakeUp()
        let ended = try WakeUp()
        let engine = engine
        try BlockingThread.start(name: "upkeep") {
            engine.runUpkeep(until: stop.number)
            ended.signal()
        }
        defer {
            stop.signal()
            let outcome = try? Waiting.untilReadable([ended.number], milliseconds: 60_000)
            if outcome != .ready([0]) { Issue.record("the upkeep did not stop") }
        }
        try body()
    }

    /// Does what the upkeep does until it has nothing left to do.
    func upkeep() {
        for _ in 0..<1000 where !engine.step(isFull: true).isBusy { return }
        Issue.record("the upkeep has no end")
    }
}

/// A request id as a client makes it.
func randomRequest() -> String { "request-\(UInt64.random(in: 0 ... .max))-\(UInt64.random(in: 0 ... .max))" }

/// The code of the error that `body` throws; nil where it throws none.
func code(_ body: () throws -> Void) -> StagingError.Code? {
    do {
        try body()
        return nil
    } catch let error as StagingError {
        return error.code
    } catch {
        Issue.record(error)
        return nil
    }
}

extension Grant {
    /// The token, which a send always answers.
    var secret: String {
        get throws { try #require(token).text }
    }
}

extension Caller {
    /// This process.
    static func own() -> Caller { made(uid: OwnProcess.uid, gid: OwnProcess.gid) }

    /// A process of another user.
    static func made(uid: UInt32, gid: UInt32? = nil, groups: [UInt32] = [], pid: Int32 = OwnProcess.pid) -> Caller {
        Caller(
            uid: uid, gid: gid ?? uid, groups: groups, pid: pid,
            process: pid == OwnProcess.pid ? ownProcess : shared { try ProcessDescriptor.open(pid) },
            connected: SystemClock.boot())
    }

    /// One for all: what a kill leaves of its sessions is never closed, and they are many.
    private static let ownProcess = shared { try ProcessDescriptor.open(OwnProcess.pid) }
}

/// What `open` opens, nil where it fails.
func shared(_ open: () throws -> OwnedDescriptor) -> SharedDescriptor? {
    do { return SharedDescriptor(try open()) } catch { return nil }
}

/// What the engine logged.
final class LogBook: Sendable {
    private let entries = Mutex<[String]>([])

    var lines: [String] { entries.withLock { $0 } }

    func add(_ line: String) { entries.withLock { $0.append(line) } }
}

/// How many descriptors this process has open that lead to `target`.
func openDescriptors(to target: (String) -> Bool) throws -> Int {
    try Scratch.names(in: "/proc/self/fd").count { number in
        (try? Directory.open("/proc/self/fd").readLink(Path(number))).map { target($0.text) } ?? false
    }
}
