internal import CLinux
internal import Glibc

/// What a rename does where its new name is taken.
package enum RenameRule: Hashable, Sendable {
    /// Replaces it: a file by a file, an empty directory by a directory.
    case replace
    /// Fails with `EEXIST`. On a file system that cannot promise it in one step, such as NFS, what is renamed stands for
    /// an instant under both names, a directory as an empty one under the new.
    case noReplace
    /// Gives each the other's name; both must exist. `EINVAL` where the file system cannot.
    case exchange
}

/// An open directory, through which everything in it is reached: no check of a path goes stale between two calls.
///
/// A `name` is one name: with a slash, "." or ".." every call fails with `EINVAL`, and none follows a symbolic link
/// unless it says so. Calls block as long as the file system does.
package struct Directory: ~Copyable, Sendable {
    package let descriptor: OwnedDescriptor

    /// Takes over an open directory.
    package init(taking descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }

    private var number: CInt { descriptor.number }

    /// Opens the directory `path`, following symbolic links.
    /// - Throws: ``SystemError`` from `open`, such as `ENOTDIR`.
    package static func open(_ path: Path) throws(SystemError) -> Directory {
        Directory(taking: try OwnedDescriptor.open(path, .directory))
    }

    /// Opens the directory `name`.
    /// - Throws: ``SystemError`` from `openat`; `ENOTDIR` for a link too.
    package func openDirectory(_ name: Path) throws(SystemError) -> Directory {
        Directory(taking: try openFile(name, .directory))
    }

    /// Opens or makes `name`.
    /// - Parameter mode: The permissions of a file made here, less the process's umask.
    /// - Throws: ``SystemError`` from `openat`; `ELOOP` for a link.
    package func openFile(
        _ name: Path, _ flags: OpenFlags = .readOnly, mode: UInt32 = 0o600
    ) throws(SystemError) -> OwnedDescriptor {
        let name = try name.singleName(for: "openat")
        let flags = flags.union(.noFollow).systemValue
        return OwnedDescriptor(
            taking: try checked(flags & O_CREAT == 0 ? "openat" : "openat O_CREAT", name.escapedText) {
                unsafe name.withCString { unsafe clinux_openat(number, $0, flags, mode) }
            })
    }

    /// Opens or makes what the relative `path` names, which must not lead out of this directory.
    ///
    /// The path may be longer than `PATH_MAX` where no links are followed: it is walked in parts then.
    /// - Parameter followLinks: Whether links on the way and at its end are followed, as long as they stay inside.
    /// - Throws: ``SystemError`` from `openat2`: `EXDEV` for a way out, `ELOOP` for a link not followed. Without that call
    ///   (some sandboxes) this process walks itself, safe from whoever may not write in the directory.
    package func openBeneath(
        _ path: Path, _ flags: OpenFlags = .readOnly, mode: UInt32 = 0o600, followLinks: Bool = false
    ) throws(SystemError) -> OwnedDescriptor {
        let (head, rest) =
            path.bytes.count < Int(PATH_MAX) || followLinks ? ("", path) : path.split(before: Int(PATH_MAX))
        if !head.isEmpty {
            let next = Directory(taking: try openBeneath(head, [.pathOnly, .directory, .noFollow]))
            return try next.openBeneath(rest, flags, mode: mode)
        }
        // openat2 refuses a mode where nothing can be made.
        let mode = flags.contains(.create) ? mode : 0
        do {
            return OwnedDescriptor(
                taking: try checked(flags.contains(.create) ? "openat2 O_CREAT" : "openat2", path.escapedText) {
                    unsafe path.withCString {
                        unsafe clinux_open_beneath(number, $0, flags.systemValue, mode, followLinks ? 0 : 1)
                    }
                })
        } catch  where error.isUnknownCall {
            return try openWalking(path, flags, mode: mode, followLinks: followLinks)
        }
    }

    /// Makes the directory `name`.
    /// - Parameter mode: Its permissions, less the process's umask.
    /// - Throws: ``SystemError`` from `mkdirat`, such as `EEXIST`.
    package func makeDirectory(_ name: Path, mode: UInt32 = 0o700) throws(SystemError) {
        let name = try name.singleName(for: "mkdirat")
        try checked("mkdirat", name.escapedText) { unsafe name.withCString { unsafe mkdirat(number, $0, mode) } }
    }

    /// The status of `name`, of the link itself where it is one.
    /// - Throws: ``SystemError`` from `fstatat`, such as `ENOENT`.
    package func status(of name: Path) throws(SystemError) -> FileStatus {
        try FileStatus.of(try name.singleName(for: "fstatat"), in: number)
    }

    /// A reader of the names, with a position of its own.
    /// - Throws: ``SystemError`` from `openat`: `EACCES`, since it needs the right to read and to search.
    package func entries() throws(SystemError) -> DirectoryReader {
        DirectoryReader(
            taking: OwnedDescriptor(
                taking: try checked("openat") {
                    unsafe clinux_openat(number, ".", OpenFlags.directory.systemValue, 0)
                }))
    }

    /// Renames `name` to `newName` in `target`, which lies on the same mount.
    /// - Throws: ``SystemError`` from `renameat2`: `EEXIST`, `ENOTEMPTY`, `EISDIR`, `ENOTDIR`, `EXDEV`.
    package func rename(
        _ name: Path, to target: borrowing Directory, as newName: Path, _ rule: RenameRule = .replace
    ) throws(SystemError) {
        let name = try name.singleName(for: "renameat2")
        let newName = try newName.singleName(for: "renameat2")
        let targetNumber = target.number
        let flags: CUnsignedInt =
            switch rule {
            case .replace: 0
            case .noReplace: clinux_RENAME_NOREPLACE
            case .exchange: clinux_RENAME_EXCHANGE
            }
        do {
            try checked("renameat2", name.escapedText) {
                unsafe name.withCString { old in
                    unsafe newName.withCString { new in unsafe clinux_renameat2(number, old, targetNumber, new, flags) }
                }
            }
        } catch  where rule == .noReplace && (error.code == EINVAL || error.code == ENOSYS) {
            try renameInSteps(name, to: target, as: newName)
        }
    }

    /// Renames where the kernel cannot do so without replacing: to a name that is taken first.
    private func renameInSteps(
        _ name: Path, to target: borrowing Directory, as newName: Path
    ) throws(SystemError) {
        guard try status(of: name).kind == .directory else {
            try link(name, to: target, as: newName)
            return try unlink(name)
        }
        try target.makeDirectory(newName)
        do {
            // Replaces an empty directory and nothing else.
            try rename(name, to: target, as: newName)
        } catch {
            try? target.removeDirectory(newName)
            throw error
        }
    }

    /// Removes the name of a file or link.
    /// - Throws: ``SystemError`` from `unlinkat`: `ENOENT`, `EISDIR`.
    package func unlink(_ name: Path) throws(SystemError) { try removeName(name, 0) }

    /// Removes an empty directory.
    /// - Throws: ``SystemError`` from `unlinkat`: `ENOENT`, `ENOTEMPTY`, `ENOTDIR`.
    package func removeDirectory(_ name: Path) throws(SystemError) { try removeName(name, AT_REMOVEDIR) }

    private func removeName(_ name: Path, _ flags: CInt) throws(SystemError) {
        let name = try name.singleName(for: "unlinkat")
        try checked("unlinkat", name.escapedText) { unsafe name.withCString { unsafe unlinkat(number, $0, flags) } }
    }

    /// Gives `name` a further name in `target`; both are then the same inode, and its ctime changes.
    /// - Throws: ``SystemError`` from `linkat`: `EEXIST`, `EMLINK`, `EXDEV`, `EPERM`.
    package func link(_ name: Path, to target: borrowing Directory, as newName: Path) throws(SystemError) {
        let name = try name.singleName(for: "linkat")
        let newName = try newName.singleName(for: "linkat")
        let targetNumber = target.number
        try checked("linkat", newName.escapedText) {
            unsafe name.withCString { old in
                unsafe newName.withCString { new in unsafe linkat(number, old, targetNumber, new, 0) }
            }
        }
    }

    /// Makes `name` a symbolic link that holds `content`, which is not looked at.
    /// - Throws: ``SystemError`` from `symlinkat`, such as `EEXIST`.
    package func makeSymbolicLink(_ name: Path, to content: Path) throws(SystemError) {
        let name = try name.singleName(for: "symlinkat")
        try checked("symlinkat", name.escapedText) {
            unsafe content.withCString { content in
                unsafe name.withCString { unsafe symlinkat(content, number, $0) }
            }
        }
    }

    /// What the symbolic link `name` holds.
    /// - Throws: ``SystemError`` from `readlinkat`: `EINVAL` where it is no link.
    package func readLink(_ name: Path) throws(SystemError) -> Path {
        try LinuxSystem.readLink(try name.singleName(for: "readlinkat"), in: number)
    }

    /// Makes the names in this directory durable against a power cut. Blocks until the device says so.
    /// - Throws: ``SystemError`` from `fsync`.
    package func synchronize() throws(SystemError) { try descriptor.synchronize() }
}
