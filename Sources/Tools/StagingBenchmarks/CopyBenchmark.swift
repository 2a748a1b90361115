internal import LinuxSystem
internal import StagingClient
internal import StagingModel

/// A large file through the service, against `cp` of it on the same file system.
struct CopyBenchmark {
    private let folder: Path
    private let size: Int
    private let rounds = 5

    init(_ arguments: ArraySlice<String>) {
        folder = arguments.first.map { Path($0) } ?? defaultFolder
        size = (arguments.dropFirst().first.flatMap { Int($0) } ?? 1024) << 20
    }

    func run() throws {
        // The machine may have given free memory back to its host, and fetching it slows the first copies down.
        Self.touch(2 << 30)
        let service = try BenchmarkService(in: folder)
        let source = service.root.appending("film.bin")
        let copy = service.root.appending("copy.bin")
        try make(source)
        var times = Times()
        for round in -1..<rounds {
            let connection = StagingConnection(
                ServiceLocator(environment: { [socket = service.socket] in $0 == "STAGE_SOCKET" ? socket : nil }))
            let one = try Self.measure(source, copy, connection)
            if round >= 0 { times.add(one) }
            connection.close()
        }
        let megabytes = "\(size >> 20) MiB"
        report("send + receive into an area, \(megabytes)", times.area, against: "cp", times.cp, target: 1.1)
        report("send --once + receive --to, \(megabytes)", times.taken, against: "cp", times.cp, target: 1.1)
        report("send + receive --to, \(megabytes)", times.copied, against: "cp", times.cp, target: 2.2)
        try service.end()
    }

    /// Closed again at once: an open writer would keep the kernel from granting the read lease.
    private func make(_ source: Path) throws {
        let made = try OwnedDescriptor.open(source, [.readWrite, .create])
        var block = [UInt8](repeating: 0, count: 1 << 20)
        for place in block.indices { block[place] = UInt8.random(in: 0...255) }
        for _ in 0..<(size >> 20) { try made.write(block) }
    }

    private struct Times {
        var cp: [Duration] = []
        var area: [Duration] = []
        var taken: [Duration] = []
        var copied: [Duration] = []

        mutating func add(_ one: (cp: Duration, area: Duration, taken: Duration, copied: Duration)) {
            cp.append(one.cp)
            area.append(one.area)
            taken.append(one.taken)
            copied.append(one.copied)
        }
    }

    /// One round, the ways in turn, so that what slows the machine slows them all. What each made is removed outside
    /// the time.
    private static func measure(
        _ source: Path, _ copy: Path, _ connection: StagingConnection
    ) throws -> (cp: Duration, area: Duration, taken: Duration, copied: Duration) {
        let clock = ContinuousClock()
        let volume = try OwnedDescriptor.open(source, .readOnly)
        // Each starts with nothing left to be written back of what came before.
        try volume.synchronizeVolume()
        let cp = try time(["cp", "--reflink=auto", source, copy])
        OwnProcess.unlink(copy)

        try volume.synchronizeVolume()
        var start = clock.now
        var grant = try connection.send([ItemToSend(.path(source))], SendOptions())
        let pending = try connection.receive(grant.token ?? never(), ReceiveOptions())
        try pending.confirm()
        let area = clock.now - start
        _ = try connection.revoke(.id(grant.id))
        try connection.release(pending.received.area ?? "")

        Waiting.pause(milliseconds: 200)
        try volume.synchronizeVolume()
        start = clock.now
        var once = SendOptions()
        once.uses = 1
        grant = try connection.send([ItemToSend(.path(source))], once)
        _ = try connection.receive(
            grant.token ?? never(), ReceiveOptions(), to: Destination(copy), progress: { _, _ in })
        let taken = clock.now - start
        OwnProcess.unlink(copy)

        Waiting.pause(milliseconds: 200)
        try volume.synchronizeVolume()
        start = clock.now
        grant = try connection.send([ItemToSend(.path(source))], SendOptions())
        _ = try connection.receive(
            grant.token ?? never(), ReceiveOptions(), to: Destination(copy), progress: { _, _ in })
        let copied = clock.now - start
        _ = try connection.revoke(.id(grant.id))
        OwnProcess.unlink(copy)
        Waiting.pause(milliseconds: 300)
        return (cp, area, taken, copied)
    }

    private static func never() -> Token { preconditionFailure("a send answers a token") }

    private static func touch(_ bytes: Int) {
        var memory = [UInt8](repeating: 0, count: bytes)
        for place in stride(from: 0, to: bytes, by: 4096) { memory[place] = 1 }
        precondition(memory[bytes - 4096] == 1)
    }
}
