import Glibc
import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Synchronization
import Testing

/// Uses: claimed at one commit, spent by the confirmation, returned by a connection that closes before.
@Suite struct ClaimTests {
    @Test(
        "rule 1: of N uses exactly N are admitted, however many ask at once", arguments: [1, 3, 16],
        [SendRequest.Mode.snapshot, .original])
    func exactlyN(_ uses: Int, _ mode: SendRequest.Mode) throws {
        try EngineFixture.with { fixture in
            let token = try fixture.send(mode: mode, uses: uses).secret
            let admitted = Atomic(0)
            let refused = Atomic(0)
            let engine = fixture.engine
            try onThreads(16) { thread in
                let session = engine.session(of: .own())
                defer { session.close() }
                for _ in 0..<3 {
                    do {
                        let reception = try session.receive(
                            ReceiveRequest(.token(token), delivery: thread % 2 == 0 ? .area : .descriptor))
                        try session.confirm(reception.claim, taken: false)
                        admitted.add(1, ordering: .relaxed)
                    } catch let error as StagingError where error.code == .grantSpent {
                        refused.add(1, ordering: .relaxed)
                    } catch { Issue.record(error) }
                }
            }
            #expect(admitted.load(ordering: .relaxed) == uses)
            #expect(refused.load(ordering: .relaxed) == 48 - uses)
            fixture.upkeep()
            #expect(try fixture.names("bytes").isEmpty)
        }
    }

