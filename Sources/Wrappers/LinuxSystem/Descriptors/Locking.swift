internal import CLinux
internal import Glibc

extension OwnedDescriptor {
    /// Takes the file's exclusive lock, which lives as long as the open file description (`flock`).
    /// - Returns: false where another description has it.
    package func tryLock() throws(SystemError) -> Bool {
        do {
            try checked("flock") { clinux_lock(number) }
            return true
        } catch  where error.isWouldBlock { return false }
    }

    /// Gives the file a size, with blocks of its own for all of it.
    /// - Throws: ``SystemError`` from `posix_fallocate`: `ENOSPC`.
    package func reserveSpace(_ size: Int64) throws(SystemError) {
        let code = posix_fallocate(number, 0, off_t(size))
        if code != 0 { throw SystemError(code, "posix_fallocate") }
    }

    /// Cuts the file to nothing.
    package func truncate() throws(SystemError) { try checked("ftruncate") { ftruncate(number, 0) } }

    /// Sets close-on-exec on a descriptor that came from outside; those made here have it from birth.
    package func setCloseOnExec() throws(SystemError) {
        try checked("fcntl") { clinux_fcntl(number, F_SETFD, Int(FD_CLOEXEC)) }
    }

    /// Closes it; what the kernel says does not matter to the caller.
    package consuming func closeQuietly() { _ = Glibc.close(release()) }
}
