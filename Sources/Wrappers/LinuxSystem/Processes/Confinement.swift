internal import CLinux
internal import Glibc

/// Takes from this process what it does not need, for good, before it looks at what nobody vouches for.
package enum Confinement {
    /// Leaves it computing, memory, and the descriptors that are open: it opens nothing, starts nothing, and calls for
    /// anything else fail with `EPERM` (seccomp).
    /// - Parameters:
    ///   - memory: how much more address space it may take, in bytes.
    ///   - openFiles: the number of descriptors.
    /// - Throws: ``SystemError``; limits are set then as far as they could be.
    package static func keepComputing(memory: Int, openFiles: Int) throws(SystemError) {
        // The first number of statm: the whole address space, in pages. Read while a file can be opened.
        let statm = try SmallFile.read("/proc/self/statm")
        try limit(RLIMIT_CORE, to: 0)
        try limit(RLIMIT_FSIZE, to: 0)
        try limit(RLIMIT_NOFILE, to: openFiles)
        let pages = Int(String(decoding: statm.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)) ?? 0
        try limit(RLIMIT_AS, to: pages * Int(sysconf(Int32(_SC_PAGESIZE))) + memory)
        try checked("prctl") { clinux_allow_computing_only() }
    }

    /// Lets the process compute for so many seconds more, then ends it by a signal (`SIGXCPU`).
    package static func limitComputing(seconds: Int) throws(SystemError) {
        var used = timespec()
        _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
        var limits = rlimit()
        try checked("getrlimit") { unsafe getrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limits) }
        limits.rlim_cur = min(limits.rlim_max, rlim_t(used.tv_sec + seconds))
        try checked("setrlimit") { unsafe setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limits) }
    }

    private static func limit(_ resource: __rlimit_resource, to value: Int) throws(SystemError) {
        var limits = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
        try checked("setrlimit") { unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limits) }
    }
}
