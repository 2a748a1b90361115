internal import CLinux
internal import Glibc

/// A new file that shows itself only when it is whole: without any name until ``publish(in:as:replacing:)``.
///
/// Where the file system has no nameless files it stands under a hidden name till then. That name goes with the value;
/// only a kill leaves it behind.
package struct UnpublishedFile: ~Copyable, Sendable {
    /// Open for reading and writing.
    package let descriptor: OwnedDescriptor
    private let hiddenName: Path
    /// The directory with the hidden name, while the file has it.
    private var home: OwnedDescriptor?
    /// Whether the file was made without a name, so that a kill leaves nothing behind.
    package let isNameless: Bool

    fileprivate init(
        descriptor: consuming OwnedDescriptor, hiddenName: Path, home: consuming OwnedDescriptor?
    ) {
        self.descriptor = descriptor
        self.hiddenName = hiddenName
        isNameless = home == nil
        self.home = home
    }

    deinit {
        guard let home else { return }
        Self.unlink(hiddenName, in: home.number)
    }

    private static func unlink(_ name: Path, in directory: CInt) {
        _ = try? checked("unlinkat") { unsafe name.withCString { unsafe unlinkat(directory, $0, 0) } }
    }

    /// Gives the file its name, in one step.
    ///
    /// May be tried again under another name after a failure; once it has worked the file is out of this value's hands.
    /// - Parameter directory: On the same mount as the directory that the file was made in.
    /// - Parameter replacing: Whether a file of that name gives way; a directory never does.
    /// - Throws: ``SystemError``: `EEXIST` where the name is taken, `EISDIR` where a directory would be replaced.
    package mutating func publish(
        in directory: borrowing Directory, as name: Path, replacing: Bool = false
    ) throws(SystemError) {
        let name = try name.singleName(for: "linkat")
        let target = directory.descriptor.number
        if home == nil {
            do throws(SystemError) {
                return try linkDescriptor(to: target, name)
            } catch {
                guard error.code == EEXIST, replacing else { throw error }
            }
            // linkat replaces nothing, so the last step is a rename. If that fails the hidden name stays for another
            // try: a nameless file can be linked once only.
            let newHome = try directory.descriptor.duplicate()
            try linkDescriptor(to: target, hiddenName)
            home = consume newHome
        }
        guard let home = home?.number else { return }
        try moveHiddenName(from: home, to: target, name, replacing: replacing)
        self.home = nil
    }

    private func moveHiddenName(
        from home: CInt, to target: CInt, _ name: Path, replacing: Bool
    ) throws(SystemError) {
        do throws(SystemError) {
            try checked("renameat2", name.escapedText) {
                unsafe hiddenName.withCString { old in
                    unsafe name.withCString {
                        unsafe clinux_renameat2(home, old, target, $0, replacing ? 0 : clinux_RENAME_NOREPLACE)
                    }
                }
            }
        } catch {
            guard error.code == EINVAL, !replacing else { throw error }
            // A file system without RENAME_NOREPLACE, such as NFS: a link fails on a taken name too.
            try checked("linkat", name.escapedText) {
                unsafe hiddenName.withCString { old in
                    unsafe name.withCString { unsafe linkat(home, old, target, $0, 0) }
                }
            }
            try checked("unlinkat", hiddenName.escapedText) {
                unsafe hiddenName.withCString { unsafe unlinkat(home, $0, 0) }
            }
        }
    }

    /// Links through /proc, which needs no privilege, where `AT_EMPTY_PATH` wants one before Linux 6.10.
    private func linkDescriptor(to target: CInt, _ name: Path) throws(SystemError) {
        let link = Path("/proc/self/fd/\(descriptor.number)")
        try checked("linkat", name.escapedText) {
            unsafe link.withCString { link in
                unsafe name.withCString { unsafe linkat(AT_FDCWD, link, target, $0, clinux_AT_SYMLINK_FOLLOW) }
            }
        }
    }
}

extension Directory {
    /// Makes a file to be filled and then published here or elsewhere on the same mount.
    /// - Parameter hiddenName: The name that it has meanwhile where it must have one, and for an instant when it
    ///   replaces another; nothing else may use it.
    /// - Parameter mode: Its permissions, less the process's umask.
    /// - Parameter allowNameless: false takes the way of file systems without `O_TMPFILE`.
    /// - Throws: ``SystemError`` from `openat`; `EEXIST` where the hidden name is taken.
    package func makeUnpublishedFile(
        hiddenName: Path, mode: UInt32 = 0o600, allowNameless: Bool = true
    ) throws(SystemError) -> UnpublishedFile {
        let hiddenName = try hiddenName.singleName(for: "openat")
        if allowNameless, let file = try namelessFile(mode: mode) {
            return UnpublishedFile(descriptor: file, hiddenName: hiddenName, home: nil)
        }
        let home = try descriptor.duplicate()
        let file = try openFile(hiddenName, [.readWrite, .create, .exclusive], mode: mode)
        return UnpublishedFile(descriptor: file, hiddenName: hiddenName, home: home)
    }

    /// A file on this directory's volume that has no name and is gone with its last descriptor, open for reading and
    /// writing; nil where the file system has no such files.
    /// - Throws: ``SystemError`` from `openat`, such as `ENOSPC` or `EACCES`.
    package func namelessFile(mode: UInt32 = 0o600) throws(SystemError) -> OwnedDescriptor? {
        let flags = OpenFlags.readWrite.systemValue | clinux_O_TMPFILE
        do throws(SystemError) {
            return OwnedDescriptor(
                taking: try checked("openat") { unsafe clinux_openat(descriptor.number, ".", flags, mode) })
        } catch {
            if error.code == EOPNOTSUPP || error.code == EISDIR { return nil }
            throw error
        }
    }
}
