internal import CLinux
internal import Glibc

/// What an inode is.
package enum FileKind: String, CaseIterable, Hashable, Sendable {
    case regular, directory, symbolicLink, fifo, socket, characterDevice, blockDevice
}

/// An instant as file systems record it: time since 1970 by the wall clock.
package struct Timestamp: Hashable, Comparable, Sendable {
    /// Whole seconds; negative before 1970.
    package let seconds: Int64
    /// The rest, 0 to 999,999,999.
    package let nanoseconds: Int64

    package init(seconds: Int64, nanoseconds: Int64 = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    init(_ time: timespec) { self.init(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec)) }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}

extension Timestamp {
    /// Nanoseconds since 1970; wraps beyond the year 2262.
    package var total: Int64 { seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ nanoseconds }

    /// From nanoseconds since 1970.
    package init(total: Int64) {
        let (seconds, rest) = total.quotientAndRemainder(dividingBy: 1_000_000_000)
        self.init(seconds: rest < 0 ? seconds - 1 : seconds, nanoseconds: rest < 0 ? rest + 1_000_000_000 : rest)
    }
}

extension FileKind {
    /// The kind in words, for a message.
    package var words: String {
        switch self {
        case .regular: "regular file"
        case .directory: "directory"
        case .symbolicLink: "symbolic link"
        case .fifo: "FIFO"
        case .socket: "socket"
        case .characterDevice, .blockDevice: "device"
        }
    }
}

/// What tells whether a file still holds what it held: two equal stamps, one taken before a read and one after.
///
/// A writer with a shared mapping changes contents without changing the stamp at once, and before Linux 6.13 times are
/// coarse (about 4 ms): ``ReadLease`` sees what this misses.
package struct ContentStamp: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
    /// In bytes.
    package let size: Int64
    package let modified: Timestamp
    package let changed: Timestamp

    package init(device: UInt64, inode: UInt64, size: Int64, modified: Timestamp, changed: Timestamp) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }
}

/// What the kernel records about an inode, at one moment.
package struct FileStatus: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
    /// In bytes; 0 or a page for what `/proc` and `/sys` make up on reading.
    package let size: Int64
    /// Space taken on the volume, in bytes: less than ``size`` where there are holes.
    package let allocated: Int64
    package let kind: FileKind
    /// The twelve permission bits: set-uid, set-gid, sticky and three times rwx.
    package let permissions: UInt32
    package let user: UInt32
    package let group: UInt32
    package let linkCount: UInt64
    /// When the contents changed last (mtime); whoever may write the file can set it.
    package let modified: Timestamp
    /// When contents or record changed last (ctime); nobody sets it.
    package let changed: Timestamp

    init(_ record: stat) {
        device = UInt64(record.st_dev)
        inode = UInt64(record.st_ino)
        size = Int64(record.st_size)
        allocated = Int64(record.st_blocks) * 512
        kind = FileKind(mode: record.st_mode)
        permissions = UInt32(record.st_mode) & 0o7777
        user = UInt32(record.st_uid)
        group = UInt32(record.st_gid)
        linkCount = UInt64(record.st_nlink)
        modified = Timestamp(record.st_mtim)
        changed = Timestamp(record.st_ctim)
    }

    /// The status of an open file, `O_PATH` ones too.
    /// - Throws: ``SystemError`` from `fstat`.
    package static func of(_ descriptor: CInt) throws(SystemError) -> FileStatus {
        var record = stat()
        try checked("fstat") { unsafe fstat(descriptor, &record) }
        return FileStatus(record)
    }

    /// The status of what `name`, a name or a relative path, is in the directory `directory`.
    /// - Throws: ``SystemError`` from `fstatat`, such as `ENOENT`.
    package static func of(
        _ name: Path, in directory: CInt, followLinks: Bool = false
    ) throws(SystemError) -> FileStatus {
        var record = stat()
        try checked("fstatat", name.escapedText) {
            unsafe name.withCString {
                unsafe fstatat(directory, $0, &record, followLinks ? 0 : AT_SYMLINK_NOFOLLOW)
            }
        }
        return FileStatus(record)
    }

    /// The status of what `path` names, a relative one from the process's current directory.
    /// - Throws: ``SystemError`` from `fstatat`, such as `ENOENT`.
    package static func of(_ path: Path, followLinks: Bool = false) throws(SystemError) -> FileStatus {
        try of(path, in: AT_FDCWD, followLinks: followLinks)
    }

    /// Whether both are of one inode.
    package func sameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }

    /// What to compare with a later stamp, to see whether the contents may have changed.
    package var stamp: ContentStamp {
        ContentStamp(device: device, inode: inode, size: size, modified: modified, changed: changed)
    }
}

extension FileKind {
    /// The kind that the type bits of a mode tell, which archives keep as the kernel does; regular where there are none.
    package init(modeBits: UInt32) { self.init(mode: mode_t(modeBits)) }

    init(mode: mode_t) {
        self =
            switch mode & S_IFMT {
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            case S_IFIFO: .fifo
            case S_IFSOCK: .socket
            case S_IFCHR: .characterDevice
            case S_IFBLK: .blockDevice
            default: .regular
            }
    }

    /// The kind that a directory's record tells; nil where the file system leaves it open.
    init?(directoryType: UInt8) {
        guard directoryType != 0 else { return nil }
        // DT_* are the type bits of a mode, moved down: IFTODT in dirent.h.
        self.init(mode: mode_t(directoryType) << 12)
    }
}
