internal import CLinux
internal import Glibc

/// This very process and what it finds around it.
package enum OwnProcess {
    package static var uid: UInt32 { geteuid() }
    package static var gid: UInt32 { getegid() }
    package static var pid: Int32 { getpid() }
    package static var parent: Int32 { getppid() }

    /// How many files this process may have open now.
    package static var openFileLimit: Int {
        var limits = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { return 1024 }
        return Int(clamping: limits.rlim_cur)
    }

    /// The file mode creation mask. Reading it through `umask` would change it for a moment in every thread.
    package static var fileModeMask: UInt32 {
        let text = (try? SmallFile.read("/proc/self/status")) ?? []
        for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: "Umask:".utf8) {
            let digits = String(decoding: line.dropFirst(6), as: UTF8.self).filter { !$0.isWhitespace }
            if let mask = UInt32(digits, radix: 8) { return mask }
        }
        return 0o077
    }

    /// The variable's bytes; nil where it is unset or empty.
    package static func environment(_ name: String) -> Path? {
        guard let value = unsafe getenv(name), unsafe strlen(value) > 0 else { return nil }
        return unsafe Path(bytes: UnsafeRawBufferPointer(start: value, count: strlen(value)))
    }

    /// The arguments after the program's name, as bytes. To be read before other threads start.
    package static var arguments: [Path] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { place in
            guard let argument = unsafe CommandLine.unsafeArgv[place] else { return nil }
            return unsafe Path(bytes: UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
        }
    }

    /// The processors that are online.
    package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// The program that runs, by its real path: where its siblings are.
    package static var executable: Path? { try? readLink("/proc/self/exe") }

    /// The absolute path without symbolic links, `.` and `..`; nil where something of it is missing.
    package static func canonicalPath(_ path: Path) -> Path? {
        unsafe path.withCString { name in
            guard let resolved = unsafe realpath(name, nil) else { return nil }
            defer { unsafe free(resolved) }
            return unsafe Path(bytes: UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
        }
    }

    /// - Throws: ``SystemError`` from `mkdir`: `EEXIST`, `ENOENT` without the parent.
    package static func makeDirectory(_ path: Path, mode: UInt32) throws(SystemError) {
        try unsafe path.withCString { (name) throws(SystemError) in
            _ = try checked("mkdir", path.escapedText) { unsafe mkdir(name, mode_t(mode)) }
        }
    }

    /// Removes a name; no matter where there is none.
    package static func unlink(_ path: Path) {
        _ = unsafe path.withCString { unsafe Glibc.unlink($0) }
    }

    /// Removes a socket's name, and leaves anything else alone.
    package static func unlinkSocket(_ path: Path) {
        if (try? FileStatus.of(path))?.kind == .socket { unlink(path) }
    }

    private static func readLink(_ path: Path) throws(SystemError) -> Path {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let capacity = buffer.count
        let length = try unsafe path.withCString { (name) throws(SystemError) in
            try checked("readlink", path.text) { unsafe readlink(name, &buffer, capacity) }
        }
        return Path(bytes: buffer.prefix(length).map(UInt8.init(bitPattern:)))
    }
}
