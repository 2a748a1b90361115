internal import CLinux
internal import Glibc

/// The machine's clocks, in nanoseconds.
package enum SystemClock {
    /// Since this boot, counting sleep; setting the wall clock does not change it (`CLOCK_BOOTTIME`).
    package static func boot() -> Int64 { read(clinux_CLOCK_BOOTTIME) }

    /// Since 1970 in UTC, as somebody has set it (`CLOCK_REALTIME`).
    package static func wall() -> Int64 { read(CLOCK_REALTIME) }

    /// The kernel's name for this boot; another after each reboot.
    package static let bootID: String = {
        let text = (try? SmallFile.read("/proc/sys/kernel/random/boot_id")) ?? []
        return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }()

    private static func read(_ clock: Int32) -> Int64 {
        var time = timespec()
        // Cannot fail: both clocks exist on every Linux that the package supports.
        _ = unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
