import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Testing

/// What senders are told, what the end of a grant does, and what is left after a crash.
@Suite("Destinations: offers")
struct OfferTests {
    @Test("rule 1: expiry and revocation end an item that waits, and its sender is told")
    func waitingEnds() throws {
        try DropFixture.with { it in
            let worker = try it.worker()
            _ = try it.send("busy\n")
            _ = try worker.accepted()
            let expiring = try it.send(ttl: 10)
            let revoked = try it.send()
            _ = try it.fixture.session().revoke(randomRequest(), .id(revoked.grant.id))
            it.fixture.clock.advance(seconds: 11)
            it.fixture.upkeep()
            for (sent, code) in [(expiring, StagingError.Code.grantExpired), (revoked, .grantRevoked)] {
                let last = try #require(sent.notices().last)
                guard case .ended(let error) = last else {
                    Issue.record("\(last)")
                    continue
                }
                #expect(error.code == code)
            }
            #expect(try it.list().map(\.state) == [.accepted])
        }
    }

    @Test("an item that a worker is shown is withdrawn with its grant, and the worker gets the next")
    func offeredEnds() throws {
        try DropFixture.with { it in
            let worker = try it.worker()
            let sent = try it.send("0\n")
            _ = try it.send("1\n")
            let turn = try worker.turn()
            let id = try worker.item(turn).id
            _ = try it.fixture.session().revoke(randomRequest(), .id(sent.grant.id))
            let notices = worker.notices()
            #expect(notices.first == .withdrawn(item: id) && notices.count == 2)
            #expect(code { try worker.session.answerDrop(turn, accepts: true) } == .noSuchItem)
            guard case .offered(let next)? = notices.last else {
                Issue.record("the next item is offered")
                return
            }
            try worker.session.answerDrop(next, accepts: true)
            #expect(try it.bytes(next, over: worker.session) == "1\n")
        }
    }

    @Test("an expiry that nobody has come by for is no less of one")
    func overdue() throws {
        try DropFixture.with { it in
            let worker = try it.worker()
            let sent = try it.send(ttl: 10)
            let turn = try worker.turn()
            it.fixture.clock.advance(seconds: 11)
            #expect(code { try worker.session.answerDrop(turn, accepts: true) } == .grantExpired)
            it.fixture.upkeep()
            #expect(sent.notices().count == 2, "queued, and ended")
            _ = try it.send()
            _ = try worker.accepted()
        }
    }

