internal import CLinux
internal import Glibc

/// How a file is opened. Close-on-exec is always added, and that no terminal becomes the controlling one.
package struct OpenFlags: OptionSet, Hashable, Sendable {
    package let rawValue: CInt

    package init(rawValue: CInt) { self.rawValue = rawValue }

    package static let readOnly: OpenFlags = []
    package static let writeOnly = OpenFlags(rawValue: O_WRONLY)
    package static let readWrite = OpenFlags(rawValue: O_RDWR)
    /// Makes the file where there is none.
    package static let create = OpenFlags(rawValue: O_CREAT)
    /// With ``create``: fails with `EEXIST` where there is one, a dangling link too.
    package static let exclusive = OpenFlags(rawValue: O_EXCL)
    package static let truncate = OpenFlags(rawValue: O_TRUNC)
    package static let append = OpenFlags(rawValue: O_APPEND)
    /// Does not wait for the other end of a FIFO, nor for a lease to be given up (`EAGAIN`).
    package static let nonBlocking = OpenFlags(rawValue: O_NONBLOCK)
    /// Fails with `ELOOP` where the last component is a symbolic link.
    package static let noFollow = OpenFlags(rawValue: clinux_O_NOFOLLOW)
    /// Fails with `ENOTDIR` for anything but a directory.
    package static let directory = OpenFlags(rawValue: clinux_O_DIRECTORY)
    /// A handle on the inode that neither reads nor writes; it needs no permission on the file.
    package static let pathOnly = OpenFlags(rawValue: clinux_O_PATH)

    var systemValue: CInt { rawValue | O_CLOEXEC | (contains(.pathOnly) ? 0 : O_NOCTTY) }
}

extension OwnedDescriptor {
    /// Opens `path`. May wait: for the other end of a FIFO, for a lease to be given up, for a network.
    /// - Parameter mode: The permissions of a file made here, less the process's umask.
    /// - Throws: ``SystemError`` from `open`.
    package static func open(
        _ path: Path, _ flags: OpenFlags = .readOnly, mode: UInt32 = 0o600
    ) throws(SystemError) -> OwnedDescriptor {
        OwnedDescriptor(
            taking: try checked(flags.contains(.create) ? "open O_CREAT" : "open", path.escapedText) {
                unsafe path.withCString { unsafe clinux_open($0, flags.systemValue, mode) }
            })
    }

    /// Opens for reading whatever `path` names, without waiting for the writer of a FIFO: to be looked at before it is
    /// read, since the name alone proves nothing.
    /// - Throws: ``SystemError`` from `open`: `ENXIO` for a socket, `EAGAIN` for a file under another's write lease.
    package static func openForReading(_ path: Path) throws(SystemError) -> OwnedDescriptor {
        try open(path, .nonBlocking)
    }

    /// Sets the permission bits, untouched by the umask.
    /// - Throws: ``SystemError`` from `fchmod`.
    package func setPermissions(_ permissions: UInt32) throws(SystemError) {
        try checked("fchmod") { fchmod(number, permissions) }
    }

    /// Sets the time of last modification; that of last access stays.
    /// - Throws: ``SystemError`` from `futimens`.
    package func setModified(_ time: Timestamp) throws(SystemError) {
        // UTIME_OMIT, a macro that Swift does not see: (1 << 30) - 2.
        let times = [
            timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2),
            timespec(tv_sec: time_t(time.seconds), tv_nsec: Int(time.nanoseconds)),
        ]
        try checked("futimens") { unsafe futimens(number, times) }
    }

    /// Makes contents and record durable against a power cut. Blocks until the device says so.
    /// - Throws: ``SystemError`` from `fsync`, such as `EIO` or `ENOSPC`.
    package func synchronize() throws(SystemError) { try checked("fsync") { fsync(number) } }
}

/// What an open file may be used for, as its flags tell.
package struct DescriptorAccess: Hashable, Sendable {
    package let isReadable: Bool
    package let isWritable: Bool
    /// Opened with `O_PATH`: it names an inode and proves no permission on it.
    package let isPathOnly: Bool

    package init(isReadable: Bool, isWritable: Bool, isPathOnly: Bool) {
        self.isReadable = isReadable
        self.isWritable = isWritable
        self.isPathOnly = isPathOnly
    }

    /// Asks the kernel (`F_GETFL`).
    /// - Throws: ``SystemError`` `EBADF`.
    package static func of(_ descriptor: CInt) throws(SystemError) -> DescriptorAccess {
        let flags = try checked("fcntl") { clinux_fcntl(descriptor, F_GETFL, 0) }
        let isPathOnly = flags & clinux_O_PATH != 0
        let access = flags & O_ACCMODE
        return DescriptorAccess(
            isReadable: !isPathOnly && (access == O_RDONLY || access == O_RDWR),
            isWritable: !isPathOnly && (access == O_WRONLY || access == O_RDWR), isPathOnly: isPathOnly)
    }
}

/// The absolute path by which the kernel knows an open file, if that path still names it.
///
/// - Returns: nil where there is none: the name was removed or given to another file, it lies outside this process's
///   root, it is longer than `PATH_MAX`, or the file never had one (a memfd, a pipe).
///
/// - Parameters:
///   - status: the file's, where it is known.
///   - known: a path that it probably has; the kernel is asked for another one only where this does not name it.
package func path(of descriptor: CInt, status: FileStatus? = nil, trying known: Path? = nil) -> Path? {
    guard let open = try? status ?? FileStatus.of(descriptor) else { return nil }
    func names(_ path: Path) -> Bool { path.isAbsolute && (try? FileStatus.of(path))?.sameFile(as: open) == true }
    if let known, names(known) { return known }
    guard let path = try? readLink(Path("/proc/self/fd/\(descriptor)"), in: AT_FDCWD), names(path) else { return nil }
    return path
}

/// What the symbolic link `name` holds, not followed.
func readLink(_ name: Path, in directory: CInt) throws(SystemError) -> Path {
    // Most are short, and a large buffer costs more than a second call.
    for room in [512, Int(PATH_MAX) + 1] {
        var buffer = [CChar](repeating: 0, count: room)
        let length = try checked("readlinkat", name.escapedText) {
            unsafe name.withCString { name in
                unsafe readlinkat(directory, name, &buffer, buffer.count)
            }
        }
        if length < room { return Path(bytes: buffer[..<length].map(UInt8.init(bitPattern:))) }
    }
    throw SystemError(ENAMETOOLONG, "readlinkat", subject: name.escapedText)
}
