internal import LinuxSystem
internal import StagingClient
internal import StagingModel

/// An original from one client to another, both warm: one send and one receive, answered, the use committed; against a
/// descriptor that goes over a socket pair to a thread and back. By the blocking client, and by the one for tasks.
struct HandOffBenchmark {
    let rounds: Int

    func run() async throws {
        let service = try BenchmarkService(in: defaultFolder)
        let file = service.root.appending("film.bin")
        let made = try OwnedDescriptor.open(file, [.readWrite, .create])
        try made.write([UInt8](repeating: 7, count: 1 << 20))
        let echo = try Echo()
        let pass = { try echo.pass(made.number) }
        try runBlocking(service.socket.text, file.text, pass)
        try await runForTasks(service.socket.text, file.text, pass)
        try service.end()
    }

    private func runBlocking(_ socket: String, _ file: String, _ pass: () throws -> Void) throws {
        let sender = BlockingStagingClient(socket: socket)
        let receiver = BlockingStagingClient(socket: socket)
        var times = Times(rounds)
        for round in 0..<rounds {
            let start = times.clock.now
            guard let token = try sender.send(.file(file), options: options).token else { continue }
            let received = try receiver.open(token)
            try times.note(round, since: start, received, pass)
        }
        times.report("original hand-off, blocking client")
    }

    private func runForTasks(_ socket: String, _ file: String, _ pass: () throws -> Void) async throws {
        let sender = StagingClient(socket: socket)
        let receiver = StagingClient(socket: socket)
        var times = Times(rounds)
        for round in 0..<rounds {
            let start = times.clock.now
            guard let token = try await sender.send(.file(file), options: options).token else { continue }
            let received = try await receiver.open(token)
            try times.note(round, since: start, received, pass)
        }
        times.report("original hand-off, client for tasks")
    }

    private var options: SendOptions {
        var options = SendOptions()
        options.mode = .original
        options.uses = 1
        return options
    }

    private struct Times {
        let clock = ContinuousClock()
        let warmUp: Int
        var handOffs: [Duration] = []
        var passes: [Duration] = []

        /// The first rounds warm both up.
        init(_ rounds: Int) { warmUp = rounds / 10 }

        mutating func note(
            _ round: Int, since start: ContinuousClock.Instant, _ received: ReceivedFile, _ pass: () throws -> Void
        ) throws {
            let middle = clock.now
            guard received.received.isOriginalFile else { throw Failed(program: "hand-off") }
            try pass()
            guard round >= warmUp else { return }
            handOffs.append(middle - start)
            passes.append(clock.now - middle)
        }

        func report(_ name: String) {
            StagingBenchmarks.report(name, handOffs, against: "bare descriptor pass and back", passes, target: 15)
        }
    }

    /// A thread that sends every descriptor back.
    private final class Echo: Sendable {
        private let near: SharedDescriptor

        init() throws {
            let (near, far) = try UnixSocket.pair()
            self.near = near
            try BlockingThread.start(name: "echo") {
                var buffer = [UInt8](repeating: 0, count: 64)
                while let read = try? UnixSocket.receive(from: far.number, into: &buffer), read.count > 0 {
                    withExtendedLifetime(read.descriptors) {
                        try? UnixSocket.send([1], descriptors: read.descriptors.map(\.number), to: far.number)
                    }
                }
            }
        }

        func pass(_ descriptor: Int32) throws {
            try UnixSocket.send([1], descriptors: [descriptor], to: near.number)
            var buffer = [UInt8](repeating: 0, count: 64)
            _ = try UnixSocket.receive(from: near.number, into: &buffer)
        }
    }
}
