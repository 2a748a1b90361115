internal import CLinux
internal import Glibc

/// The kernel's word that nobody writes a file: while the lease is held, no process has it open for writing or mapped
/// to write.
///
/// A new writer waits until the lease is given up, at most `/proc/sys/fs/lease-break-time` seconds: look at ``isHeld``
/// between chunks and let go at once. The lease belongs to the open file description, so this value holds a duplicate
/// of the descriptor and gives the lease up when its life ends.
package struct ReadLease: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor

    private init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }

    deinit { _ = clinux_fcntl(descriptor.number, clinux_F_SETLEASE, CLong(F_UNLCK)) }

    /// Takes a read lease, where the kernel gives one.
    ///
    /// It announces a break by a signal: `SIGURG` is asked for, which does nothing unless a process handles it, in
    /// place of `SIGIO`, which ends it. Whoever shares the description can turn that back: see ``ignoreSignals()``.
    /// - Parameter descriptor: Open for reading only.
    /// - Returns: nil where it is refused: a writer has the file open or mapped (`EAGAIN`), it belongs to another user
    ///   (`EACCES`), the file system keeps no leases (`EINVAL`).
    package static func acquire(on descriptor: CInt) -> ReadLease? {
        let copy = clinux_fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { return nil }
        let duplicate = OwnedDescriptor(taking: copy)
        guard clinux_fcntl(copy, clinux_F_SETSIG, CLong(SIGURG)) == 0,
            clinux_fcntl(copy, clinux_F_SETLEASE, CLong(F_RDLCK)) == 0
        else { return nil }
        return ReadLease(duplicate)
    }

    /// Whether some process has the file open or mapped for writing now, as far as the kernel tells: false also where it
    /// tells nobody but the owner, and on file systems without leases.
    /// - Parameter descriptor: Open for reading only.
    package static func isWritten(_ descriptor: CInt) -> Bool {
        do throws(SystemError) {
            // A writer may come while the lease is held: the signal must be one that ends nobody.
            try checked("fcntl") { clinux_fcntl(descriptor, clinux_F_SETSIG, CLong(SIGURG)) }
            try checked("fcntl") { clinux_fcntl(descriptor, clinux_F_SETLEASE, CLong(F_RDLCK)) }
            _ = clinux_fcntl(descriptor, clinux_F_SETLEASE, CLong(F_UNLCK))
            return false
        } catch { return error.isWouldBlock }
    }

    /// Whether the lease still stands. Once a writer has come it does not, and never again.
    package var isHeld: Bool { Self.isHeld(on: descriptor.number) }

    /// Whether the open file description behind a descriptor has a read lease that still stands, whoever took it.
    package static func isHeld(on descriptor: CInt) -> Bool {
        clinux_fcntl(descriptor, clinux_F_GETLEASE, 0) == F_RDLCK
    }

    /// Makes this process immune to `SIGIO`, for good, as a service that takes leases on descriptors of others must.
    /// Programs that it starts inherit that.
    package static func ignoreSignals() { _ = signal(SIGIO, SIG_IGN) }
}

/// Lets every write from here on show in the file's times, also one through a mapping that exists already.
///
/// A mapping's pages change the times only when they are first written to after having been written back; this writes
/// them back, for a file on which no ``ReadLease`` is to be had. Take the stamp to compare with before, not after. Does
/// nothing where a file system has nothing to write back to, as tmpfs: a mapped writer stays unseen there.
package func revealMappedWrites(to descriptor: CInt) { _ = fdatasync(descriptor) }
