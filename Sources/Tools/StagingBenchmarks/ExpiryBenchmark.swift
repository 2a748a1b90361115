internal import LinuxSystem
internal import StagingClient
internal import StagingModel
internal import Synchronization

/// What other requests take while very many grants or areas end at one moment (rules 1 and 11: the removal is paced),
/// against the same requests before it.
struct ExpiryBenchmark {
    enum Kind: String { case grants, areas }

    private let count: Int
    private let kind: Kind

    init(_ arguments: ArraySlice<String>) {
        count = arguments.first.flatMap { Int($0) } ?? 100_000
        kind = arguments.dropFirst().first.flatMap { Kind(rawValue: $0) } ?? .grants
    }

    func run() throws {
        // Room for those that are measured beside those that end.
        let service = try BenchmarkService(
            in: defaultFolder, configuration: "[limits]\nareas-per-user = 1000000\ngrants-per-user = 10000000\n")
        let file = service.root.appending("note.txt")
        try OwnedDescriptor.open(file, [.writeOnly, .create]).write(Array("a small file\n".utf8))
        let probes = Probes(socket: service.socket, file: file)

        let ids = try fill(service, file)
        let live = memory("VmRSS", of: service.pid)
        let before = try probes.run { Waiting.pause(milliseconds: 5000) }
        // Long enough for all to be told their end.
        let end = SystemClock.boot() + Int64(count) * 300_000 + 2_000_000_000
        try letEnd(ids, at: end, service)
        Waiting.pause(milliseconds: Int32(clamping: max(0, end - SystemClock.boot()) / 1_000_000))
        let start = SystemClock.boot()
        let during = try probes.run { try waitUntilRemoved(service) }
        let seconds = Double(SystemClock.boot() - start) / 1e9
        print(
            "{\"benchmark\":\"\(count) \(kind.rawValue) end\",\"seconds\":\(rounded(seconds)),\"liveKilobytes\":\(live)}"
        )
        for (name, times) in before { report("\(name) before", times) }
        for (name, times) in during { report("\(name) while \(count) \(kind.rawValue) end", times) }
        try service.end()
    }

    // MARK: What ends

    /// Makes the grants, or the areas of one grant, on as many threads as there are processors.
    private func fill(_ service: borrowing BenchmarkService, _ file: Path) throws -> [String] {
        let socket = service.socket
        let token = try StagingConnection.to(socket).send([ItemToSend.file(file.text)], SendOptions()).token
        return try inParallel { share -> [String] in
            let connection = StagingConnection.to(socket)
            return try (0..<share).map { _ in
                switch kind {
                case .grants: return try connection.send([ItemToSend.file(file.text)], SendOptions()).id
                case .areas:
                    guard let token else { throw Failed(program: "send") }
                    let pending = try connection.receive(token, ReceiveOptions())
                    try pending.confirm()
                    return pending.received.path ?? ""
                }
            }
        }
    }

    private func letEnd(_ ids: [String], at end: Int64, _ service: borrowing BenchmarkService) throws {
        let socket = service.socket
        let connection = StagingConnection.to(socket)
        for id in ids {
            let rest = Duration.nanoseconds(max(1_000_000, end - SystemClock.boot()))
            switch kind {
            case .grants: _ = try connection.renew(.id(id), for: rest)
            case .areas: _ = try connection.hold(Path(id), for: rest)
            }
        }
    }

    private func inParallel<Result: Sendable>(_ body: @escaping @Sendable (Int) throws -> [Result]) throws -> [Result] {
        let all = Mutex<[Result]>([])
        let workers = try Workers()
        for share in [count / 2, count - count / 2] {
            try workers.start("fill") {
                let some = try body(share)
                all.withLock { $0 += some }
            }
        }
        try workers.wait()
        return all.withLock { $0 }
    }

    private func waitUntilRemoved(_ service: borrowing BenchmarkService) throws {
        let folder = service.root.appending("store").appending(kind == .grants ? "bytes" : "areas")
        while true {
            Waiting.pause(milliseconds: 500)
            var left = 0
            let directory = try Directory.open(folder)
            var reader = try directory.entries()
            while try reader.next() != nil { left += 1 }
            if left < 200 { return }
        }
    }
}

/// Requests of a few clients, again and again, each timed.
private struct Probes {
    let socket: Path
    let file: Path

    /// The requests' times by their names, while `body` runs.
    func run(_ body: () throws -> Void) throws -> [(name: String, times: [Duration])] {
        let isOver = Mutex(false)
        let probes: [(name: String, probe: @Sendable (StagingConnection, Path) throws -> Void)] = [
            ("send and revoke", Self.send), ("receive and release", Self.receive), ("show", Self.show),
            ("list", Self.list),
            ("status", Self.status),
        ]
        let results = Mutex<[String: [Duration]]>([:])
        let workers = try Workers()
        for (name, probe) in probes {
            try workers.start(name) { [socket, file] in
                let connection = StagingConnection.to(socket)
                let clock = ContinuousClock()
                var times: [Duration] = []
                while !isOver.withLock({ $0 }) {
                    let start = clock.now
                    try probe(connection, file)
                    times.append(clock.now - start)
                    Waiting.pause(milliseconds: 2)
                }
                results.withLock { $0[name] = times }
            }
        }
        let outcome = Result { try body() }
        isOver.withLock { $0 = true }
        try workers.wait()
        try outcome.get()
        return results.withLock { results in probes.map { ($0.name, results[$0.name] ?? []) } }
    }

    // What they make is gone soon, so that it does not become part of what is measured.

    private static func send(_ connection: StagingConnection, _ file: Path) throws {
        let grant = try connection.send([ItemToSend.file(file.text)], SendOptions())
        let old = latest.withLock { latest -> Grant? in
            latest.append(grant)
            return latest.count > 50 ? latest.removeFirst() : nil
        }
        if let old { _ = try connection.revoke(.id(old.id)) }
    }

    private static func receive(_ connection: StagingConnection, _ file: Path) throws {
        guard let token = latest.withLock({ $0.last?.token }) else { return }
        let pending = try connection.receive(token, ReceiveOptions())
        try pending.confirm()
        if let area = pending.received.area { try connection.release(area) }
    }

    private static func show(_ connection: StagingConnection, _ file: Path) throws {
        guard let token = latest.withLock({ $0.last?.token }) else { return }
        _ = try connection.show(.token(token))
    }

    private static func list(_ connection: StagingConnection, _ file: Path) throws {
        struct Enough: Error {}
        // One request: the first page.
        do { try connection.list { _, _ in throw Enough() } } catch is Enough {}
    }

    private static func status(_ connection: StagingConnection, _ file: Path) throws { _ = try connection.status() }

    /// The grants that were sent last.
    private static let latest = Mutex<[Grant]>([])
}

extension StagingConnection {
    /// A connection to the service that listens there.
    fileprivate static func to(_ socket: Path) -> StagingConnection {
        StagingConnection(ServiceLocator(environment: { $0 == "STAGE_SOCKET" ? socket : nil }))
    }
}