    @Test("rule 1: a claim comes back when its session closes before the confirmation", arguments: [false, true])
    func returned(_ asArea: Bool) throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send(uses: 1)
            let request = ReceiveRequest(.token(try grant.secret), delivery: asArea ? .area : .descriptor)
            let first = fixture.session()
            _ = try first.receive(request)
            #expect(try fixture.session().show(.id(grant.id)).usesLeft == 0)
            first.close()
            fixture.upkeep()
            #expect(try fixture.names("areas").isEmpty)
            #expect(try fixture.session().show(.id(grant.id)).usesLeft == 1)
            let second = fixture.session()
            let reception = try second.receive(request)
            try second.confirm(reception.claim, taken: false)
            #expect(try fixture.session().show(.id(grant.id)).state == .spent)
        }
    }

    @Test(
        "rule 1: the claim of an original comes back when its session closes, and when the service is killed",
        arguments: [false, true])
    func returnedOriginal(_ isKilled: Bool) throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send(mode: .original, uses: 1)
            let request = ReceiveRequest(.token(try grant.secret), delivery: .descriptor)
            let first = fixture.session()
            _ = try first.receive(request)
            #expect(try fixture.session().show(.id(grant.id)).usesLeft == 0)
            #expect(code { _ = try fixture.session().receive(request) } == .grantSpent)
            if isKilled { try fixture.crash() } else { first.close() }
            #expect(try fixture.session().show(.id(grant.id)).usesLeft == 1)
            let second = fixture.session()
            let reception = try second.receive(request)
            try second.confirm(reception.claim, taken: false)
            try fixture.checkCounts()
            try fixture.crash { try fixture.checkClaims() }
            #expect(try fixture.session().show(.id(grant.id)).state == .spent, "what is spent stays so")
        }
    }

    @Test("rule 1: a claim that cannot be returned at once is returned when it can be", arguments: [false, true])
    func returnedLater(_ asArea: Bool) throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send("precious", uses: 1)
            let request = ReceiveRequest(.token(try grant.secret), delivery: asArea ? .area : .descriptor)
            let first = fixture.session()
            let reception = try first.receive(request)
            if let file = reception.descriptor {
                // The receiver has linked the file, so it has to be made anew, for which there is no room.
                try file.withNumber { try Directory.open(fixture.scratch.path).link(openFile: $0, as: "taken") }
                SystemFaults.with {
                    SystemFaults.changes.contains($0) ? ENOSPC : nil
                } _: {
                    first.close()
                }
            } else {
                fixture.faults.fail(at: 1, forGood: true)
                first.close()
                fixture.faults.end()
            }
            #expect(try fixture.session().show(.id(grant.id)).usesLeft == 0)
            SystemFaults.with {
                SystemFaults.changes.contains($0) ? ENOSPC : nil
            } _: {
                _ = fixture.engine.step(isFull: true)
            }
            #expect(try fixture.session().show(.id(grant.id)).usesLeft == (asArea ? 1 : 0))
            fixture.upkeep()
            #expect(try fixture.session().show(.id(grant.id)).usesLeft == 1)
            #expect(try fixture.engine.counts() == (1, 0))
            #expect(fixture.log.lines.count { $0.contains("could not be returned") } == 1)
            let again = try fixture.session().receive(ReceiveRequest(.token(grant.secret), delivery: .descriptor))
            #expect(try again.descriptor?.readAll() == Array("precious".utf8))
        }
    }

    @Test("rule 1: of a start that has no room to return a claim nothing is lost, and the upkeep makes up for it")
    func returnedAfterStart() throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send("precious", uses: 1)
            let request = ReceiveRequest(.token(try grant.secret), delivery: .descriptor)
            let file = try #require(fixture.session().receive(request).descriptor)
            try file.withNumber { try Directory.open(fixture.scratch.path).link(openFile: $0, as: "taken") }
            fixture.die()
            try SystemFaults.with {
                $0 == "copy_file_range" || $0 == "pwrite" || $0 == "sendfile" ? ENOSPC : nil
            } _: {
                try fixture.start()
            }
            #expect(try fixture.session().show(.id(grant.id)).usesLeft == 0)
            fixture.upkeep()
            #expect(try fixture.session().show(.id(grant.id)).usesLeft == 1)
            let again = try #require(try fixture.session().receive(request).descriptor)
            #expect(try !FileStatus.of(again.number).sameFile(as: FileStatus.of(fixture.scratch("taken"))))
            #expect(try again.readAll() == Array("precious".utf8))
        }
    }

    @Test("rule 1: while the last use is in flight, who comes next is told so")
    func inFlight() throws {
        try EngineFixture.with { fixture in
            let token = try fixture.send(uses: 1).secret
            let session = fixture.session()
            let reception = try session.receive(ReceiveRequest(.token(token), delivery: .descriptor))
            let during = #expect(throws: StagingError.self) {
                try fixture.session().receive(ReceiveRequest(.token(token), delivery: .descriptor))
            }
            #expect(during?.code == .grantSpent)
            #expect(during?.message.contains("is being taken now") == true)
            try session.confirm(reception.claim, taken: false)
            fixture.clock.advance(seconds: 7)
            let after = #expect(throws: StagingError.self) {
                try fixture.session().receive(ReceiveRequest(.token(token), delivery: .descriptor))
            }
            #expect(after?.code == .grantSpent)
            #expect(after?.message.contains("its last use was taken 7 seconds ago") == true)
        }
    }

    @Test(
        "rule 1: two claims, one confirmed, one returned: one use is left and the grant lives",
        arguments: [SendRequest.Mode.snapshot, .original])
    func oneOfTwo(_ mode: SendRequest.Mode) throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send(mode: mode, uses: 2)
            let request = ReceiveRequest(.token(try grant.secret), delivery: .descriptor)
            let one = fixture.session()
            let other = fixture.session()
            let reception = try one.receive(request)
            _ = try other.receive(request)
            try one.confirm(reception.claim, taken: false)
            #expect(try one.show(.id(grant.id)).state == .active)
            other.close()
            let shown = try one.show(.id(grant.id))
            #expect(shown.state == .active)
            #expect(shown.usesLeft == 1)
        }
    }

    @Test("A claim is its session's own and is confirmed once")
    func confirmation() throws {
        try EngineFixture.with { fixture in
            let session = fixture.session()
            let grant = try fixture.send()
            let reception = try session.receive(ReceiveRequest(.token(grant.secret), delivery: .descriptor))
            #expect(code { try fixture.session().confirm(reception.claim, taken: false) } == .noSuchGrant)
            try session.confirm(reception.claim, taken: false)
            #expect(code { try session.confirm(reception.claim, taken: false) } == .noSuchGrant)
            #expect(try session.show(.id(grant.id)).receptions?.count == 1)
        }
    }

    @Test("rule 9: the first representation in the sender's order that conforms and admits")
    func choice() throws {
        try EngineFixture.with { fixture in
            let offers: [SendRequest.Offer] = [
                .init(
                    source: .file(try fixture.source("%PDF-1.7\n%âãÏÓ\n", named: "a")), name: "a.pdf",
                    scope: .process(nil)),
                .init(source: .file(try fixture.source("<html><body>x</body></html>", named: "b")), name: "b.html"),
                .init(source: .file(try fixture.source("text", named: "c")), name: "c.txt", scope: .all),
            ]
            let token = try fixture.session().send(SendRequest(id: randomRequest(), offers: offers)).secret
            let cases: [(Caller, [String], String?)] = [
                (.own(), [], "a.pdf"), (.own(), ["public.text"], "b.html"), (.own(), ["public.plain-text"], "c.txt"),
                (.own(), [".txt", "application/pdf"], "a.pdf"), (.own(), ["public.image"], nil),
                (.made(uid: OwnProcess.uid, pid: 1), [], "b.html"), (.made(uid: 4711, pid: 1), [], "c.txt"),
                (.made(uid: 4711, pid: 1), ["public.html"], nil),
            ]
            for (caller, accept, name) in cases {
                let session = fixture.session(caller)
                let request = ReceiveRequest(.token(token), accept: accept, delivery: .descriptor)
                if let name {
                    let received = try session.receive(request).received
                    #expect(received.name == name, "uid \(caller.uid), pid \(caller.pid), \(accept), \(received.type)")
                } else {
                    #expect(code { _ = try session.receive(request) } == .nothingAcceptable)
                }
            }
        }
    }

    @Test("rule 21: who has as many grants or areas as allowed is told so, and can go on when some have ended")
    func limits() throws {
        var configuration = EngineConfiguration()
        configuration.limits.grantsPerUser = 2
        configuration.limits.areasPerUser = 1
        try EngineFixture.with(configuration) { fixture in
            let grant = try fixture.send()
            let token = try fixture.send(uses: 5).secret
            #expect(code { try fixture.send() } == .limitExceeded)
            #expect(try fixture.names("bytes").count == 2, "the refused send left nothing")
            _ = try fixture.session().revoke(randomRequest(), .id(grant.id))
            try fixture.send()
            let session = fixture.session()
            _ = try session.receive(ReceiveRequest(.token(token), delivery: .area))
            #expect(code { _ = try session.receive(ReceiveRequest(.token(token), delivery: .area)) } == .limitExceeded)
            #expect(try session.show(.token(token)).usesLeft == 4, "the refused receive took no use")
            session.close()
            _ = try fixture.session().receive(ReceiveRequest(.token(token), delivery: .area))
        }
    }
}

/// Runs `body` on several threads at once and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) throws {
    let left = Mutex(count)
    let done = try WakeUp()
    for thread in 0..<count {
        try BlockingThread.start(name: "test") {
            body(thread)
            left.withLock { left in
                left -= 1
                if left == 0 { done.signal() }
            }
        }
    }
    guard case .ready = try Waiting.untilReadable([done.number], milliseconds: 60_000) else {
        Issue.record("the threads did not end")
        return
    }
}
