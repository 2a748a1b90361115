internal import CLinux
internal import Glibc

/// One process for good: a pid alone comes again, a pid with its start time in one boot does not.
package struct ProcessIdentity: Hashable, Sendable {
    package let pid: Int32
    /// When it started, in clock ticks since boot (field 22 of `/proc/PID/stat`).
    package let started: UInt64

    package init(pid: Int32, started: UInt64) {
        self.pid = pid
        self.started = started
    }

    /// The process that has `pid` now; nil where there is none, or it is a zombie: nothing of it can act any more.
    package init?(of pid: Int32) {
        guard let status = ProcessStatus(of: pid), !status.hasEnded else { return nil }
        self.init(pid: pid, started: status.started)
    }

    /// When it started, in nanoseconds on the boot-time clock, rounded down to a clock tick.
    package var startedNanoseconds: Int64 {
        let ticksPerSecond = UInt64(max(1, sysconf(Int32(_SC_CLK_TCK))))
        return Int64(clamping: started / ticksPerSecond * 1_000_000_000)
            + Int64(clamping: started % ticksPerSecond * 1_000_000_000 / ticksPerSecond)
    }

    package var isAlive: Bool { ProcessIdentity(of: pid) == self }

    /// Whether `process` is this process or descends from it by living parents.
    ///
    /// Each step is checked by start time: a parent has started no later than its child, else the pid was taken by
    /// another process meanwhile. A process whose parent ended is re-parented, so its chain can lose the root.
    package func isAncestorOrSelf(of process: ProcessIdentity) -> Bool {
        guard isAlive, process.isAlive else { return false }
        var current = process
        // The bound is above any real depth (pid_max limits it); it ends a chain that changes while it is read.
        for _ in 0..<4096 {
            if current == self { return true }
            guard let status = ProcessStatus(of: current.pid), status.started == current.started, status.parent > 1,
                let parent = ProcessIdentity(of: status.parent), parent.started <= current.started
            else { return false }
            current = parent
        }
        return false
    }
}

/// What `/proc/PID/stat` tells of a process.
package struct ProcessStatus: Sendable {
    /// The parent's pid, 0 for none.
    package let parent: Int32
    /// Clock ticks since boot.
    package let started: UInt64
    /// A zombie, or on its way out.
    package let hasEnded: Bool

    package init?(of pid: Int32) {
        guard pid > 0, let text = try? SmallFile.read(Path("/proc/\(pid)/stat")) else { return nil }
        // The name in parentheses may hold anything, also spaces and parentheses: fields count from the last one.
        guard let close = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = text[(close + 1)...].split(separator: UInt8(ascii: " "))
        guard fields.count > 19, let state = fields[0].first,
            let parent = Int32(String(decoding: fields[1], as: UTF8.self)),
            let started = UInt64(String(decoding: fields[19], as: UTF8.self))
        else { return nil }
        self.parent = parent
        self.started = started
        hasEnded = state == UInt8(ascii: "Z") || state == UInt8(ascii: "X")
    }
}

/// A descriptor that stands for a process and becomes readable when the process ends.
package enum ProcessDescriptor {
    /// - Throws: ``SystemError``: `ESRCH` without such a process.
    package static func open(_ pid: Int32) throws(SystemError) -> OwnedDescriptor {
        OwnedDescriptor(taking: try checked("pidfd_open", "process \(pid)") { clinux_pidfd_open(pid, 0) })
    }

    /// Whether the kernel has them (Linux 5.3), which some sandboxes hide.
    package static var isSupported: Bool {
        let number = clinux_pidfd_open(getpid(), 0)
        if number < 0 { return false }
        OwnedDescriptor(taking: number).closeQuietly()
        return true
    }

    /// The pid behind a pidfd, nil when the descriptor is something else; 0 or less when the process has ended or is
    /// not visible from here.
    package static func pid(of descriptor: Int32) -> Int32? {
        guard let text = try? SmallFile.read(Path("/proc/self/fdinfo/\(descriptor)")) else { return nil }
        for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: "Pid:".utf8) {
            let number = String(decoding: line.dropFirst(4), as: UTF8.self).filter { !$0.isWhitespace }
            return Int32(number)
        }
        return nil
    }
}

/// Small files of `/proc` and the like, read whole.
package enum SmallFile {
    /// The content, at most `limit` bytes. Never to be used on a path that a client chose.
    package static func read(_ path: Path, limit: Int = 65536) throws(SystemError) -> [UInt8] {
        let file = OwnedDescriptor(
            taking: try unsafe path.withCString { (name) throws(SystemError) in
                try checked("open", path.text) { unsafe clinux_open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0) }
            })
        let number = file.number
        var content = [UInt8]()
        var buffer = [UInt8](repeating: 0, count: min(limit, 8192))
        while content.count < limit {
            let wanted = min(buffer.count, limit - content.count)
            let count = try checked("read", path.text) { unsafe Glibc.read(number, &buffer, wanted) }
            if count == 0 { break }
            content += buffer[..<count]
        }
        return content
    }
}