    @Test("rule 1: revoked at work, what was received stays and may be finished; it is received no more")
    func revokedAtWork() throws {
        try DropFixture.with { it in
            let worker = try it.worker()
            let sent = try it.send()
            let turn = try worker.accepted()
            let id = try worker.item(turn).id
            let reception = try worker.session.receive(ReceiveRequest(.drop(turn: turn), delivery: .area))
            try worker.session.confirm(reception.claim, taken: false)
            _ = try it.fixture.session().revoke(randomRequest(), .id(sent.grant.id))
            #expect(worker.notices() == [.withdrawn(item: id)])
            it.fixture.upkeep()
            let path = Path(try #require(reception.received.path))
            #expect(Scratch.content(of: path) == Array("hello\n".utf8))
            #expect(code { _ = try it.bytes(turn, over: worker.session) } == .grantRevoked)
            try worker.session.finishDrop(turn, isDone: true)
            #expect(sent.states() == [.queued, .accepted, .done])
        }
    }

    @Test("a try that fails when the grant is over is the last one", arguments: [true, false])
    func failsAfterTheEnd(_ crashes: Bool) throws {
        try DropFixture.with { it in
            let worker = try it.worker()
            let sent = try it.send(ttl: 10)
            let turn = try worker.accepted()
            it.fixture.clock.advance(seconds: 11)
            it.fixture.upkeep()
            if crashes {
                try it.fixture.crash()
            } else {
                worker.end()
                #expect(sent.states().last == .dead)
                #expect(code { try worker.session.finishDrop(turn, isDone: false) } == .noSuchItem)
            }
            #expect(try it.list().isEmpty)
            let again = try it.worker()
            #expect(again.notices().isEmpty)
        }
    }

    @Test("rule 6: after a crash of the service every item is where it was, and one at work is tried again")
    func crash() throws {
        try DropFixture.with { it in
            let workers = [try it.worker(), try it.worker()]
            let atWork = try it.send("at work\n")
            let shown = try it.send("shown\n")
            let waiting = try it.send("waiting\n")
            _ = try workers[0].accepted()
            _ = try workers[1].turn()
            try it.fixture.crash()

            #expect(try it.list().map(\.tries) == [1, 0, 0])
            #expect(try it.list().allSatisfy { $0.state == .queued })
            let resumed = try [atWork, shown, waiting].map { try it.resume($0) }
            #expect(resumed.map { $0.states() } == [[.queued], [.queued], [.queued]])
            let worker = try it.worker()
            var seen: [String] = []
            for _ in 0..<3 {
                let turn = try worker.accepted()
                seen.append(try it.bytes(turn, over: worker.session))
                try worker.session.finishDrop(turn, isDone: true)
            }
            #expect(seen == ["at work\n", "shown\n", "waiting\n"])
            #expect(resumed.allSatisfy { $0.states() == [.accepted, .done] })
            // Asked once more after another crash, the answer is the same.
            try it.fixture.crash()
            #expect(try it.resume(atWork).states() == [.done])
            try it.fixture.checkCounts()
            try it.fixture.checkClaims()
        }
    }

    @Test("a worker that is killed with the service uses tries up, and the last one makes a dead letter")
    func crashes() throws {
        try DropFixture.with { it in
            var sent: DropFixture.Sent?
            for round in 0..<3 {
                let worker = try it.worker()
                if sent == nil { sent = try it.send() }
                let turn = try worker.accepted()
                #expect(try worker.item(turn).tries == round)
                try it.fixture.crash()
            }
            let dead = try #require(try it.list().first)
            #expect(dead.state == .dead && dead.tries == 3)
            #expect(try it.resume(#require(sent)).states() == [.dead])
            let worker = try it.worker()
            #expect(worker.notices().isEmpty)
            // A dead letter stays over a crash, until its grant expires.
            try it.fixture.crash()
            #expect(try it.list().map(\.id) == [dead.id])
            it.fixture.clock.advance(seconds: 3601)
            it.fixture.upkeep()
            #expect(try it.list().isEmpty)
        }
    }

    @Test("a grant is offered once at a time, and elsewhere once it was refused")
    func twice() throws {
        try DropFixture.with { it in
            let worker = try it.worker()
            _ = try it.worker("other")
            let sent = try it.send()
            func offer(_ name: String) throws -> DropOffer {
                try sent.session.offerDrop(randomRequest(), to: name, grant: sent.grant.id)
            }
            #expect(code { _ = try offer("encoder") } == .invalidRequest)
            #expect(code { _ = try offer("other") } == .invalidRequest)
            try worker.session.answerDrop(worker.turn(), accepts: false, reason: "no")
            #expect(try it.resume(sent).states() == [.refused])
            _ = try offer("other")
            _ = try it.list(at: "other")
            #expect(try it.list(at: "other").count == 1)
        }
    }

    @Test("a grant with a limit of uses is not offered, nor another user's, nor one that is over")
    func notOffered() throws {
        try DropFixture.with { it in
            _ = try it.worker()
            #expect(code { _ = try it.send(uses: 1) } == .invalidRequest)
            let grant = try it.fixture.send()
            let other = it.fixture.session(.made(uid: 12_345))
            #expect(code { _ = try other.offerDrop(randomRequest(), to: "encoder", grant: grant.id) } == .noSuchGrant)
            _ = try it.fixture.session().revoke(randomRequest(), .id(grant.id))
            let own = it.fixture.session()
            #expect(code { _ = try own.offerDrop(randomRequest(), to: "encoder", grant: grant.id) } == .grantRevoked)
            #expect(code { _ = try it.send(to: "nowhere") } == .noSuchDestination)
        }
    }

    @Test("rules 15 to 17: the destination's scope decides who may offer, the grant's who may receive")
    func scopes() throws {
        var configuration = EngineConfiguration(teams: Teams(["film": [OwnProcess.uid, 12_345]]))
        configuration.isSystem = true
        try DropFixture.with(configuration) { it in
            let (own, mate, stranger) = (OwnProcess.uid, Caller.made(uid: 12_345), Caller.made(uid: 54_321))
            let worker = try it.worker()
            #expect(code { _ = try it.send(of: own, as: stranger) } == .notAdmitted)
            #expect(code { _ = try it.send(of: own, scope: .group("12345"), as: mate) } == .notAdmitted)
            #expect(code { _ = try it.send(as: mate) } == .noSuchDestination, "it is not the sender's own")
            let sent = try it.send(of: own, as: mate)
            let turn = try worker.accepted()
            #expect(try it.bytes(turn, over: worker.session) == "hello\n")
            // Nobody else's turn.
            for other in [mate, stranger] {
                let session = it.fixture.session(other)
                #expect(code { _ = try it.bytes(turn, over: session) } == .noSuchItem)
                #expect(code { try session.finishDrop(turn, isDone: true) } == .noSuchItem)
                #expect(try it.list(as: other).isEmpty)
            }
            try worker.session.finishDrop(turn, isDone: true)
            #expect(sent.states().last == .done)

            #expect(code { _ = try it.worker(scope: .all) } == .invalidRequest, "one scope for all workers")
            let open = try it.worker("open", scope: .all)
            _ = try it.send(to: "open", of: own, scope: .all, as: stranger)
            #expect(try it.bytes(open.accepted(), over: open.session) == "hello\n")
            // A form that does not admit the worker's user is not shown to it, nor given.
            #expect(code { _ = try it.send(to: "open", of: own, as: stranger) } == .notAdmitted)
        }
    }

    @Test("an owner takes out what waits: its sender is told, and keeps its grant")
    func forgotten() throws {
        var configuration = EngineConfiguration(teams: Teams(["film": [OwnProcess.uid, 12_345]]))
        configuration.isSystem = true
        try DropFixture.with(configuration) { it in
            let worker = try it.worker()
            let mate = Caller.made(uid: 12_345)
            let shown = try it.send("0\n", of: OwnProcess.uid, as: mate)
            let waiting = try it.send("1\n", of: OwnProcess.uid, as: mate)
            let next = try it.send("2\n", of: OwnProcess.uid, as: mate)
            let ids = try it.list().map(\.id)
            let turn = try worker.turn()
            for id in ids.prefix(2) { _ = try it.fixture.session().forgetDrop(randomRequest(), id) }
            for sent in [shown, waiting] {
                #expect(sent.states().last == .refused)
                #expect(try it.fixture.session(mate).show(.id(sent.grant.id)).state == .active)
            }
            #expect(code { try worker.session.answerDrop(turn, accepts: true) } == .noSuchItem)
            let notices = worker.notices()
            #expect(notices.filter { $0 == .withdrawn(item: ids[0]) || $0 == .withdrawn(item: ids[1]) }.count == 2)
            guard case .offered(let last)? = notices.last else {
                Issue.record("the next item is offered")
                return
            }
            #expect(try worker.item(last).grant.id == next.grant.id)
            #expect(next.states() == [.queued])
        }
    }

    @Test("a list of very many comes some at a time")
    func pages() throws {
        try DropFixture.with { it in
            let worker = try it.worker()
            let session = it.fixture.session()
            let grants = try (0..<120).map { try it.fixture.send("\($0)", over: session).id }
            for grant in grants {
                session.endOffer(try session.offerDrop(randomRequest(), to: "encoder", grant: grant))
            }
            var ids: [String] = []
            var cursor: String?
            repeat {
                let page = try session.drops(at: "encoder", after: cursor)
                #expect(page.items.count <= 100)
                ids += page.items.map(\.grant.id)
                cursor = page.cursor
            } while cursor != nil
            #expect(ids == grants)
            _ = try worker.accepted()
            // And they are all there after a crash.
            try it.fixture.crash()
            let next = try it.worker()
            let first = try next.item(next.turn())
            #expect(first.grant.id == grants[0] && first.tries == 1)
        }
    }
}
