internal import LinuxSystem
internal import StagingClient
internal import StagingModel

/// An original from one client to another, both warm: one send and one receive, answered, the use committed; against a
/// descriptor that goes over a socket pair to a thread and back.
struct HandOffBenchmark {
    let rounds: Int

    func run() async throws {
        let service = try BenchmarkService(in: defaultFolder)
        let file = service.root.appending("film.bin")
        let made = try OwnedDescriptor.open(file, [.readWrite, .create])
        try made.write([UInt8](repeating: 7, count: 1 << 20))
        let sender = StagingClient(socket: service.socket.text)
        let receiver = StagingClient(socket: service.socket.text)
        var options = SendOptions()
        options.mode = .original
        options.uses = 1
        let clock = ContinuousClock()
        var handOffs: [Duration] = []
        var passes: [Duration] = []
        let echo = try Echo()
        for round in 0..<rounds {
            let start = clock.now
            guard let token = try await sender.send(.file(file.text), options: options).token else { continue }
            let received = try await receiver.open(token)
            let middle = clock.now
            guard received.received.isOriginalFile else { throw Failed(program: "hand-off") }
            try echo.pass(made.number)
            // The first rounds warm both up.
            if round >= rounds / 10 {
                handOffs.append(middle - start)
                passes.append(clock.now - middle)
            }
        }
        await sender.disconnect()
        await receiver.disconnect()
        report("original hand-off", handOffs, against: "bare descriptor pass and back", passes, target: 15)
        try service.end()
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
