internal import CLinux
internal import Glibc

/// The process at the other end of a Unix socket, as the kernel recorded it when the connection was made.
package struct Peer: Sendable {
    /// The process, 0 where it is not visible from here (another pid namespace).
    package let pid: Int32
    package let uid: UInt32
    /// The primary group.
    package let gid: UInt32
    /// The supplementary groups that the process held then (`SO_PEERGROUPS`); may or may not repeat the primary one.
    package let groups: [UInt32]
    /// Holds the process itself, so that a recycled pid is not taken for it; nil when it had already ended.
    package let process: SharedDescriptor?

    /// Asks the kernel about the other end of `socket`. Nothing of it comes from the peer.
    ///
    /// Without `SO_PEERPIDFD` (before Linux 6.5) the pidfd is opened from the credential's pid; see
    /// ``ProcessIdentity/started`` for how the caller tells a recycled one.
    /// - Parameter usePeerPidfd: false forces the older way, for tests.
    /// - Throws: ``SystemError`` where the descriptor is no connected Unix socket.
    package static func of(_ socket: Int32, usePeerPidfd: Bool = true) throws(SystemError) -> Peer {
        var credentials = clinux_peer()
        try checked("getsockopt") { unsafe clinux_peer_credentials(socket, &credentials) }
        return Peer(
            pid: credentials.pid, uid: credentials.uid, gid: credentials.gid, groups: try groups(of: socket),
            process: process(of: socket, pid: credentials.pid, usePeerPidfd: usePeerPidfd))
    }

    /// Whether the kernel names the peer's process by descriptor.
    fileprivate static func hasPidfd(_ socket: Int32) -> Bool {
        var number: Int32 = -1
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(socket, SOL_SOCKET, clinux_SO_PEERPIDFD, &number, &length) == 0 else { return false }
        OwnedDescriptor(taking: number).closeQuietly()
        return true
    }

    private static func groups(of socket: Int32) throws(SystemError) -> [UInt32] {
        var groups = [UInt32](repeating: 0, count: 64)
        while true {
            var length = socklen_t(groups.count * MemoryLayout<UInt32>.size)
            let result = unsafe getsockopt(socket, SOL_SOCKET, clinux_SO_PEERGROUPS, &groups, &length)
            let count = Int(length) / MemoryLayout<UInt32>.size
            if result == 0 { return Array(groups.prefix(count)) }
            // ERANGE tells the length that is needed.
            guard errno == ERANGE, count > groups.count else { throw SystemError(errno, "getsockopt") }
            groups = [UInt32](repeating: 0, count: count)
        }
    }

    private static func process(of socket: Int32, pid: Int32, usePeerPidfd: Bool) -> SharedDescriptor? {
        var number: Int32 = -1
        var length = socklen_t(MemoryLayout<Int32>.size)
        if usePeerPidfd, unsafe getsockopt(socket, SOL_SOCKET, clinux_SO_PEERPIDFD, &number, &length) == 0 {
            return SharedDescriptor(OwnedDescriptor(taking: number))
        }
        guard pid > 0 else { return nil }
        number = clinux_pidfd_open(pid, 0)
        return number < 0 ? nil : SharedDescriptor(OwnedDescriptor(taking: number))
    }
}

extension UnixSocket {
    /// Whether the kernel has `SO_PEERPIDFD` (Linux 6.5).
    package static func hasPeerPidfd(_ socket: Int32) -> Bool { Peer.hasPidfd(socket) }
}
