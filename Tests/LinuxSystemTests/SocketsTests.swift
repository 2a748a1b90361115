import Glibc
import LinuxSystem
import StagingTestSupport
import Testing

/// Unix sockets by path, bytes and descriptors through them.
@Suite struct SocketsTests {
    // MARK: Paths

    @Test(
        "A socket is reached by a path of any length, as far as its last component fits",
        arguments: [1, 60, 106, 107, 108, 109, 200, 900])
    func longPaths(_ length: Int) throws {
        try Scratch.with { (scratch) throws in
            var folder = scratch.path
            while folder.bytes.count + 2 < length {
                let missing = length - folder.bytes.count - 3
                folder = folder.appending(Path(String(repeating: "f", count: max(1, min(missing, 100)))))
                try OwnProcess.makeDirectory(folder, mode: 0o755)
            }
            let path = folder.appending("s")
            let listener = try UnixSocket.listen(at: path, mode: 0o600)
            let client = try UnixSocket.connect(to: path)
            let server = try UnixSocket.accept(from: listener.number)
            try UnixSocket.send([7], to: client.number)
            var buffer: [UInt8] = [0, 0]
            #expect(try UnixSocket.receive(from: server.number, into: &buffer).count == 1)
            #expect(buffer == [7, 0])
        }
    }

    @Test("A last component that does not fit is told, and nothing is made elsewhere")
    func tooLong() throws {
        try Scratch.with { (scratch) throws in
            let path = scratch(String(repeating: "n", count: 120))
            #expect(code { _ = try UnixSocket.listen(at: path, mode: 0o600) } == ENAMETOOLONG)
            #expect(code { _ = try UnixSocket.connect(to: path) } == ENAMETOOLONG)
            #expect(try Scratch.names(in: scratch.path).isEmpty)
        }
    }

    @Test(
        "A socket file has its mode from the start, whatever the umask", arguments: [0o600, 0o666, 0o660] as [UInt32])
    func mode(_ mode: UInt32) throws {
        try Scratch.with { (scratch) throws in
            _ = try UnixSocket.listen(at: scratch("s"), mode: mode)
            #expect(try FileStatus.of(scratch("s")).permissions == mode)
        }
    }

    @Test("Nobody there: no file, a stale file, a file that is no socket")
    func nobody() throws {
        try Scratch.with { (scratch) throws in
            #expect(code { _ = try UnixSocket.connect(to: scratch("none")) } == ENOENT)
            do { _ = try UnixSocket.listen(at: scratch("stale"), mode: 0o600) }
            let stale = #expect(throws: SystemError.self) { _ = try UnixSocket.connect(to: scratch("stale")) }
            #expect(stale?.code == ECONNREFUSED)
            #expect(stale?.isNotListening == true)
            #expect(code { _ = try UnixSocket.listen(at: scratch("stale"), mode: 0o600) } == EADDRINUSE)
            try scratch.file("plain", "")
            #expect(code { _ = try UnixSocket.connect(to: scratch("plain")) } == ECONNREFUSED)
            OwnProcess.unlinkSocket(scratch("plain"))
            OwnProcess.unlinkSocket(scratch("stale"))
            OwnProcess.unlinkSocket(scratch("none"))
            #expect(try Scratch.names(in: scratch.path) == ["plain"])
        }
    }

    // MARK: Bytes

