internal import CLinux
internal import Glibc

/// Changes to this process as a whole, for programs; a library has no business with them.
package enum ProcessControl {
    /// Signals that a program may want to ignore.
    package enum Signal: Sendable {
        case brokenPipe, hangUp, interrupt, quit
    }

    /// Goes on in a copy of this process, which ends with the status that `body` gives; this one ends at once with 0. To
    /// be called while the process has one thread.
    ///
    /// The body runs in a thread of its own. Swift's locks, the runtime's among them, know a thread by its number, which
    /// is asked for once: in the first thread of a copy it is still the original's. Where that meets another thread at a
    /// lock, the kernel finds no such owner, and the process crashes or spins for ever.
    /// - Throws: ``SystemError`` where there can be no copy, or no thread in it.
    package static func continueInCopy(_ body: @escaping @Sendable () -> Int32) throws(SystemError) -> Never {
        // What is registered for the end of the process belongs to the copy.
        let copy = try checked("fork") { clinux_fork() }
        if copy > 0 { _exit(0) }
        var all = sigset_t()
        unsafe sigfillset(&all)
        var before = sigset_t()
        // Signals are for the threads that do something.
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        let mask = before
        // As much as the first thread of a process has.
        try BlockingThread.start(name: "main", stackSize: 8 << 20) {
            var mask = mask
            unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
            exit(body())
        }
        while true { pause() }
    }

    /// Begins a session without a terminal.
    package static func startSession() throws(SystemError) { try checked("setsid") { setsid() } }

    /// Closes every descriptor above standard error but one.
    /// - Throws: ``SystemError`` where neither `close_range` nor `/proc` tells them.
    package static func closeOthers(than kept: Int32) throws(SystemError) {
        do {
            if kept > 3 { try checked("close_range") { clinux_close_range(3, UInt32(kept - 1)) } }
            try checked("close_range") { clinux_close_range(UInt32(kept + 1), .max) }
        } catch  where error.isUnknownCall {
            // The reader's own descriptor is among them, so they are closed when it is done.
            var numbers: [Int32] = []
            do {
                let folder = try Directory.open("/proc/self/fd")
                var reader = try folder.entries()
                while let entry = try reader.next() { numbers += Int32(entry.name.text).map { [$0] } ?? [] }
            }
            for number in numbers where number > 2 && number != kept { _ = Glibc.close(number) }
        }
    }

    /// Lets no file that this program opens take the number of a standard descriptor that was closed when it started:
    /// what is written to standard output would land in it.
    ///
    /// Each gets a descriptor that can neither be read nor written (`EBADF`), as a closed one. To be called first.
    package static func occupyStandardDescriptors() {
        for number in Int32(0)...2 where clinux_fcntl(number, F_GETFD, 0) < 0 {
            // The lowest free number is given, and those below are taken.
            _ = unsafe clinux_open("/", clinux_O_PATH, 0)
        }
    }

    /// Lets standard input, output and error be `path`.
    package static func redirectStandardDescriptors(to path: Path) throws(SystemError) {
        let file = try OwnedDescriptor.open(path, .readWrite)
        let number = file.number
        for standard in Int32(0)...2 { try checked("dup2") { dup2(number, standard) } }
    }

    /// Gives every signal its default action and blocks none.
    package static func resetSignals() {
        for number in Int32(1)..<65 { _ = signal(number, SIG_DFL) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        _ = unsafe sigprocmask(SIG_SETMASK, &none, nil)
    }

    package static func ignore(_ which: Signal) {
        let number =
            switch which {
            case .brokenPipe: SIGPIPE
            case .hangUp: SIGHUP
            case .interrupt: SIGINT
            case .quit: SIGQUIT
            }
        _ = signal(number, SIG_IGN)
    }

    /// Lets a write of the calling thread to what nobody reads any more fail with `EPIPE`, and not end the process.
    package static func blockBrokenPipeHere() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        _ = unsafe sigaddset(&signals, SIGPIPE)
        _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Calls `body` on a thread of its own when the process is asked to end (`SIGTERM`, `SIGINT`), once, and `again` when
    /// it is asked another time.
    ///
    /// To be called before other threads start: they inherit that these signals are blocked.
    package static func onTermination(
        _ body: @escaping @Sendable (_ signal: Int32) -> Void, again: (@Sendable (_ signal: Int32) -> Void)? = nil
    ) throws(SystemError) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGTERM, SIGINT] { _ = unsafe sigaddset(&signals, number) }
        _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        let waited = signals
        try BlockingThread.start(name: "signals", stackSize: 128 * 1024) {
            var waited = waited
            var number: Int32 = 0
            _ = unsafe sigwait(&waited, &number)
            body(number)
            guard let again else { return }
            _ = unsafe sigwait(&waited, &number)
            again(number)
        }
    }

    /// Ends the process as the signal would have, had nobody waited for it.
    package static func die(bySignal number: Int32) -> Never {
        _ = signal(number, SIG_DFL)
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        _ = unsafe sigaddset(&signals, number)
        _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        kill(getpid(), number)
        _exit(128 + number)
    }

    /// Lets names of any script pass through C libraries: programs start in the C locale.
    package static func useUTF8() { _ = unsafe setlocale(LC_ALL, "C.UTF-8") }

    package static func setFileModeMask(_ mask: UInt32) { _ = umask(mode_t(mask)) }

    /// Raises the limit of open files as far as this process may.
    package static func raiseFileLimit() {
        var limits = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { return }
        limits.rlim_cur = limits.rlim_max
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    }

    package static func changeDirectory(to path: Path) throws(SystemError) {
        try unsafe path.withCString { (name) throws(SystemError) in
            _ = try checked("chdir", path.escapedText) { unsafe chdir(name) }
        }
    }
}
