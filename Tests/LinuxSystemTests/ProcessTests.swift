import Glibc
import LinuxSystem
import StagingTestSupport
import Testing

/// Processes by pid and start time, their ancestors, and the programs that this one starts.
@Suite struct ProcessTests {
    /// Starts a shell script whose standard output is read here; it ends with the test.
    private func shell(_ script: String, _ body: (ChildProcessBox, [Int32]) throws -> Void) throws {
        let pipe = try Pipe()
        defer { withExtendedLifetime(pipe) {} }
        let box = ChildProcessBox(
            try ChildProcess.start(
                "/bin/sh", arguments: ["sh", "-c", Path(script)], passing: pipe.writing, as: 1))
        pipe.closeWriting()
        defer { box.end() }
        var text = ""
        while !text.contains("\n") {
            let part = try readStream(pipe.reading.number, most: 1000)
            try #require(!part.isEmpty)
            text += String(decoding: part, as: UTF8.self)
        }
        try body(box, text.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) })
    }

    // MARK: Identity

    @Test("rule 16: a chain of parents leads to the ancestor, and not the other way")
    func chain() throws {
        // The outer shell starts an inner one, which starts a sleep; the traps take the sleep along.
        try shell("sh -c 'sleep 100 & echo $$ $!; trap \"kill $!\" TERM; wait' & trap 'kill $!; wait' TERM; wait; wait")
        { child, pids in
            try #require(pids.count == 2)
            let own = try #require(ProcessIdentity(of: getpid()))
            let outer = try #require(ProcessIdentity(of: child.pid))
            let inner = try #require(ProcessIdentity(of: pids[0]))
            let sleep = try #require(ProcessIdentity(of: pids[1]))
            let chain = [own, outer, inner, sleep]
            for (place, process) in chain.enumerated() {
                for (other, ancestor) in chain.enumerated() {
                    #expect(ancestor.isAncestorOrSelf(of: process) == (other <= place), "\(other) of \(place)")
                }
                #expect(process.isAlive)
                #expect(process.startedNanoseconds <= SystemClock.boot())
            }
            let wrong = ProcessIdentity(pid: outer.pid, started: outer.started + 1)
            #expect(!wrong.isAncestorOrSelf(of: sleep))
            #expect(!wrong.isAlive)
            #expect(!outer.isAncestorOrSelf(of: ProcessIdentity(pid: sleep.pid, started: sleep.started + 1)))
        }
    }

    @Test("rule 16: pid 1 is not found on the way up")
    func pidOne() throws {
        guard let first = ProcessIdentity(of: 1), let own = ProcessIdentity(of: getpid()) else { return }
        #expect(!first.isAncestorOrSelf(of: own))
    }

    @Test("A zombie is nobody: it is not there, not alive, nobody's ancestor")
    func zombie() throws {
        let child = try ChildProcess.start("/bin/sh", arguments: ["sh", "-c", "exit 0"])
        let process = try ProcessDescriptor.open(child.pid)
        #expect(try Waiting.untilReadable([process.number], milliseconds: 10_000) == .ready([0]))
        let status = try #require(ProcessStatus(of: child.pid))
        #expect(status.hasEnded)
        #expect(status.parent == getpid())
        #expect(ProcessIdentity(of: child.pid) == nil)
        let identity = ProcessIdentity(pid: child.pid, started: status.started)
        #expect(!identity.isAlive)
        #expect(try !#require(ProcessIdentity(of: getpid())).isAncestorOrSelf(of: identity))
        #expect(try child.wait() == .exited(0))
        #expect(ProcessStatus(of: child.pid) == nil)
        #expect((ProcessDescriptor.pid(of: process.number) ?? 1) <= 0)
    }

    @Test("A program's name cannot pretend to be its state", arguments: ["x) Z 1 (y", "a b", "))) Z 1 1", "\n) Z"])
    func names(_ name: String) throws {
        try Scratch.with { scratch in
            let program = scratch("program")
            try ScratchVolume.run("cp", "/bin/sleep", program.text)
            try Directory.open(scratch.path).rename("program", to: Directory.open(scratch.path), as: Path(name))
            let child = try ChildProcess.start(scratch(name), arguments: ["sleep", "100"])
            let status = ProcessStatus(of: child.pid)
            child.send(signal: SIGKILL)
            #expect(try child.wait() == .signaled(SIGKILL))
            #expect(status?.parent == getpid())
            #expect(status?.hasEnded == false)
        }
    }

    @Test("No process has such a pid", arguments: [0, -1, .min, 4_194_305, .max] as [Int32])
    func noProcess(_ pid: Int32) {
        #expect(ProcessStatus(of: pid) == nil)
        #expect(ProcessIdentity(of: pid) == nil)
        #expect(throws: SystemError.self) { _ = try ProcessDescriptor.open(pid) }
    }

    @Test("A pidfd tells its pid; another descriptor tells none")
    func pidfd() throws {
        let process = try ProcessDescriptor.open(getpid())
        #expect(ProcessDescriptor.pid(of: process.number) == getpid())
        let pipe = try Pipe()
        #expect(pipe.reading.withNumber { ProcessDescriptor.pid(of: $0) } == nil)
        #expect(ProcessDescriptor.pid(of: 1_000_000) == nil)
    }

    // MARK: Children

    @Test(
        "How a program ended",
        arguments: [
            ("exit 0", ChildProcess.End.exited(0)), ("exit 3", .exited(3)), ("exit 255", .exited(255)),
            ("kill -9 $$", .signaled(9)), ("kill -TERM $$", .signaled(15)), ("kill -PIPE $$", .signaled(13)),
        ])
    func ends(_ script: String, _ end: ChildProcess.End) throws {
        #expect(try ChildProcess.start("/bin/sh", arguments: ["sh", "-c", Path(script)]).wait() == end)
    }

    @Test("What cannot be run is told by its reason")
    func cannotRun() throws {
        try Scratch.with { scratch in
            try scratch.file("plain", "x", mode: 0o644)
            try scratch.file("senseless", "\u{1}\u{2}\u{3}", mode: 0o755)
            let start = { (path: Path, searching: Bool) in
                code { _ = try ChildProcess.start(path, arguments: [path], searching: searching).wait() }
            }
            #expect(start(scratch("none"), false) == ENOENT)
            #expect(start(scratch("plain"), false) == EACCES)
            #expect(start(scratch("senseless"), false) == ENOEXEC)
            // EACCES where PATH has a folder that this user may not look into.
            #expect([ENOENT, EACCES].contains(start("no-such-program-anywhere", true)))
            #expect(start("true", false) == ENOENT, "only a search looks into PATH")
            #expect(start("true", true) == nil)
        }
    }

    @Test("A program gets the descriptor that is passed under the number that is asked for, and no other")
    func passing() throws {
        let pipe = try Pipe()
        defer { withExtendedLifetime(pipe) {} }
        let other = try Pipe()
        defer { withExtendedLifetime(other) {} }
        let number = try #require(other.writing).number
        // The shell can write to descriptors of one digit alone.
        let given: Int32 = number == 7 ? 8 : 7
        let script = "echo given >&\(given); test ! -e /proc/$$/fd/\(number)"
        let end = try ChildProcess.start(
            "/bin/sh", arguments: ["sh", "-c", Path(script)], passing: pipe.writing, as: given
        ).wait()
        #expect(end == .exited(0))
        #expect(try readStream(pipe.reading.number, most: 100) == Array("given\n".utf8))
        #expect(isCloseOnExec(try #require(pipe.writing).number))
    }

    @Test("A program starts with the default signals, whatever this one ignores or blocks")
    func signals() async {
        await #expect(processExitsWith: .success) {
            ProcessControl.ignore(.brokenPipe)
            var blocked = sigset_t()
            unsafe sigemptyset(&blocked)
            _ = unsafe sigaddset(&blocked, SIGTERM)
            _ = unsafe pthread_sigmask(SIG_BLOCK, &blocked, nil)
            for name in ["PIPE", "TERM"] {
                let end = try ChildProcess.start("/bin/sh", arguments: ["sh", "-c", Path("kill -\(name) $$; exit 9")])
                    .wait()
                #expect(end == .signaled(name == "PIPE" ? SIGPIPE : SIGTERM))
            }
        }
    }
}

/// A child that is ended with its test.
final class ChildProcessBox {
    private let child: ChildProcess

    init(_ child: consuming ChildProcess) { self.child = child }

    var pid: Int32 { child.pid }

    func end() {
        child.send(signal: SIGTERM)
        _ = try? child.wait()
    }
}
