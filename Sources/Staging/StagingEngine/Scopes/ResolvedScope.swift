internal import StagingModel

/// A scope with every name looked up, as it is kept.
package enum ResolvedScope: Hashable, Sendable {
    case process(Subject)
    /// The sender's own user, and the members of this configured team; with nil, of every team that the sender is in.
    case team(String?)
    case group(UInt32)
    case all

    /// One process in one boot; the boot is the one of the catalogue's last heartbeat.
    package struct Subject: Hashable, Sendable {
        package var pid: Int32
        /// Clock ticks since boot.
        package var started: UInt64

        package init(pid: Int32, started: UInt64) {
            self.pid = pid
            self.started = started
        }
    }

    /// What is written into the catalogue.
    package var text: String {
        switch self {
        case .process(let subject): "process \(subject.pid) \(subject.started)"
        case .team(let name): name.map { "team \($0)" } ?? "team"
        case .group(let gid): "group \(gid)"
        case .all: "all"
        }
    }

    /// Reads what ``text`` wrote.
    package init?(text: String) {
        if text == "team" {
            self = .team(nil)
            return
        }
        let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
        switch (parts.first, parts.count) {
        case ("process", 3):
            guard let pid = Int32(parts[1]), let started = UInt64(parts[2]) else { return nil }
            self = .process(Subject(pid: pid, started: started))
        case ("team", 1): self = .team(nil)
        case ("team", 2): self = .team(parts[1])
        case ("group", 2):
            guard let gid = UInt32(parts[1]) else { return nil }
            self = .group(gid)
        case ("all", 1): self = .all
        default: return nil
        }
    }
}
