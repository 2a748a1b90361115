import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Testing

/// When a grant ends, and that nothing is admitted from then on, whether or not the upkeep has run.
@Suite struct EndTests {
    @Test("rule 1: a grant is good until its expiry, to the nanosecond, and nobody has swept")
    func expiry() throws {
        try EngineFixture.with { fixture in
            let token = try fixture.send(ttl: 60).secret
            fixture.clock.advance(seconds: 59, nanoseconds: 999_999_999)
            _ = try fixture.session().receive(ReceiveRequest(.token(token), delivery: .descriptor))
            fixture.clock.advance(seconds: 0, nanoseconds: 1)
            let refused = code {
                _ = try fixture.session().receive(ReceiveRequest(.token(token), delivery: .descriptor))
            }
            #expect(refused == .grantExpired)
        }
    }

    @Test("rule 1: a refused receive records the end, once")
    func refusalRecords() throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send(ttl: 60)
            fixture.clock.advance(seconds: 60)
            for _ in 0..<2 {
                let refused = code {
                    _ = try fixture.session().receive(ReceiveRequest(.token(try grant.secret), delivery: .area))
                }
                #expect(refused == .grantExpired)
            }
            #expect(try fixture.engine.counts().grants == 0)
            fixture.upkeep()
            #expect(try fixture.names("bytes") == [])
            let shown = try fixture.session().show(.id(grant.id))
            #expect(shown.state == .expired)
            #expect(shown.ended != nil)
        }
    }

    @Test("rule 1: an admitted receive runs to its end although the grant ends meanwhile", arguments: [false, true])
    func admittedRuns(_ isRevoked: Bool) throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send("whole", ttl: 60)
            let session = fixture.session()
            let reception = try session.receive(ReceiveRequest(.token(grant.secret), delivery: .descriptor))
            if isRevoked {
                _ = try fixture.session().revoke(randomRequest(), .id(grant.id))
            } else {
                fixture.clock.advance(seconds: 61)
            }
            fixture.upkeep()
            #expect(try fixture.names("bytes").count == 1, "an open claim keeps the object")
            #expect(try reception.descriptor?.readAll() == Array("whole".utf8))
            try session.confirm(reception.claim, taken: false)
            fixture.upkeep()
            #expect(try fixture.names("bytes") == [])
            let shown = try fixture.session().show(.id(grant.id))
            #expect(shown.state == (isRevoked ? .revoked : .expired))
            #expect(shown.receptions?.count == 1)
        }
    }

    @Test("rule 1: a receive that is open longer than ended grants are remembered is still confirmed")
    func outlivesTombstone() throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send(ttl: 60)
            let session = fixture.session()
            let reception = try session.receive(ReceiveRequest(.token(grant.secret), delivery: .descriptor))
            fixture.clock.advance(seconds: 2 * 86400)
            fixture.upkeep()
            fixture.upkeep()
            try session.confirm(reception.claim, taken: false)
            fixture.upkeep()
            #expect(try fixture.names("bytes") == [])
            let forgotten = code { _ = try fixture.session().show(.token(try grant.secret)) }
            #expect(forgotten == .noSuchGrant)
        }
    }

    @Test("rule 1: a revoked grant admits nobody from that instant; what was received stays")
    func revoke() throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send()
            let session = fixture.session()
            let reception = try session.receive(ReceiveRequest(.token(grant.secret), delivery: .area))
            try session.confirm(reception.claim, taken: false)
            let revoked = try session.revoke(randomRequest(), .token(grant.secret))
            #expect(revoked.state == .revoked)
            let refused = code { _ = try session.receive(ReceiveRequest(.token(try grant.secret), delivery: .area)) }
            #expect(refused == .grantRevoked)
            fixture.upkeep()
            #expect(try fixture.names("bytes") == [])
            let path = try #require(reception.received.path)
            #expect(Scratch.content(of: Path(path)) == Array("hello\n".utf8))
        }
    }

    @Test("rule 8: renew counts from now, also to an earlier end, and never revives")
    func renew() throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send(ttl: 3600)
            let session = fixture.session()
            fixture.clock.advance(seconds: 3000)
            _ = try session.renew(randomRequest(), .id(grant.id), milliseconds: 1_000_000)
            fixture.clock.advance(seconds: 999)
            #expect(try session.show(.id(grant.id)).state == .active)
            _ = try session.renew(randomRequest(), .id(grant.id), milliseconds: 10_000)
            fixture.clock.advance(seconds: 10)
            #expect(try session.show(.id(grant.id)).state == .expired)
            #expect(code { _ = try session.renew(randomRequest(), .id(grant.id), milliseconds: 1000) } == .grantExpired)
            fixture.upkeep()
            #expect(code { _ = try session.renew(randomRequest(), .id(grant.id), milliseconds: 1000) } == .grantExpired)
            let revoked = try fixture.send()
            _ = try session.revoke(randomRequest(), .id(revoked.id))
            #expect(code { _ = try session.renew(randomRequest(), .id(revoked.id), milliseconds: 9) } == .grantRevoked)
            #expect(code { _ = try session.revoke(randomRequest(), .id(revoked.id)) } == .grantRevoked)
        }
    }

    @Test("rule 21: a renewal is bounded like a send", arguments: [0, -1, 7 * 86_400_000 + 1])
    func renewBounds(_ milliseconds: Int64) throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send()
            let refused = code {
                _ = try fixture.session().renew(randomRequest(), .id(grant.id), milliseconds: milliseconds)
            }
            #expect(refused == (milliseconds > 0 ? .limitExceeded : .invalidRequest))
        }
    }

    @Test("rule 1: with the process of its scope the grant ends, before any upkeep and after it")
    func subjectEnds() throws {
        try EngineFixture.with { fixture in
            let child = try ChildProcess.start("/bin/sleep", arguments: ["sleep", "100"])
            let caller = Caller.made(uid: OwnProcess.uid, pid: child.pid)
            let grant = try fixture.send(scope: .process(nil), over: fixture.session(caller))
            _ = try fixture.session(caller).receive(ReceiveRequest(.token(grant.secret), delivery: .area))
            child.send(signal: 9)
            _ = try child.wait()
            #expect(try fixture.session().show(.id(grant.id)).state == .subjectEnded)
            // Of another user, or it would see what the owner sees.
            let refused = code { _ = try fixture.session(.made(uid: 4711)).show(.token(try grant.secret)) }
            #expect(refused == .grantSubjectEnded)
            fixture.upkeep()
            #expect(try fixture.engine.counts().grants == 0)
            #expect(try fixture.session().show(.id(grant.id)).ended != nil)
        }
    }

    @Test("rule 1: tombstones are told for 24 hours, then nothing is known")
    func tombstones() throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send(ttl: 60)
            let session = fixture.session(.made(uid: 4711))
            fixture.clock.advance(seconds: 60)
            fixture.upkeep()
            fixture.clock.advance(seconds: 86399)
            fixture.upkeep()
            let told = #expect(throws: StagingError.self) { try session.show(.token(grant.secret)) }
            #expect(told?.code == .grantExpired)
            #expect(told?.message.contains("23 hours ago") == true)
            fixture.clock.advance(seconds: 1)
            fixture.upkeep()
            #expect(code { _ = try session.show(.token(try grant.secret)) } == .noSuchGrant)
            #expect(try fixture.session().list(after: nil).grants.isEmpty)
        }
    }
}
