package import LinuxSystem
internal import StagingModel

/// The process that calls, by the kernel's word alone (rule 15).
package struct Caller: Sendable {
    package let uid: UInt32
    package let gid: UInt32
    /// Supplementary groups; nil where the kernel does not tell them: then it holds none for a scope, and may hold any
    /// where that would be harm.
    package let groups: [UInt32]?
    package let pid: Int32
    private let process: SharedDescriptor?
    /// When the connection was there at the latest, on the boot-time clock: a process that started later is another one.
    private let connected: Int64

    /// Takes the peer of a connection that was accepted at `connected`.
    package init(_ peer: Peer, connected: Int64) {
        self.init(
            uid: peer.uid, gid: peer.gid, groups: peer.groups, pid: peer.pid, process: peer.process,
            connected: connected)
    }

    /// Takes what a kernel said, or could have said: a program that embeds the engine has no connection.
    package init(
        uid: UInt32, gid: UInt32, groups: [UInt32]?, pid: Int32, process: SharedDescriptor?, connected: Int64
    ) {
        self.uid = uid
        self.gid = gid
        self.groups = groups
        self.pid = pid
        self.process = process
        self.connected = connected
    }

    /// Somebody from outside this user or pid namespace: the overflow ids and pid 0 can be anyone.
    package var isNobody: Bool { pid <= 0 || uid == OverflowID.user || gid == OverflowID.group }

    /// Whether it is of this user; nobody is not, since the overflow uid stands for many users.
    package func isUser(_ other: UInt32) -> Bool { uid == other && uid != OverflowID.user }

    /// Whether the process holds the group, as primary or supplementary.
    package func holds(group: UInt32) -> Bool {
        group != OverflowID.group && (gid == group || groups?.contains(group) == true)
    }

    /// Whether the process can be told from another one that gets its pid; without that no scope of a process has it.
    package var isHeld: Bool { process != nil }

    /// The process itself; nil when it has ended, or its pid is another process's by now.
    package var identity: ProcessIdentity? {
        guard pid > 0, let identity = ProcessIdentity(of: pid), identity.startedNanoseconds <= connected else {
            return nil
        }
        // While the process that the kernel named lives, nobody else can have its pid.
        if let process, Waiting.isReadable(process.number) { return nil }
        return process == nil ? nil : identity
    }
}

/// What the kernel shows for ids that have no number in this user namespace.
package enum OverflowID {
    package static let user = read("/proc/sys/kernel/overflowuid")
    package static let group = read("/proc/sys/kernel/overflowgid")

    private static func read(_ path: Path) -> UInt32 {
        let text = (try? SmallFile.read(path)) ?? []
        return UInt32(String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) ?? 65534
    }
}
