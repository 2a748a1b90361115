internal import CLinux
internal import Glibc

/// Calls on relative paths of several names, which the kernel keeps below the directory and which follow no link.
extension Directory {
    /// Opens the directory at `path`; "." is this one.
    /// - Throws: ``SystemError`` from `openat2`: `EXDEV` for a way out, `ELOOP` for a link on the way.
    package func openDirectory(beneath path: Path) throws(SystemError) -> Directory {
        Directory(taking: try openBeneath(path.isEmpty ? "." : path, [.readOnly, .directory, .noFollow]))
    }

    /// Makes the directory at `path`, mode 0700; its parent is there.
    /// - Throws: ``SystemError``: `EEXIST`, `EXDEV`, `ELOOP`.
    package func makeDirectory(beneath path: Path) throws(SystemError) {
        try openDirectory(beneath: path.parent).makeDirectory(path.lastComponent)
    }

    /// Makes the symbolic link at `path`; its parent is there, its content is not looked at.
    /// - Throws: ``SystemError``: `EEXIST`, `EXDEV`, `ELOOP`.
    package func makeSymbolicLink(beneath path: Path, to content: Path) throws(SystemError) {
        try openDirectory(beneath: path.parent).makeSymbolicLink(path.lastComponent, to: content)
    }

    /// Gives `name` another name in this directory, which must be free.
    /// - Throws: ``SystemError`` from `renameat2`: `EEXIST`, `ENOENT`.
    package func rename(_ name: Path, as newName: Path) throws(SystemError) {
        try rename(name, to: self, as: newName, .noReplace)
    }

    /// Gives the file behind an open descriptor the further name `name` here. No path of it is looked up.
    /// - Throws: ``SystemError`` from `linkat`: `EXDEV`, `EEXIST`, `EMLINK`, `EPERM`; `ENOENT` for a file without a name.
    package func link(openFile file: CInt, as name: Path) throws(SystemError) {
        let directory = descriptor.number
        let source = Path("/proc/self/fd/\(file)")
        try unsafe source.withCString { (from) throws(SystemError) in
            try unsafe name.withCString { (to) throws(SystemError) in
                _ = try checked("linkat", name.escapedText) {
                    unsafe linkat(AT_FDCWD, from, directory, to, clinux_AT_SYMLINK_FOLLOW)
                }
            }
        }
    }

    /// Removes the name of a file if it still is the one with this inode number, and leaves any other alone.
    ///
    /// The name is moved aside first, so that a file that takes its place between the look and the removal is not lost:
    /// it gets its name back.
    /// - Parameter aside: the name that it has meanwhile, which a kill leaves behind; nil is one that nothing else has.
    /// - Returns: whether the file was there and its name is gone.
    /// - Throws: ``SystemError`` from `renameat2` and `unlinkat`.
    @discardableResult
    package func unlink(
        _ name: Path, ifInode inode: UInt64, aside: Path? = nil
    ) throws(SystemError) -> Bool {
        do {
            guard try status(of: name).inode == inode else { return false }
        } catch  where error.isMissing { return false }
        let aside = aside ?? AsideName(inode: inode).path
        try rename(name, to: self, as: aside, .noReplace)
        guard try status(of: aside).inode == inode else {
            try rename(aside, to: self, as: name, .noReplace)
            return false
        }
        try unlink(aside)
        return true
    }
}
