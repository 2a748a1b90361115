internal import CLinux
internal import Synchronization

/// Random bytes from the kernel, good enough for secrets (`getrandom(2)`).
package enum RandomBytes {
    /// What the kernel gave and nobody has taken yet: most callers want a few bytes, and a call gives 256 as quickly.
    private static let rest = Mutex<[UInt8]>([])

    /// `count` bytes, 1 to 256, that nobody else gets.
    package static func some(_ count: Int) -> [UInt8] {
        precondition((1...most).contains(count), "one call gives 1 to \(most) bytes")
        return rest.withLock { rest in
            if rest.count < count { rest = fresh() }
            defer { rest.removeLast(count) }
            return Array(rest.suffix(count))
        }
    }

    /// The kernel gives so many bytes whole once it is up.
    private static let most = 256

    private static func fresh() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: most)
        let got = unsafe clinux_random_bytes(&bytes, most)
        // A program must not go on with fewer.
        precondition(got == most, "the kernel has no random bytes")
        return bytes
    }
}
