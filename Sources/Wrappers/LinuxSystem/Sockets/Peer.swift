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
    /// nil where the kernel does not tell them, as some sandboxes do: the process may hold any.
    package let groups: [UInt32]?
    /// Holds the process itself, so that a recycled pid is not taken for it; nil when it had already ended, or the kernel
    /// has no pidfds.
    package let process: SharedDescriptor?
    /// Whether ``process`` comes from the kernel's record, and not from the pid in it, which another process may have got
    /// before it was looked at.
    package let isExact: Bool

    /// Asks the kernel about the other end of `socket`. Nothing of it comes from the peer.
    ///
    /// Without `SO_PEERPIDFD` (before Linux 6.5) the pidfd is opened from the credential's pid; see
    /// ``ProcessIdentity/started`` for how the caller tells a recycled one.
    /// - Parameter usePeerPidfd: false forces the older way, for tests.
    /// - Throws: ``SystemError`` where the descriptor is no connected Unix socket.
    package static func of(_ socket: Int32, usePeerPidfd: Bool = true) throws(SystemError) -> Peer {
        var credentials = clinux_peer()
        try checked("getsockopt") { unsafe clinux_peer_credentials(socket, &credentials) }
        let (process, isExact) = process(of: socket, pid: credentials.pid, usePeerPidfd: usePeerPidfd)
        return Peer(
            pid: credentials.pid, uid: credentials.uid, gid: credentials.gid, groups: try groups(of: socket),
            process: process, isExact: isExact)
    }

    /// Whether the kernel names the peer's process by descriptor.
    fileprivate static func hasPidfd(_ socket: Int32) -> Bool {
        var number: Int32 = -1
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(socket, SOL_SOCKET, clinux_SO_PEERPIDFD, &number, &length) == 0 else { return false }
        OwnedDescriptor(taking: number).closeQuietly()
        return true
    }

    /// Whether the kernel names the peer's supplementary groups.
    fileprivate static func hasGroups(_ socket: Int32) -> Bool { (try? groups(of: socket)) != nil }

    private static func groups(of socket: Int32) throws(SystemError) -> [UInt32]? {
        var groups = [UInt32](repeating: 0, count: 64)
        while true {
            var length = socklen_t(groups.count * MemoryLayout<UInt32>.size)
            let result = unsafe getsockopt(socket, SOL_SOCKET, clinux_SO_PEERGROUPS, &groups, &length)
            let count = Int(length) / MemoryLayout<UInt32>.size
            if result == 0 { return Array(groups.prefix(count)) }
            // ERANGE tells the length that is needed.
            let code = errno
            if code == ENOPROTOOPT { return nil }
            guard code == ERANGE, count > groups.count else { throw SystemError(code, "getsockopt") }
            groups = [UInt32](repeating: 0, count: count)
        }
    }

    private static func process(
        of socket: Int32, pid: Int32, usePeerPidfd: Bool
    ) -> (process: SharedDescriptor?, isExact: Bool) {
        var number: Int32 = -1
        var length = socklen_t(MemoryLayout<Int32>.size)
        if usePeerPidfd, unsafe getsockopt(socket, SOL_SOCKET, clinux_SO_PEERPIDFD, &number, &length) == 0 {
            return (SharedDescriptor(OwnedDescriptor(taking: number)), true)
        }
        guard pid > 0 else { return (nil, false) }
        number = clinux_pidfd_open(pid, 0)
        return (number < 0 ? nil : SharedDescriptor(OwnedDescriptor(taking: number)), false)
    }
}

extension UnixSocket {
    /// Whether the kernel has `SO_PEERPIDFD` (Linux 6.5).
    package static func hasPeerPidfd(_ socket: Int32) -> Bool { Peer.hasPidfd(socket) }

    /// Whether the kernel has `SO_PEERPIDFD`, as a socket of this process tells.
    package static var hasPeerPidfd: Bool { (try? pair()).map { $0.0.withNumber(Peer.hasPidfd) } ?? false }

    /// Whether the kernel has `SO_PEERGROUPS` (Linux 4.13), which some sandboxes lack.
    package static var hasPeerGroups: Bool { (try? pair()).map { $0.0.withNumber(Peer.hasGroups) } ?? false }
}
