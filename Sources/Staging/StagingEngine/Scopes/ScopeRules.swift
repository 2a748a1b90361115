internal import LinuxSystem
internal import StagingModel

/// The configured teams: names and the users in them.
package struct Teams: Sendable {
    /// The users of each team.
    package let members: [String: Set<UInt32>]

    package init(_ members: [String: Set<UInt32>] = [:]) { self.members = members }

    func contains(_ uid: UInt32, in team: String) -> Bool { members[team]?.contains(uid) ?? false }

    /// Whether some team has both.
    func share(_ one: UInt32, _ other: UInt32) -> Bool {
        members.values.contains { $0.contains(one) && $0.contains(other) }
    }
}

/// Looks scopes up when something is sent, and decides who is in one (rules 15 to 17).
struct ScopeRules: Sendable {
    let teams: Teams

    /// The scope as it is kept, with its names looked up for this sender.
    /// - Throws: ``StagingError``: `invalidRequest` for a name that is not there or not the sender's.
    func resolve(_ scope: Scope, for sender: Caller) throws(StagingError) -> ResolvedScope {
        switch scope {
        case .all: return .all
        case .team(nil): return .team(nil)
        case .team(let name?):
            guard teams.contains(sender.uid, in: name) else {
                throw StagingError(
                    .invalidRequest,
                    teams.members[name] == nil
                        ? "there is no team \(Path(name).quoted)" : "you are not in the team \(Path(name).quoted)",
                    hint: teams.members.isEmpty
                        ? "teams are set in the service's configuration" : "stage status lists the teams")
            }
            return .team(name)
        case .group(let name): return .group(try group(name, of: sender))
        case .process(let pid): return .process(try subject(pid ?? sender.pid, of: sender))
        }
    }

    private func group(_ name: String?, of sender: Caller) throws(StagingError) -> UInt32 {
        guard let name else {
            guard sender.holds(group: sender.gid) else {
                throw StagingError(.invalidRequest, "your primary group has no number here", hint: "use --scope all")
            }
            return sender.gid
        }
        guard let gid = UInt32(name) ?? Accounts.group(named: name) else {
            throw StagingError(.invalidRequest, "there is no group \(Path(name).quoted)", hint: "id lists your groups")
        }
        guard sender.holds(group: gid) else {
            throw StagingError(
                .invalidRequest, "you are not in the group \(Path(name).quoted)", hint: "id lists your groups")
        }
        return gid
    }

    private func subject(_ pid: Int32, of sender: Caller) throws(StagingError) -> ResolvedScope.Subject {
        guard pid > 1 else {
            throw StagingError(
                .invalidRequest, "process \(pid) cannot be a scope: it is everybody's ancestor",
                hint: "in a script use --scope process:$$")
        }
        guard sender.isHeld else {
            throw StagingError(
                .failed, "the kernel does not hold processes for the service here, so none can be a scope",
                hint: "use another scope; stage status shows what the kernel gives")
        }
        guard let own = sender.identity, let identity = ProcessIdentity(of: pid) else {
            throw StagingError(.invalidRequest, "there is no process \(pid)", hint: "in a script use process:$$")
        }
        let owner = (try? FileStatus.of(Path("/proc/\(pid)")))?.user
        guard owner == sender.uid, identity.isAncestorOrSelf(of: own) else {
            throw StagingError(
                .invalidRequest, "process \(pid) is not yours, or not an ancestor of the sending one",
                hint: "in a script use --scope process:$$")
        }
        return ResolvedScope.Subject(pid: identity.pid, started: identity.started)
    }

    /// Whether the scope of something that `sender` sent admits the caller.
    func admits(_ caller: Caller, to scope: ResolvedScope, sender: UInt32) -> Bool {
        if case .all = scope { return true }
        if caller.isNobody { return false }
        switch scope {
        case .all: return true
        case .group(let gid): return caller.holds(group: gid)
        case .team(let name):
            if caller.uid == sender { return true }
            return name.map { teams.contains(sender, in: $0) && teams.contains(caller.uid, in: $0) }
                ?? teams.share(sender, caller.uid)
        case .process(let subject):
            guard let identity = caller.identity else { return false }
            return subject.identity.isAncestorOrSelf(of: identity)
        }
    }
}

extension ResolvedScope.Subject {
    var identity: ProcessIdentity { ProcessIdentity(pid: pid, started: started) }
}
