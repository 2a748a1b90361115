internal import Glibc
internal import LinuxSystem

/// Where finished text goes: a descriptor, or a test's memory.
protocol OutputSink: Sendable {
    /// Writes all of the bytes, or fails. May block.
    /// - Throws: ``SystemError``.
    func write(_ bytes: Bytes) throws(SystemError)
}

/// An open descriptor that stays its owner's, such as standard output.
struct DescriptorSink: OutputSink {
    let number: CInt
    /// What messages call it.
    let name: String

    static let standardOutput = DescriptorSink(number: 1, name: "standard output")
    static let standardError = DescriptorSink(number: 2, name: "standard error")

    func write(_ bytes: Bytes) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            do throws(SystemError) {
                written += try checked("write", name) {
                    unsafe bytes.withUnsafeBytes { buffer in
                        unsafe Glibc.write(number, buffer.baseAddress?.advanced(by: written), buffer.count - written)
                    }
                }
            } catch  where error.code == EAGAIN {
                // Somebody made the shared terminal or pipe non-blocking; the bytes are still to be written.
                var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&waiting, 1, -1)
            }
        }
    }
}

/// A reader that has gone, as `head` does when it has seen enough.
enum BrokenPipe {
    /// Lets a write to a pipe without a reader end the program without a word, as programs of a shell end, also where
    /// the parent left the signal ignored. To be called at the start.
    static func endsQuietly() { signal(SIGPIPE, SIG_DFL) }

    /// Ends the program as the signal would, for a write that failed without it.
    static func end() -> Never {
        endsQuietly()
        raise(SIGPIPE)
        // Not reached, unless the signal is blocked.
        exit(128 + SIGPIPE)
    }
}
