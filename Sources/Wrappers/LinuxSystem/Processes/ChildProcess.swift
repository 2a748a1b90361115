internal import CLinux
internal import Glibc

/// A process that this one started and has to wait for.
package struct ChildProcess: ~Copyable, Sendable {
    package let pid: Int32

    /// How a process ended.
    package enum End: Hashable, Sendable {
        case exited(Int32)
        /// Ended by this signal.
        case signaled(Int32)
    }

    /// Starts a program, its signals at their defaults.
    /// - Parameters:
    ///   - program: a path; with `searching`, a name without a slash is looked for in `PATH`.
    ///   - arguments: all of them, the program's own name first.
    ///   - descriptor: passed on to the program.
    ///   - number: the number that it has there; nil is the same as here.
    ///   - variables: the variables of this process's environment that it gets; nil is all.
    /// - Throws: ``SystemError``: `ENOENT`, `EACCES`, `ENOEXEC`.
    package static func start(
        _ program: Path, arguments: [Path], searching: Bool = false, passing descriptor: SharedDescriptor? = nil,
        as number: Int32? = nil, keeping variables: [String]? = nil
    ) throws(SystemError) -> ChildProcess {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        if let descriptor {
            // Onto the same number as well: that takes close-on-exec off.
            unsafe posix_spawn_file_actions_adddup2(&actions, descriptor.number, number ?? descriptor.number)
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var pointers = unsafe vector(of: arguments)
        defer { unsafe pointers.forEach { unsafe $0?.deallocate() } }
        let kept = variables?.compactMap { name in
            OwnProcess.environment(name).map { Path(bytes: Array("\(name)=".utf8) + $0.bytes) }
        }
        var environment = unsafe kept.map { unsafe vector(of: $0) } ?? []
        defer { unsafe environment.forEach { unsafe $0?.deallocate() } }
        var pid: Int32 = 0
        let code = unsafe program.withCString { name in
            unsafe environment.withUnsafeMutableBufferPointer { reduced in
                let variables = unsafe kept == nil ? environ : reduced.baseAddress
                return searching
                    ? unsafe posix_spawnp(&pid, name, &actions, &attributes, &pointers, variables)
                    : unsafe posix_spawn(&pid, name, &actions, &attributes, &pointers, variables)
            }
        }
        guard code == 0 else { throw SystemError(code, "posix_spawn", subject: program.escapedText) }
        return ChildProcess(pid: pid)
    }

    /// The texts as C has them, ended by a null pointer; the caller deallocates each.
    @unsafe
    private static func vector(of texts: [Path]) -> [UnsafeMutablePointer<CChar>?] {
        unsafe texts.map { text in
            let bytes = text.bytes.map(CChar.init(bitPattern:)) + [0]
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
            unsafe copy.initialize(from: bytes, count: bytes.count)
            return unsafe copy
        } + [nil]
    }

    /// Waits until it has ended, and leaves it to ``wait()``: until then no other process can have its pid. Blocks.
    package func waitUntilEnded() throws(SystemError) {
        var info = unsafe siginfo_t()
        let pid = pid
        try checked("waitid") { unsafe waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) }
    }

    /// Waits until it ends. Blocks.
    package func wait() throws(SystemError) -> End {
        var status: Int32 = 0
        let pid = pid
        try checked("waitpid") { unsafe waitpid(pid, &status, 0) }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
    }

    /// Sends it a signal.
    package func send(signal: Int32) { _ = kill(pid, signal) }
}

/// A pipe, both ends close-on-exec.
package final class Pipe {
    package let reading: SharedDescriptor
    /// nil once it is closed.
    package private(set) var writing: SharedDescriptor?

    package init() throws(SystemError) {
        var numbers: [Int32] = [-1, -1]
        try checked("pipe2") { unsafe clinux_pipe(&numbers) }
        reading = SharedDescriptor(OwnedDescriptor(taking: numbers[0]))
        writing = SharedDescriptor(OwnedDescriptor(taking: numbers[1]))
    }

    /// Lets the reader find the end, once nobody else has the writing end.
    package func closeWriting() { writing = nil }
}
