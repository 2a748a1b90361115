internal import LinuxSystem
internal import Synchronization

/// The names of users and groups for a minute: the name service may read files or ask over a network, and every answer
/// about a grant names its sender.
final class NameCache: Sendable {
    private static let lifetime: Int64 = 60_000_000_000
    private static let most = 1024

    private struct Entries {
        var names: [UInt32: (name: String?, until: Int64)] = [:]

        mutating func name(_ number: UInt32, _ lookUp: (UInt32) -> String?) -> String? {
            let now = SystemClock.boot()
            if let known = names[number], known.until > now { return known.name }
            if names.count >= NameCache.most { names = [:] }
            let name = lookUp(number)
            names[number] = (name, now + NameCache.lifetime)
            return name
        }
    }

    private let users = Mutex(Entries())
    private let groups = Mutex(Entries())

    /// The user's name; nil where the number has none.
    func user(_ uid: UInt32) -> String? { users.withLock { $0.name(uid) { Accounts.user($0)?.name } } }

    /// The group's name; nil where the number has none.
    func group(_ gid: UInt32) -> String? { groups.withLock { $0.name(gid, Accounts.groupName) } }
}
