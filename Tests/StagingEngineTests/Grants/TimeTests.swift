import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Testing

/// Lifetimes across clocks that jump, machines that sleep, services that restart (case B33).
@Suite struct TimeTests {
    /// How much of a grant of an hour is left, in seconds, found by trying.
    private func rest(_ grant: Grant, _ fixture: EngineFixture) throws -> Int64 {
        let number = try fixture.engine.catalogue.transact { try $0.grant(id: grant.id) }
        return try (#require(number).deadline.boot - fixture.clock.now.boot) / TestClock.second
    }

    @Test("rule 2: setting the wall clock changes nothing", arguments: [365 * 86400, -3600, -20 * 365 * 86400])
    func wallClock(_ seconds: Int64) throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send(ttl: 3600)
            fixture.clock.setWall(bySeconds: seconds)
            fixture.upkeep()
            #expect(try fixture.session().show(.id(grant.id)).state == .active)
            try fixture.restart()
            #expect(try rest(grant, fixture) == 3600)
            fixture.clock.advance(seconds: 3599)
            #expect(try fixture.session().show(.id(grant.id)).state == .active)
            fixture.clock.advance(seconds: 1)
            #expect(try fixture.session().show(.id(grant.id)).state == .expired)
        }
    }

    @Test("rule 2: a machine's sleep counts")
    func sleep() throws {
        try EngineFixture.with { fixture in
            let short = try fixture.send(ttl: 3600)
            let long = try fixture.send(ttl: 10 * 3600)
            fixture.clock.advance(seconds: 8 * 3600)
            #expect(try fixture.session().show(.id(short.id)).state == .expired)
            #expect(try rest(long, fixture) == 2 * 3600)
        }
    }

    @Test("rule 2: a restart in the same boot changes nothing, in good order or not", arguments: [false, true])
    func restart(_ isCrash: Bool) throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send(ttl: 3600)
            fixture.clock.advance(seconds: 600)
            fixture.clock.setWall(bySeconds: 86400)
            if isCrash { try fixture.crash() } else { try fixture.restart() }
            #expect(try rest(grant, fixture) == 3000)
        }
    }

    struct Reboot: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// How long the machine ran on after the send, seen by the upkeep.
        var ran: Int64 = 0
        /// How far the wall clock was set while it ran.
        var set: Int64 = 0
        /// How far the wall clock moved while it was off.
        var off: Int64
        /// What is left of an hour.
        let rest: Int64
    }

    @Test(
        "rule 2: after a reboot the rest comes from the wall clock, never more than was left",
        arguments: [
            Reboot(testDescription: "at once", off: 0, rest: 3600),
            Reboot(testDescription: "two minutes off", off: 120, rest: 3480),
            Reboot(testDescription: "ran for ten minutes, then two off", ran: 600, off: 120, rest: 2880),
            Reboot(testDescription: "wall clock went back while off", ran: 600, off: -7200, rest: 3000),
            Reboot(testDescription: "off for longer than was left", ran: 600, off: 3001, rest: 0),
            Reboot(testDescription: "a year off", off: 365 * 86400, rest: 0),
            Reboot(testDescription: "set by a year while it ran", ran: 600, set: 365 * 86400, off: 60, rest: 2940),
            Reboot(testDescription: "set back while it ran", ran: 600, set: -86400, off: 60, rest: 2940),
        ])
    func reboot(_ reboot: Reboot) throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send(ttl: 3600)
            if reboot.ran > 0 {
                fixture.clock.setWall(bySeconds: reboot.set)
                fixture.clock.advance(seconds: reboot.ran)
                fixture.upkeep()
            }
            fixture.clock.reboot(wallSeconds: reboot.off)
            fixture.bootID = "second boot"
            try fixture.crash()
            if reboot.rest == 0 {
                #expect(try fixture.session().show(.id(grant.id)).state == .expired)
            } else {
                #expect(try rest(grant, fixture) == reboot.rest)
                #expect(try fixture.session().show(.id(grant.id)).state == .active)
            }
        }
    }

    @Test("rule 2: a send, a renewal or a lease right before the crash counts in full, and not for more")
    func rebootSoonAfter() throws {
        try EngineFixture.with { fixture in
            let early = try fixture.send(ttl: 7200)
            // No upkeep has come by since.
            fixture.clock.advance(seconds: 1000)
            let late = try fixture.send(ttl: 3600)
            _ = try fixture.session().renew(randomRequest(), .id(early.id), milliseconds: 1_800_000)
            let session = fixture.session()
            let reception = try session.receive(
                ReceiveRequest(.token(late.secret), delivery: .area, lease: 300_000))
            try session.confirm(reception.claim, taken: false)
            fixture.clock.reboot(wallSeconds: -10)
            fixture.bootID = "second boot"
            try fixture.crash()
            #expect(try rest(late, fixture) == 3600)
            #expect(try rest(early, fixture) == 1800)
            let areas = try fixture.session().list(after: nil).areas
            try #require(areas.count == 1)
            let area = try fixture.engine.catalogue.transact { try $0.area(id: areas[0].id) }
            #expect(try #require(area).lease.boot - fixture.clock.now.boot == 300 * TestClock.second)
        }
    }

    @Test(
        "rules 2 and 11, case B33: a lease goes by the boot clock as well: no setting of the wall clock, a sleep",
        arguments: [365 * 86400, -3600], [false, true])
    func lease(_ wallSeconds: Int, isCrash: Bool) throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send(ttl: 86400)
            let session = fixture.session()
            let reception = try session.receive(ReceiveRequest(.token(grant.secret), delivery: .area, lease: 3_600_000))
            try session.confirm(reception.claim, taken: false)
            let path = Path(try #require(reception.received.path))
            fixture.clock.setWall(bySeconds: Int64(wallSeconds))
            fixture.upkeep()
            if isCrash { try fixture.crash() } else { try fixture.restart() }
            #expect(Scratch.content(of: path) != nil)
            // Asleep up to the last nanosecond.
            fixture.clock.advance(seconds: 3599, nanoseconds: 999_999_999)
            fixture.upkeep()
            #expect(Scratch.content(of: path) != nil)
            #expect(try fixture.session().list(after: nil).areas.count == 1)
            fixture.clock.advance(seconds: 0, nanoseconds: 1)
            // To the instant, although no upkeep has come by.
            #expect(try fixture.session().list(after: nil).areas.isEmpty)
            #expect(code { _ = try fixture.session().keep(.path(path)) } == .noSuchArea)
            if isCrash { try fixture.crash() } else { fixture.upkeep() }
            #expect(Scratch.content(of: path) == nil)
        }
    }

    @Test("rule 2: after a reboot a lease's rest comes from the wall clock, never more than was left")
    func leaseAcrossReboot() throws {
        for (off, isThere) in [(60, true), (-7200, true), (2999, true), (3001, false), (365 * 86400, false)] {
            try EngineFixture.with { fixture in
                let grant = try fixture.send(ttl: 86400)
                let session = fixture.session()
                let reception = try session.receive(
                    ReceiveRequest(.token(grant.secret), delivery: .area, lease: 3_600_000))
                try session.confirm(reception.claim, taken: false)
                fixture.clock.advance(seconds: 600)
                fixture.upkeep()
                fixture.clock.reboot(wallSeconds: Int64(off))
                fixture.bootID = "second boot"
                try fixture.crash()
                let path = Path(try #require(reception.received.path))
                #expect((Scratch.content(of: path) != nil) == isThere, "\(off) seconds off")
                fixture.clock.advance(seconds: 3000)
                fixture.upkeep()
                #expect(Scratch.content(of: path) == nil, "\(off) seconds off")
            }
        }
    }

    @Test("rule 1: the holder of a token is told since when it is over, by the boot clock, for 24 hours")
    func told() throws {
        try EngineFixture.with { fixture in
            let token = try fixture.send(ttl: 60).secret
            fixture.clock.setWall(bySeconds: 365 * 86400)
            func answer() -> String {
                do {
                    _ = try fixture.session().receive(ReceiveRequest(.token(token), delivery: .area))
                    return "received"
                } catch { return "\(error)" }
            }
            fixture.clock.advance(seconds: 60 + 3 * 60 + 30)
            #expect(answer().contains("expired 3 minutes ago"))
            try fixture.crash()
            fixture.upkeep()
            #expect(answer().contains("expired 3 minutes ago"))
            fixture.clock.advance(seconds: 86400 - 3 * 60 - 31)
            fixture.upkeep()
            #expect(answer().contains("expired 23 hours ago"))
            fixture.clock.advance(seconds: 1)
            fixture.upkeep()
            #expect(answer().contains("no grant is known"))
        }
    }

    @Test("rule 16: a grant and an area end to the instant with their process, whether or not the upkeep has come by")
    func processEnds() throws {
        try EngineFixture.with { fixture in
            let child = try ChildProcess.start("/bin/sleep", arguments: ["sleep", "100"])
            let sender = fixture.session(.made(uid: OwnProcess.uid, pid: child.pid))
            let token = try fixture.send(scope: .process(nil), over: sender).secret
            child.send(signal: 9)
            _ = try child.wait()
            let refused = code { _ = try fixture.session().receive(ReceiveRequest(.token(token), delivery: .area)) }
            #expect(refused == .grantSubjectEnded)
            #expect(try fixture.engine.counts().grants == 0, "it is recorded")
        }
    }

    @Test("rule 2: tombstones age across a reboot as well")
    func tombstonesAcrossReboot() throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send()
            _ = try fixture.session().revoke(randomRequest(), .id(grant.id))
            fixture.clock.advance(seconds: 10 * 3600)
            fixture.upkeep()
            fixture.clock.setWall(bySeconds: 365 * 86400)
            fixture.clock.advance(seconds: 3600)
            fixture.upkeep()
            fixture.clock.reboot(wallSeconds: 3600)
            fixture.bootID = "second boot"
            try fixture.restart()
            fixture.clock.advance(seconds: 12 * 3600 - 1)
            fixture.upkeep()
            #expect(try fixture.session().show(.token(grant.secret)).state == .revoked)
            fixture.clock.advance(seconds: 1)
            fixture.upkeep()
            #expect(code { _ = try fixture.session().show(.token(try grant.secret)) } == .noSuchGrant)
        }
    }

    @Test("rule 16: no process of a later boot is in a scope of an earlier one")
    func processAcrossReboot() throws {
        try EngineFixture.with { fixture in
            let whole = try fixture.send(scope: .process(nil))
            // One representation alone is the process's; the grant is the team's.
            let part = try fixture.session().send(
                SendRequest(
                    id: randomRequest(),
                    offers: [.init(source: .file(try fixture.source("x")), name: "x.txt", scope: .process(nil))]))
            _ = try fixture.session().receive(ReceiveRequest(.token(part.secret), delivery: .area))
            fixture.clock.reboot(wallSeconds: 1)
            fixture.bootID = "second boot"
            try fixture.crash()
            // This very process has the pid and the start time that were recorded: as good as a process of that boot.
            #expect(try fixture.session().show(.id(whole.id)).state == .subjectEnded)
            let refused = code {
                _ = try fixture.session().receive(ReceiveRequest(.token(try part.secret), delivery: .area))
            }
            #expect(refused == .notAdmitted)
        }
    }

    @Test("What people are shown moves with the wall clock")
    func shownExpiry() throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send(ttl: 3600)
            #expect(grant.expires == "2027-01-15T09:00:00Z")
            fixture.clock.setWall(bySeconds: 86400)
            #expect(try fixture.session().show(.id(grant.id)).expires == "2027-01-16T09:00:00Z")
        }
    }
}