    @Test("A message larger than the kernel's buffer arrives whole")
    func large() throws {
        let (one, other) = try UnixSocket.pair()
        defer { withExtendedLifetime((one, other)) {} }
        let bytes = pattern(3 << 20)
        try BlockingThread.start(name: "sender") {
            try? UnixSocket.send(bytes, to: one.number)
            UnixSocket.endSending(one.number)
        }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 70_000)
        while true {
            let count = try UnixSocket.receive(from: other.number, into: &buffer).count
            if count == 0 { break }
            received += buffer[..<count]
        }
        #expect(received == bytes)
    }

    @Test("A peer that is gone is an error, and no signal")
    func gone() throws {
        let one = try UnixSocket.pair().0
        defer { withExtendedLifetime(one) {} }
        // A program that another test starts at this moment has the other end until it runs.
        _ = try Waiting.untilReadable([one.number], milliseconds: 60_000)
        let error = #expect(throws: SystemError.self) { try UnixSocket.send([1], to: one.number) }
        #expect(error?.isHungUp == true)
        var buffer: [UInt8] = [0]
        #expect(try UnixSocket.receive(from: one.number, into: &buffer).count == 0)
    }

    @Test("A peer that neither reads nor writes costs so much time and no more")
    func timeouts() throws {
        let (one, other) = try UnixSocket.pair()
        defer { withExtendedLifetime((one, other)) {} }
        try UnixSocket.setTimeouts(one.number, read: 1, write: 1)
        let start = SystemClock.boot()
        var buffer: [UInt8] = [0]
        #expect(code { _ = try UnixSocket.receive(from: one.number, into: &buffer) } == EAGAIN)
        #expect(SystemClock.boot() - start > 900_000_000)
    }

    // MARK: Descriptors

    /// Sends the numbers as descriptors of pipes that hold them.
    private func pipes(_ count: Int) throws -> [Pipe] {
        try (0..<count).map { number in
            let pipe = try Pipe()
            defer { withExtendedLifetime(pipe) {} }
            try writeAll([UInt8(number)], to: try #require(pipe.writing).number)
            return pipe
        }
    }

    @Test("Descriptors arrive in order, close-on-exec, owned by who receives them", arguments: [0, 1, 64, 253])
    func descriptors(_ count: Int) throws {
        let (one, other) = try UnixSocket.pair()
        defer { withExtendedLifetime((one, other)) {} }
        let pipes = try pipes(count)
        defer { withExtendedLifetime(pipes) {} }
        try UnixSocket.send([1, 2, 3], descriptors: pipes.map(\.reading.number), to: one.number)
        var buffer = [UInt8](repeating: 0, count: 10)
        let read = try UnixSocket.receive(from: other.number, into: &buffer)
        #expect(read.count == 3)
        #expect(!read.truncated)
        #expect(read.descriptors.count == count)
        for (number, descriptor) in read.descriptors.enumerated() {
            try descriptor.withNumber { (descriptor) throws in
                #expect(try readStream(descriptor, most: 5) == [UInt8(number)])
                #expect(isCloseOnExec(descriptor))
            }
        }
    }

    @Test("More descriptors than the kernel passes are refused, and nothing is sent")
    func tooMany() throws {
        let (one, other) = try UnixSocket.pair()
        defer { withExtendedLifetime((one, other)) {} }
        let pipe = try Pipe()
        defer { withExtendedLifetime(pipe) {} }
        let numbers = [CInt](repeating: pipe.reading.number, count: UnixSocket.mostDescriptors + 1)
        #expect(code { try UnixSocket.send([1], descriptors: numbers, to: one.number) } == EINVAL)
        #expect(!Waiting.isReadable(other.number))
    }

    @Test("The descriptors of a read that nobody keeps are closed")
    func closedWithTheRead() throws {
        let (one, other) = try UnixSocket.pair()
        defer { withExtendedLifetime((one, other)) {} }
        let pipe = try Pipe()
        defer { withExtendedLifetime(pipe) {} }
        do {
            let writing = try #require(pipe.writing)
            try UnixSocket.send([1], descriptors: [writing.number, writing.number], to: one.number)
            var buffer: [UInt8] = [0]
            #expect(try UnixSocket.receive(from: other.number, into: &buffer).descriptors.count == 2)
        }
        #expect(!Waiting.isReadable(pipe.reading.number))
        pipe.closeWriting()
        // Were one of them open still, there would be no end. A program that another test starts at this moment has
        // them until it runs.
        #expect(try Waiting.untilReadable([pipe.reading.number], milliseconds: 60_000) == .ready([0]))
    }

    @Test("Case B53: bytes of two messages come as one read, the descriptors with them in order")
    func coalesced() throws {
        let (one, other) = try UnixSocket.pair()
        defer { withExtendedLifetime((one, other)) {} }
        let pipes = try pipes(2)
        defer { withExtendedLifetime(pipes) {} }
        try UnixSocket.send(Array("AAAA".utf8), to: one.number)
        try UnixSocket.send(Array("BBBB".utf8), descriptors: [pipes[0].reading.number], to: one.number)
        try UnixSocket.send(Array("CCCC".utf8), descriptors: [pipes[1].reading.number], to: one.number)
        var all: [UInt8] = []
        var descriptors: [SharedDescriptor] = []
        var buffer = [UInt8](repeating: 0, count: 100)
        while all.count < 12 {
            let read = try UnixSocket.receive(from: other.number, into: &buffer)
            try #require(read.count > 0)
            all += buffer[..<read.count]
            descriptors += read.descriptors
        }
        #expect(all == Array("AAAABBBBCCCC".utf8))
        #expect(try descriptors.map { try $0.withNumber { try readStream($0, most: 1) } } == [[0], [1]])
    }

    @Test("Case B51: at the limit of open files the loss is told, nothing is left open, and the next message works")
    func truncated() async {
        await #expect(processExitsWith: .success) {
            let (one, other) = try UnixSocket.pair()
            defer { withExtendedLifetime((one, other)) {} }
            let pipe = try Pipe()
            defer { withExtendedLifetime(pipe) {} }
            let highest = try OwnedDescriptor.duplicating(0)
            let room = highest.number
            highest.closeQuietly()
            var limits = rlimit(rlim_cur: rlim_t(room) + 1, rlim_max: rlim_t(room) + 1)
            try #require(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0)
            for _ in 0..<3 {
                try UnixSocket.send(
                    [1, 2], descriptors: [CInt](repeating: pipe.reading.number, count: 3), to: one.number)
                var buffer = [UInt8](repeating: 0, count: 10)
                let read = try UnixSocket.receive(from: other.number, into: &buffer)
                #expect(read.count == 2)
                #expect(read.truncated)
                #expect(read.descriptors.count == 1)
            }
            try UnixSocket.send([3], descriptors: [pipe.reading.number], to: one.number)
            var buffer = [UInt8](repeating: 0, count: 10)
            let read = try UnixSocket.receive(from: other.number, into: &buffer)
            #expect(!read.truncated)
            #expect(read.descriptors.count == 1)
            #expect(code { _ = try UnixSocket.pair() } == EMFILE)
        }
    }

    @Test("Every descriptor that is made here has close-on-exec from birth")
    func closeOnExec() throws {
        try Scratch.with { (scratch) throws in
            let listener = try UnixSocket.listen(at: scratch("s"), mode: 0o600)
            let client = try UnixSocket.connect(to: scratch("s"))
            let server = try UnixSocket.accept(from: listener.number)
            let (one, other) = try UnixSocket.pair()
            defer { withExtendedLifetime((one, other)) {} }
            let pipe = try Pipe()
            defer { withExtendedLifetime(pipe) {} }
            let wakeUp = try WakeUp()
            let process = try ProcessDescriptor.open(OwnProcess.pid)
            let peer = try Peer.of(server.number)
            let numbers = [
                listener.number, client.number, server.number, one.number, other.number, pipe.reading.number,
                pipe.writing?.number, wakeUp.number, process.number, peer.process?.number,
            ]
            for number in numbers { #expect(isCloseOnExec(try #require(number))) }
            withExtendedLifetime((peer, pipe, one, other, wakeUp)) {}
        }
    }
}

func isCloseOnExec(_ descriptor: CInt) -> Bool {
    let text = (try? SmallFile.read(Path("/proc/self/fdinfo/\(descriptor)"))) ?? []
    for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: "flags:".utf8) {
        let digits = String(decoding: line.dropFirst(6), as: UTF8.self).filter { !$0.isWhitespace }
        return UInt32(digits, radix: 8).map { $0 & 0o2000000 != 0 } ?? false
    }
    return false
}
