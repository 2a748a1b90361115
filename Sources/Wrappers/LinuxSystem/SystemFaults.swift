internal import Glibc
internal import Synchronization

/// Failures of system calls that a test asks for; free of cost, but for one look at a flag, while nobody does.
package enum SystemFaults {
    /// Asked before a system call by its name, such as `linkat`; one that makes a file is `openat O_CREAT`.
    /// - Returns: the `errno` that it fails with instead of being made; nil lets it be made.
    package typealias Hook = (_ call: String) -> CInt?

    private static let isAsked = Atomic<Int>(0)
    /// By thread: what other tests do meanwhile is left alone.
    private static let hooks = Mutex<[pthread_t: Asked]>([:])

    /// Why `@unchecked`: the hook is called on the thread that it was given by, and on no other.
    private struct Asked: @unchecked Sendable {
        let hook: Hook
    }

    /// Runs `body` with `hook` asked before each system call of this thread.
    package static func with<Result>(_ hook: Hook, _ body: () throws -> Result) rethrows -> Result {
        try withoutActuallyEscaping(hook) { hook in
            let asked = Asked(hook: hook)
            let thread = pthread_self()
            hooks.withLock { $0[thread] = asked }
            isAsked.add(1, ordering: .sequentiallyConsistent)
            defer {
                isAsked.subtract(1, ordering: .sequentiallyConsistent)
                hooks.withLock { $0[thread] = nil }
            }
            return try body()
        }
    }

    /// The calls that change what is on a disk.
    package static let changes: Set<String> = [
        "openat O_CREAT", "openat2 O_CREAT", "open O_CREAT", "mkdirat", "linkat", "symlinkat", "unlinkat", "renameat",
        "renameat2", "fchmod", "chmod", "futimens", "fsetxattr", "fremovexattr", "ftruncate", "FICLONE",
        "copy_file_range", "sendfile", "splice", "write", "pwrite",
    ]

    static func code(for call: String) -> CInt? {
        guard isAsked.load(ordering: .relaxed) > 0 else { return nil }
        let asked = hooks.withLock { $0[pthread_self()] }
        return asked?.hook(call)
    }
}
