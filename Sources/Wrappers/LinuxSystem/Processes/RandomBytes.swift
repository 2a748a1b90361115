internal import CLinux

/// Random bytes from the kernel, good enough for secrets.
package enum RandomBytes {
    /// `count` bytes, 1 to 256, in one call.
    package static func some(_ count: Int) -> [UInt8] {
        precondition((1...256).contains(count), "one call gives 1 to 256 bytes")
        var bytes = [UInt8](repeating: 0, count: count)
        let got = unsafe clinux_random_bytes(&bytes, count)
        // The kernel gives up to 256 bytes whole once it is up; a program must not go on with fewer.
        precondition(got == count, "the kernel has no random bytes")
        return bytes
    }
}
