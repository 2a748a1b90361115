import Glibc
import LinuxSystem
import StagingTestSupport
import Synchronization
import Testing

/// Waiting, threads, small files, accounts and clocks.
@Suite struct ProcessSurroundingsTests {
    @Test("Waiting tells which of them are ready, at their end or broken")
    func waiting() throws {
        let pipes = try (0..<4).map { _ in try Pipe() }
        defer { withExtendedLifetime(pipes) {} }
        let numbers = pipes.map(\.reading.number)
        #expect(try Waiting.untilReadable(numbers, milliseconds: 0) == .timedOut)
        try writeAll([1], to: #require(pipes[1].writing).number)
        pipes[3].closeWriting()
        // A program that another test starts at this moment has this process's descriptors until it runs.
        _ = try Waiting.untilReadable([numbers[3]], milliseconds: 60_000)
        #expect(try Waiting.untilReadable(numbers, milliseconds: 0) == .ready([1, 3]))
        #expect(numbers.map(Waiting.isReadable) == [false, true, false, true])
        #expect(try Waiting.untilReadable([], milliseconds: 0) == .timedOut)
        #expect(try Waiting.untilReadable([1_000_000], milliseconds: 0) == .ready([0]), "no such descriptor: broken")
    }

    @Test("Waiting ends with a peer that hangs up, before anybody reads")
    func hangUp() throws {
        let (one, other) = try UnixSocket.pair()
        defer { withExtendedLifetime((one, other)) {} }
        #expect(!Waiting.isReadable(one.number))
        UnixSocket.endSending(other.number)
        #expect(Waiting.isReadable(one.number))
    }

    @Test("A wake-up call lasts until it is cleared, however often it comes")
    func wakeUp() throws {
        let wakeUp = try WakeUp()
        #expect(!Waiting.isReadable(wakeUp.number))
        for _ in 0..<1000 { wakeUp.signal() }
        #expect(Waiting.isReadable(wakeUp.number))
        wakeUp.clear()
        #expect(!Waiting.isReadable(wakeUp.number))
        wakeUp.clear()
        wakeUp.signal()
        #expect(Waiting.isReadable(wakeUp.number))
    }

    @Test("A thread runs its work once, under its name")
    func thread() throws {
        let done = try WakeUp()
        let name = Mutex("")
        try BlockingThread.start(name: "stage-thread-with-a-long-name") {
            let text = (try? SmallFile.read("/proc/thread-self/comm")) ?? []
            name.withLock { $0 += String(decoding: text, as: UTF8.self) }
            done.signal()
        }
        #expect(try Waiting.untilReadable([done.number], milliseconds: 10_000) == .ready([0]))
        #expect(name.withLock { $0 } == "stage-thread-wi\n")
    }

    @Test("A small file is read whole, or as far as asked", arguments: [0, 1, 8191, 8192, 8193, 65536])
    func smallFile(_ limit: Int) throws {
        try Scratch.with { scratch in
            let content = pattern(20_000)
            let path = try scratch.file("file", content)
            #expect(try SmallFile.read(path, limit: limit) == Array(content.prefix(limit)))
            #expect(try SmallFile.read("/proc/self/stat").isEmpty == false)
            #expect(code { _ = try SmallFile.read(scratch("none")) } == ENOENT)
            #expect(code { _ = try SmallFile.read(scratch.path) } == EISDIR)
        }
    }

    @Test("Accounts by number and name; without one there is none")
    func accounts() {
        #expect(Accounts.user(3_999_999_999) == nil)
        #expect(Accounts.user(named: "no such user") == nil)
        #expect(Accounts.group(named: "no such group") == nil)
        #expect(Accounts.groupName(3_999_999_999) == nil)
        // No account has to exist; one that does is the same both ways.
        if let root = Accounts.user(0) {
            #expect(Accounts.user(named: root.name) == root)
            #expect(root.home.isAbsolute)
        }
        if let name = Accounts.groupName(0) { #expect(Accounts.group(named: name) == 0) }
    }

    @Test("The clocks go on, and the boot has a name")
    func clocks() {
        let boot = SystemClock.boot()
        #expect(boot > 0)
        #expect(SystemClock.boot() >= boot)
        #expect(SystemClock.wall() > 1_700_000_000_000_000_000)
        #expect(SystemClock.bootID.count == 36)
        #expect(SystemClock.bootID == SystemClock.bootID.lowercased())
    }

    @Test("The mask of this process")
    func mask() async {
        // In one of its own: files that other tests make meanwhile would get it too.
        await #expect(processExitsWith: .success) {
            umask(0o027)
            #expect(OwnProcess.fileModeMask == 0o027)
        }
    }

    @Test("This process, as /proc has it too")
    func own() throws {
        #expect(OwnProcess.pid == getpid())
        #expect(OwnProcess.parent == ProcessStatus(of: getpid())?.parent)
        #expect(OwnProcess.environment("NO_SUCH_VARIABLE") == nil)
        #expect(OwnProcess.environment("PATH") != nil)
        #expect(try FileStatus.of(try #require(OwnProcess.executable)).kind == .regular)
        #expect(OwnProcess.canonicalPath("/proc/../proc/./self/") == Path("/proc/\(getpid())"))
        #expect(OwnProcess.canonicalPath("/no/such/path") == nil)
    }
}
