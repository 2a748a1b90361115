import Foundation
import LinuxSystem
import SQLite
import StagingClient
import StagingModel
import StagingTestSupport
import Testing

/// A service with a socket and a store of a test's own, which the test kills and starts again.
final class KillableService {
    let fixture: StageFixture
    let socket: Path
    private(set) var store: Path
    private var running: StageFixture.Running?

    private init(_ fixture: StageFixture) {
        self.fixture = fixture
        socket = fixture.scratch("socket")
        store = fixture.scratch("store")
    }

    /// Lends one that runs; it is killed with the test.
    static func with<Result>(_ body: (KillableService) throws -> Result) throws -> Result {
        try StageFixture.with { fixture in
            let service = KillableService(fixture)
            try service.start()
            defer { service.kill() }
            return try body(service)
        }
    }

    /// Starts it, and waits until it listens: whatever an earlier one left is in order by then.
    func start() throws {
        let started = try fixture.start([
            fixture.programs.appending("staged").text, "--socket", socket.text, "--store", store.text,
        ])
        running = started
        try #require(
            Patience.until { !started.isRunning || (try? UnixSocket.connect(to: socket)) != nil } && started.isRunning,
            "\(started.errorsSoFar)")
    }

    /// Kills it, and waits until the kernel has taken everything from it.
    func kill() {
        running?.send(signal: SIGKILL)
        _ = running?.wait()
        running = nil
    }

    /// Gives the store another place while no service runs.
    func move(to name: String) throws {
        let place = fixture.scratch(name)
        try FileManager.default.moveItem(atPath: store.text, toPath: place.text)
        store = place
    }

    var pid: Int32? { running?.pid }

    /// The library's connection to it; to be used by one thread.
    func connect() -> StagingConnection { Self.connect(to: socket) }

    static func connect(to socket: Path) -> StagingConnection {
        StagingConnection(ServiceLocator(environment: { $0 == "STAGE_SOCKET" ? socket : nil }))
    }

    /// Runs `stage`.
    @discardableResult
    func stage(_ arguments: String..., input: [UInt8]? = nil) throws -> StageFixture.Outcome {
        try fixture.run(
            [fixture.programs.appending("stage").text] + arguments, input: input,
            environment: ["STAGE_SOCKET": socket.text])
    }

    /// The sender's grants and the receiver's areas.
    func list() throws -> (grants: [Grant], areas: [Area]) {
        var all: (grants: [Grant], areas: [Area]) = ([], [])
        try connect().list { grants, areas in
            all.grants += grants
            all.areas += areas
        }
        return all
    }

    /// Holds the store's folders against the catalogue: what is there and in no record, and what is in a record and not
    /// there. What is still being removed counts as gone.
    func strayNames() throws -> [String] {
        try withCatalogue(strayNames)
    }

    /// Lends a copy of the catalogue as it is now: the service lets nobody else read its own.
    func withCatalogue<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        let copy = fixture.scratch("catalogue-\(UInt32.random(in: 0 ... .max))").text
        let original = store.appending("catalogue.db").text
        for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: original + ending) {
            try FileManager.default.copyItem(atPath: original + ending, toPath: copy + ending)
        }
        let connection = try Connection(path: copy)
        defer {
            connection.close()
            for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + ending) }
        }
        return try body(connection)
    }

    private func strayNames(_ connection: Connection) throws -> [String] {
        func names(_ sql: String) throws -> Set<String> { Set(try connection.rows(sql) { $0.text(0) }) }
        let removed = try names("SELECT name FROM removals")
        let objects = try names(
            """
            SELECT object FROM representations JOIN grants ON number = grant_number
            WHERE state = 'active' AND object IS NOT NULL
            """)
        let areas = try names("SELECT id FROM areas")
        var stray = try names("SELECT object FROM moves").map { "moves: \($0)" }
        func compare(_ folder: String, _ recorded: Set<String>) throws {
            let there = try Set(Scratch.names(in: store.appending(Path(folder)))).filter {
                // What belongs to an area bears its id.
                folder != "bytes" || !areas.union(removed).contains(String($0.prefix(26))) || !$0.hasSuffix(".manifest")
            }
            stray += there.subtracting(recorded).filter { !removed.contains(String($0.prefix(26))) }
                .map { "\(folder)/\($0) is in no record" }
            stray += recorded.subtracting(there).map { "\(folder)/\($0) is recorded and not there" }
        }
        try compare("bytes", objects)
        try compare("areas", areas)
        stray += try Scratch.names(in: store.appending("incoming")).map { "incoming/\($0)" }
        let usual: Set = [
            "areas", "bytes", "incoming", "catalogue.db", "catalogue.db-shm", "catalogue.db-wal", "lock", "reserve",
            "annexes", "log", "socket", "id",
        ]
        stray += try Set(Scratch.names(in: store)).subtracting(usual)
        #expect(try connection.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
        return stray
    }
}

/// Files of a folder, to compare with what was sent.
enum TreeContent {
    /// Every file's content by its path in the folder, and an empty entry for an empty folder; of a file its own.
    static func of(_ path: Path) -> [String: [UInt8]]? {
        guard let status = try? FileStatus.of(path) else { return nil }
        guard status.kind == .directory else { return Scratch.content(of: path).map { ["": $0] } }
        var all: [String: [UInt8]] = [:]
        for name in (try? Scratch.names(in: path)) ?? [] {
            guard let inner = of(path.appending(Path(name))) else { return nil }
            for (rest, content) in inner { all[rest.isEmpty ? name : "\(name)/\(rest)"] = content }
        }
        return all
    }
}
