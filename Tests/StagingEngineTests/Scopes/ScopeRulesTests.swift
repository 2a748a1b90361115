import LinuxSystem
@testable import StagingEngine
import StagingModel
import Testing

/// Who is in a scope (rules 15 to 17).
@Suite struct ScopeRulesTests {
    private let rules = ScopeRules(teams: Teams(["blue": [1, 2], "red": [2, 3], "empty": []]))

    struct Admission: Sendable, CustomTestStringConvertible {
        let scope: ResolvedScope
        let sender: UInt32
        let uid: UInt32
        let gid: UInt32
        let groups: [UInt32]
        let isAdmitted: Bool

        init(
            _ scope: ResolvedScope, from sender: UInt32 = 1, to uid: UInt32, gid: UInt32 = 50, groups: [UInt32] = [],
            _ isAdmitted: Bool
        ) {
            self.scope = scope
            self.sender = sender
            self.uid = uid
            self.gid = gid
            self.groups = groups
            self.isAdmitted = isAdmitted
        }

        var testDescription: String { "\(scope.text) of \(sender): \(uid) \(gid) \(groups)" }
    }

    @Test(
        "rule 16: team, group and all",
        arguments: [
            Admission(.all, to: 9, true), Admission(.all, to: 65534, gid: 65534, true), Admission(.all, to: 0, true),
            Admission(.team(nil), to: 1, true), Admission(.team(nil), to: 2, true), Admission(.team(nil), to: 3, false),
            Admission(.team(nil), from: 2, to: 3, true), Admission(.team(nil), from: 9, to: 9, true),
            Admission(.team(nil), from: 9, to: 1, false), Admission(.team("blue"), to: 2, true),
            Admission(.team("blue"), to: 3, false), Admission(.team("blue"), to: 1, true),
            // The sender was in the team when it sent; the configuration has changed since.
            Admission(.team("red"), to: 2, false), Admission(.team("gone"), to: 2, false),
            Admission(.team("gone"), to: 1, true),
            // Root gets nothing that its scope does not admit.
            Admission(.team(nil), to: 0, false), Admission(.group(7), to: 0, gid: 0, false),
            // Case B37: the primary or a supplementary group, as the kernel tells.
            Admission(.group(1337), to: 9, gid: 50, groups: [1337], true),
            Admission(.group(1337), to: 9, gid: 1337, true),
            Admission(.group(1337), to: 9, false), Admission(.group(1337), to: 1, false),
            Admission(.group(1337), to: 9, gid: 50, groups: [4, 5, 1337, 6], true),
            // Who comes from outside this user namespace is nobody.
            Admission(.team(nil), from: 65534, to: 65534, gid: 50, false),
            Admission(.group(50), to: 65534, gid: 50, false), Admission(.group(65534), to: 9, gid: 65534, false),
            Admission(.group(65534), to: 9, gid: 50, groups: [65534], false),
            Admission(.group(7), to: 9, gid: 65534, groups: [7], false),
        ])
    func admits(_ admission: Admission) {
        let caller = Caller.made(uid: admission.uid, gid: admission.gid, groups: admission.groups)
        #expect(rules.admits(caller, to: admission.scope, sender: admission.sender) == admission.isAdmitted)
    }

    @Test("rule 15: the overflow ids are those of the kernel")
    func overflow() throws {
        let text = String(decoding: try SmallFile.read("/proc/sys/kernel/overflowuid"), as: UTF8.self)
        #expect("\(OverflowID.user)\n" == text)
        #expect(OverflowID.group == 65534 || OverflowID.group > 0)
    }

    @Test(
        "rule 15: pid 0, from another pid namespace, is nobody",
        arguments: [
            (ResolvedScope.all, true), (.team(nil), false), (.group(50), false),
            (.process(.init(pid: 0, started: 0)), false),
        ])
    func pidZero(_ scope: ResolvedScope, _ isAdmitted: Bool) {
        let caller = Caller(uid: 1, gid: 50, groups: [], pid: 0, process: nil, connected: .max)
        #expect(rules.admits(caller, to: scope, sender: 1) == isAdmitted)
    }

    // MARK: Processes

    /// This process as a subject.
    private func own() throws -> ResolvedScope.Subject {
        let identity = try #require(ProcessIdentity(of: OwnProcess.pid))
        return ResolvedScope.Subject(pid: identity.pid, started: identity.started)
    }

