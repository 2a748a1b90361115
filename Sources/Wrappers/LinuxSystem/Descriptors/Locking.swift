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

    /// Cuts the file to nothing.
    package func truncate() throws(SystemError) { try checked("ftruncate") { ftruncate(number, 0) } }

    /// Sets close-on-exec on a descriptor that came from outside; those made here have it from birth.
    package func setCloseOnExec() throws(SystemError) {
        try checked("fcntl") { clinux_fcntl(number, F_SETFD, Int(FD_CLOEXEC)) }
    }

    /// Closes it; what the kernel says does not matter to the caller.
    package consuming func closeQuietly() { _ = Glibc.close(release()) }
}
