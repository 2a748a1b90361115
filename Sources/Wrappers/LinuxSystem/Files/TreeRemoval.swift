internal import CLinux
internal import Glibc

/// Removes `name` from the directory, and everything in it where it is a directory itself.
///
/// Whatever modes, depths, names and numbers it holds: memory and descriptors stay bounded (a folder that lies deep is
/// first moved up), and the modes of folders are changed where they are in the way. Symbolic links are removed, never
/// followed. A mount point, or a folder on another device, stays and is an error. What can be removed is removed before
/// the first error is thrown.
/// - Parameter directory: A directory's descriptor; `name` is one name in it.
/// - Parameter budget: The most names to remove in this call, for callers that pace themselves; at least 1.
/// - Returns: Whether `name` is gone; false where the budget was spent before. It is also gone if it never was.
/// - Throws: ``SystemError``: `EACCES`, `EPERM`, `EBUSY` for a mount point, `EXDEV` for another device, `EINVAL` for a name that is none.
package func removeTree(named name: Path, in directory: CInt, budget: Int? = nil) throws(SystemError) -> Bool {
    var removal = TreeRemoval(
        device: try FileStatus.of(directory).device, left: max(1, budget ?? .max))
    return try removal.run(try name.singleName(for: "unlinkat"), in: directory)
}

private struct TreeRemoval {
    /// Folders nested deeper than this below the root are moved up into it, each held level costing a descriptor.
    static let deepestLevel = 12

    let device: UInt64
    /// How many names may still go.
    var left: Int
    /// The descriptor of the tree's root.
    var root: CInt = -1
    /// The first error in this pass over the root.
    var failure: SystemError?

    mutating func run(_ name: Path, in parent: CInt) throws(SystemError) -> Bool {
        if try remove(DirectoryEntry(name: name, inode: 0, kind: nil), from: parent, level: 0) { return true }
        if left > 0, let failure { throw failure }
        return false
    }

    /// - Returns: Whether the name is gone from `parent`. If not, ``left`` is 0 or ``failure`` tells why.
    private mutating func remove(
        _ entry: DirectoryEntry, from parent: CInt, level: Int
    ) throws(SystemError) -> Bool {
        if entry.kind != .directory {
            do throws(SystemError) {
                try unlink(entry.name, from: parent)
                return true
            } catch {
                if error.code != EISDIR { throw error }
            }
        }
        do throws(SystemError) {
            // Tried before the folder is looked into: a mount point, bind mounts among them, ends it here with EBUSY.
            try unlink(entry.name, from: parent, AT_REMOVEDIR)
            return true
        } catch {
            if error.code != ENOTEMPTY && error.code != EEXIST { throw error }
        }
        if level <= Self.deepestLevel { return try empty(entry.name, in: parent, level: level) }
        try moveUp(entry, from: parent)
        return true
    }

    /// Removes what is in a folder, then the folder.
    private mutating func empty(_ name: Path, in parent: CInt, level: Int) throws(SystemError) -> Bool {
        var folder = DirectoryReader(taking: try openFolder(name, in: parent))
        let number = folder.descriptor.number
        if level == 0 { root = number }
        while true {
            if level == 0 { failure = nil }
            let leftBefore = left
            while left > 0, let entry = try folder.next() {
                do throws(SystemError) {
                    _ = try remove(entry, from: number, level: level + 1)
                } catch {
                    failure = failure ?? error
                }
            }
            if left == 0 { return false }
            do throws(SystemError) {
                try unlink(name, from: parent, AT_REMOVEDIR)
                return true
            } catch {
                guard error.code == ENOTEMPTY || error.code == EEXIST else { throw error }
                // Again while that helps: names may have come meanwhile, from deeper levels too.
                if left == leftBefore {
                    failure = failure ?? error
                    return false
                }
            }
            try folder.rewind()
        }
    }

    /// Removes one name, which may be gone already.
    private mutating func unlink(_ name: Path, from parent: CInt, _ flags: CInt = 0) throws(SystemError) {
        do throws(SystemError) {
            try checked("unlinkat", name.escapedText) { unsafe name.withCString { unsafe unlinkat(parent, $0, flags) } }
            left -= 1
        } catch {
            if error.code != ENOENT { throw error }
        }
    }

    /// Moves a folder into the root of the tree, under a name that is free there.
    private mutating func moveUp(_ entry: DirectoryEntry, from parent: CInt) throws(SystemError) {
        var number = 0
        var mayWrite = false
        while true {
            let newName = Path("#\(entry.inode).\(number)")
            do throws(SystemError) {
                try checked("renameat", entry.name.escapedText) {
                    unsafe entry.name.withCString { old in
                        unsafe newName.withCString { unsafe renameat(parent, old, root, $0) }
                    }
                }
                left -= 1
                return
            } catch {
                switch error.code {
                case EEXIST, ENOTEMPTY, ENOTDIR: number += 1
                // To move a folder is to write it, since its ".." changes.
                case EACCES where !mayWrite:
                    try makeAccessible(entry.name, in: parent)
                    mayWrite = true
                default: throw error
                }
            }
        }
    }

    /// Opens a folder of the tree so that everything in it can be removed.
    private func openFolder(_ name: Path, in parent: CInt) throws(SystemError) -> OwnedDescriptor {
        let folder: OwnedDescriptor
        do throws(SystemError) {
            folder = try open(name, in: parent, .readOnly)
        } catch {
            guard error.code == EACCES else { throw error }
            try makeAccessible(name, in: parent)
            folder = try open(name, in: parent, .readOnly)
        }
        let status = try FileStatus.of(folder.number)
        guard status.device == device else { throw SystemError(EXDEV, "openat", subject: name.escapedText) }
        // Should this be refused, the removal tells of it.
        if status.permissions & 0o700 != 0o700 { try? folder.setPermissions(0o700) }
        return folder
    }

    /// Gives the owner all rights on a folder that cannot be opened, through a handle, so that no link is followed.
    private func makeAccessible(_ name: Path, in parent: CInt) throws(SystemError) {
        let handle = try open(name, in: parent, .pathOnly)
        let link = Path("/proc/self/fd/\(handle.number)")
        try checked("chmod", name.escapedText) { unsafe link.withCString { unsafe chmod($0, 0o700) } }
    }

    private func open(_ name: Path, in parent: CInt, _ flags: OpenFlags) throws(SystemError) -> OwnedDescriptor {
        let flags = flags.union([.directory, .noFollow]).systemValue
        return OwnedDescriptor(
            taking: try checked("openat", name.escapedText) {
                unsafe name.withCString { unsafe clinux_openat(parent, $0, flags, 0) }
            })
    }
}