    @Test("rule 16: a process scope admits the process and its descendants alone")
    func processes() throws {
        let subject = try own()
        let child = try ChildProcess.start("/bin/sleep", arguments: ["sleep", "100"])
        defer {
            child.send(signal: 9)
            _ = try? child.wait()
        }
        let uid = OwnProcess.uid
        #expect(rules.admits(.own(), to: .process(subject), sender: uid))
        #expect(rules.admits(.made(uid: uid, pid: child.pid), to: .process(subject), sender: uid))
        #expect(
            rules.admits(.made(uid: 4711, pid: child.pid), to: .process(subject), sender: uid), "whoever it runs as")
        #expect(!rules.admits(.made(uid: uid, pid: OwnProcess.parent), to: .process(subject), sender: uid))
        #expect(!rules.admits(.made(uid: uid, pid: 1), to: .process(subject), sender: uid))
        let ofChild = try #require(ProcessIdentity(of: child.pid))
        let scope = ResolvedScope.process(.init(pid: ofChild.pid, started: ofChild.started))
        #expect(!rules.admits(.own(), to: scope, sender: uid))
    }

    @Test("rule 15: a recycled pid is another process, as subject and as caller")
    func recycled() throws {
        let subject = try own()
        let uid = OwnProcess.uid
        for started in [subject.started - 1, subject.started + 1, 0, .max] {
            let other = ResolvedScope.process(.init(pid: subject.pid, started: started))
            #expect(!rules.admits(.own(), to: other, sender: uid))
        }
        // The process that has the pid started after the connection was made: it is not the one that connected.
        let process = SharedDescriptor(try ProcessDescriptor.open(OwnProcess.pid))
        let before = Int64(subject.started) * 10_000_000 - 1_000_000_000
        let late = Caller(uid: uid, gid: 0, groups: [], pid: OwnProcess.pid, process: process, connected: before)
        #expect(late.identity == nil)
        #expect(!rules.admits(late, to: .process(subject), sender: uid))
        // No descriptor could be had: it had ended.
        let gone = Caller(uid: uid, gid: 0, groups: [], pid: OwnProcess.pid, process: nil, connected: .max)
        #expect(!rules.admits(gone, to: .process(subject), sender: uid))
        #expect(rules.admits(gone, to: .team(nil), sender: uid), "other scopes need no process")
        // The descriptor's process has ended, and the pid is this one's by now.
        let child = try ChildProcess.start("/bin/true", arguments: ["true"])
        let ended = SharedDescriptor(try ProcessDescriptor.open(child.pid))
        _ = try child.wait()
        let reused = Caller(uid: uid, gid: 0, groups: [], pid: OwnProcess.pid, process: ended, connected: .max)
        #expect(!rules.admits(reused, to: .process(subject), sender: uid))
    }

    // MARK: Resolving

    @Test(
        "rule 16: names are looked up for the sender, or refused",
        arguments: [
            (Scope.all, ResolvedScope?.some(.all)), (.team(nil), .team(nil)), (.team("blue"), .team("blue")),
            (.team("red"), nil), (.team("empty"), nil), (.team("none"), nil), (.group(nil), .group(50)),
            (.group("50"), .group(50)), (.group("77"), .group(77)), (.group("78"), nil), (.group("no-such-group"), nil),
            (.group("-1"), nil), (.group("4294967296"), nil), (.process(1), nil), (.process(0), nil),
            (.process(-5), nil),
        ])
    func resolves(_ scope: Scope, _ resolved: ResolvedScope?) {
        let sender = Caller.made(uid: 1, gid: 50, groups: [77])
        var found: ResolvedScope?
        let refused = code { found = try rules.resolve(scope, for: sender) }
        #expect(found == resolved)
        #expect(refused == (resolved == nil ? .invalidRequest : nil))
    }

    @Test("rule 15: the overflow group is nobody's primary group")
    func overflowGroup() {
        let sender = Caller.made(uid: 1, gid: OverflowID.group)
        #expect(code { _ = try rules.resolve(.group(nil), for: sender) } == .invalidRequest)
        #expect(code { _ = try rules.resolve(.group("\(OverflowID.group)"), for: sender) } == .invalidRequest)
    }

    @Test("rule 16: a subject is a living ancestor of the sender, of the sender's user")
    func subjects() throws {
        let uid = OwnProcess.uid
        let child = try ChildProcess.start("/bin/sleep", arguments: ["sleep", "100"])
        let sender = Caller.made(uid: uid, pid: child.pid)
        let identity = try #require(ProcessIdentity(of: child.pid))
        #expect(
            try rules.resolve(.process(nil), for: sender)
                == .process(.init(pid: child.pid, started: identity.started)))
        #expect(try rules.resolve(.process(OwnProcess.pid), for: sender) == .process(own()))
        #expect(code { _ = try rules.resolve(.process(child.pid), for: .own()) } == .invalidRequest, "a child")
        #expect(code { _ = try rules.resolve(.process(4_194_304), for: sender) } == .invalidRequest, "none")
        let stranger = Caller.made(uid: uid + 1, pid: child.pid)
        #expect(code { _ = try rules.resolve(.process(nil), for: stranger) } == .invalidRequest, "another user's")
        child.send(signal: 9)
        _ = try child.wait()
        #expect(code { _ = try rules.resolve(.process(nil), for: sender) } == .invalidRequest, "ended")
        #expect(code { _ = try rules.resolve(.process(OwnProcess.pid), for: sender) } == .invalidRequest, "ended")
    }

    @Test(
        "A scope's form in the catalogue is read back, and nothing else is a scope",
        arguments: [
            ("all", true), ("team", true), ("team blue", true), ("team a.b-c_d", true), ("group 0", true),
            ("group 4294967295", true), ("process 1 2", true), ("process 2147483647 18446744073709551615", true),
            ("", false), ("ALL", false), ("all x", false), ("team a b", false), ("group", false), ("group x", false),
            ("group -1", false), ("group 4294967296", false), ("process", false), ("process 1", false),
            ("process x 2", false), ("process 1 -2", false),
        ])
    func storedForm(_ text: String, _ isScope: Bool) {
        #expect(ResolvedScope(text: text)?.text == (isScope ? text : nil))
    }

    // MARK: Through the engine

    @Test("rule 8: show gives a holder what its scopes admit, and no receivers")
    func show() throws {
        var configuration = EngineConfiguration()
        configuration.teams = Teams(["t": [OwnProcess.uid, 4711]])
        try EngineFixture.with(configuration) { fixture in
            let grant = try fixture.session().send(
                SendRequest(
                    id: randomRequest(),
                    offers: [
                        .init(source: .file(try fixture.source("a", named: "a")), name: "a.txt", scope: .process(nil)),
                        .init(source: .file(try fixture.source("b", named: "b")), name: "b.txt"),
                        .init(source: .file(try fixture.source("c", named: "c")), name: "c.txt", scope: .all),
                    ], scope: .team("t")))
            let token = StagingSession.GrantName.token(try grant.secret)
            let member = fixture.session(.made(uid: 4711, pid: 1))
            let reception = try member.receive(ReceiveRequest(.token(grant.secret), delivery: .descriptor))
            try member.confirm(reception.claim, taken: false)
            let owners = try fixture.session().show(token)
            #expect(owners.representations.map(\.name) == ["a.txt", "b.txt", "c.txt"])
            #expect(owners.receptions?.map(\.uid) == [4711])
            #expect(owners.token == nil)
            let members = try member.show(token)
            #expect(members.representations.map(\.name) == ["b.txt", "c.txt"])
            #expect(members.receptions == nil)
            #expect(try fixture.session(.made(uid: 4712, pid: 1)).show(token).representations.map(\.name) == ["c.txt"])
            #expect(code { _ = try member.show(.id(grant.id)) } == .noSuchGrant, "the id admits nobody else")
            #expect(code { _ = try member.revoke(randomRequest(), token) } == .notAdmitted)
            #expect(code { _ = try member.renew(randomRequest(), token, milliseconds: 1000) } == .notAdmitted)
            #expect(try member.list(after: nil).grants.isEmpty)
            let closed = try fixture.send()
            #expect(code { _ = try fixture.session(.made(uid: 4713)).show(.token(try closed.secret)) } == .notAdmitted)
        }
    }

    @Test("rule 17: the default is team")
    func byDefault() {
        #expect(SendRequest(id: "", offers: []).scope == .team(nil))
    }

    @Test("Users and groups are shown by their names, numbers where they have none")
    func names() throws {
        try EngineFixture.with { fixture in
            let gid: UInt32 = 0
            let sender = fixture.session(.made(uid: 0, gid: gid))
            let grant = try fixture.send(scope: .group(nil), over: sender)
            #expect(grant.sender.user == Accounts.user(0)?.name)
            #expect(grant.scope == .group(Accounts.groupName(gid) ?? "0"))
            let stranger = fixture.session(.made(uid: 3_999_999_999, gid: 3_999_999_998))
            let other = try fixture.send(scope: .group(nil), over: stranger)
            #expect(other.sender.user == nil)
            #expect(other.scope == .group("3999999998"))
            #expect(try stranger.list(after: nil).grants.map(\.scope) == [other.scope])
            #expect(try stranger.revoke(randomRequest(), .id(other.id)).scope == other.scope)
        }
    }

    @Test("A user's grants and areas are listed page by page, each once")
    func list() throws {
        try EngineFixture.with { fixture in
            let session = fixture.session()
            let ids = try fixture.addGrants(430)
            let areas = try fixture.engine.catalogue.transact { transaction in
                let grant = try #require(try transaction.grant(id: ids[0]))
                return try (0..<210).map { _ in
                    let area = AreaRecord.sample(of: grant, uid: OwnProcess.uid, at: transaction.now)
                    try transaction.insert(area)
                    return area.id
                }
            }
            var found: (grants: [String], areas: [String]) = ([], [])
            var cursor: String?
            repeat {
                let page = try session.list(after: cursor)
                found.grants += page.grants.map(\.id)
                found.areas += page.areas.map(\.id)
                cursor = page.cursor
            } while cursor != nil
            #expect(found.grants == ids)
            #expect(found.areas == areas.sorted())
        }
    }
}
