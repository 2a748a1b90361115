import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Synchronization
import Testing

/// Requests that come twice, keys, and what the catalogue's file tells who reads it.
@Suite struct AnswerTests {
    @Test("rule 6: a repeated request gets the first answer for ten minutes, then makes another grant")
    func repeated() throws {
        try EngineFixture.with { fixture in
            let request = randomRequest()
            let first = try fixture.send(request: request)
            fixture.clock.advance(seconds: 599)
            let second = try fixture.send("other bytes", request: request)
            #expect(second.id == first.id)
            #expect(second.token == first.token)
            #expect(try fixture.names("bytes").count == 1)
            fixture.clock.advance(seconds: 1)
            let third = try fixture.send(request: request)
            #expect(third.id != first.id)
            #expect(third.token != first.token)
            #expect(try fixture.engine.counts().grants == 2)
        }
    }

    @Test("rule 6: also over a restart, with the same token", arguments: [false, true])
    func overRestart(_ isCrash: Bool) throws {
        try EngineFixture.with { fixture in
            let request = randomRequest()
            let first = try fixture.send("kept", request: request)
            if isCrash { try fixture.crash() } else { try fixture.restart() }
            let second = try fixture.send("kept", request: request)
            #expect(second == first)
            let reception = try fixture.session().receive(
                ReceiveRequest(.token(first.secret), delivery: .descriptor))
            #expect(try reception.descriptor?.readAll() == Array("kept".utf8))
        }
    }

    @Test("rule 6: the same id from another user, or for another method, is another request")
    func otherRequests() throws {
        try EngineFixture.with { fixture in
            let request = randomRequest()
            let first = try fixture.send(request: request)
            let other = fixture.session(.made(uid: 4711))
            let second = try fixture.send(request: request, over: other)
            #expect(second.id != first.id)
            #expect(second.token != first.token)
            #expect(second.sender.uid == 4711)
            let revoked = try fixture.session().revoke(request, .id(first.id))
            #expect(revoked.state == .revoked)
            #expect(try fixture.session().revoke(request, .id(first.id)) == revoked, "the same request")
            #expect(code { _ = try other.revoke(request, .id(first.id)) } == .noSuchGrant)
        }
    }

    @Test("rule 6: a repeated renew or hold counts from the first time")
    func repeatedRenew() throws {
        try EngineFixture.with { fixture in
            let session = fixture.session()
            let grant = try fixture.send(ttl: 60)
            let request = randomRequest()
            let first = try session.renew(request, .id(grant.id), milliseconds: 100_000)
            fixture.clock.advance(seconds: 50)
            #expect(try session.renew(request, .id(grant.id), milliseconds: 100_000) == first)
            fixture.clock.advance(seconds: 50)
            #expect(try session.show(.id(grant.id)).state == .expired)
        }
    }

    @Test("rule 6: an id is 16 to 256 bytes", arguments: [0, 15, 257])
    func idLengths(_ count: Int) throws {
        try EngineFixture.with { fixture in
            #expect(code { try fixture.send(request: String(repeating: "x", count: count)) } == .invalidRequest)
            try fixture.send(request: String(repeating: "x", count: 16))
            try fixture.send(request: String(repeating: "x", count: 256))
        }
    }

    @Test("rule 6: no file of the store holds a token or a request id")
    func secrets() throws {
        try EngineFixture.with { fixture in
            let request = randomRequest()
            let grant = try fixture.send(request: request, key: "key")
            let token = try grant.secret
            let session = fixture.session()
            let reception = try session.receive(ReceiveRequest(.token(token), delivery: .area))
            try session.confirm(reception.claim, taken: false)
            let renewal = randomRequest()
            _ = try session.renew(renewal, .token(token), milliseconds: 1000)
            let catalogue = try ["catalogue", "catalogue-wal"].map {
                try #require(Scratch.content(of: fixture.store.appending(Path($0))))
            }
            #expect(catalogue.contains { contains($0, grant.id) }, "the search finds what is there")
            for secret in [token, String(token.dropFirst(4)), request, renewal] {
                #expect(!catalogue.contains { contains($0, secret) })
            }
        }
    }

    private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard let first = wanted.first else { return true }
        var place = bytes.startIndex
        while let found = bytes[place...].firstIndex(of: first) {
            if bytes[found...].starts(with: wanted) { return true }
            place = found + 1
        }
        return false
    }

    // MARK: Keys

    @Test("rule 6: a key, the same content and options give the same grant and a further token")
    func sameKey() throws {
        try EngineFixture.with { fixture in
            let first = try fixture.send("same", ttl: 60, key: "job 7")
            let second = try fixture.send("same", ttl: 60, key: "job 7")
            #expect(second.id == first.id)
            #expect(second.token != first.token)
            #expect(try fixture.names("bytes").count == 1, "what was staged for nothing is gone")
            #expect(try fixture.engine.counts().grants == 1)
            for token in [try first.secret, try second.secret] {
                _ = try fixture.session().receive(ReceiveRequest(.token(token), delivery: .descriptor))
            }
            let other = try fixture.send("else", key: "job 7", over: fixture.session(.made(uid: 4711)))
            #expect(other.id != first.id, "another user's key is another key")
        }
    }

    @Test("rule 6: under a key an instant is compared, and not what is left until then")
    func keyUntilInstant() throws {
        try EngineFixture.with { fixture in
            func send(_ seconds: Int64, until: Int64?) throws -> Grant {
                try fixture.session().send(
                    SendRequest(
                        id: randomRequest(), offers: [.init(source: .file(fixture.source("same")), name: "a.txt")],
                        ttl: seconds * 1000, until: until, key: "k"))
            }
            let first = try send(60, until: 1000)
            fixture.clock.advance(seconds: 10)
            #expect(try send(50, until: 1000).id == first.id)
            #expect(code { _ = try send(50, until: 1010) } == .keyConflict)
            #expect(code { _ = try send(60, until: nil) } == .keyConflict)
        }
    }

    @Test("rule 6: other content or options under a live key conflict, and leave nothing")
    func conflict() throws {
        try EngineFixture.with { fixture in
            let grant = try fixture.send("same", ttl: 60, key: "k")
            let attempts: [() throws -> Grant] = [
                { try fixture.send("SAME", ttl: 60, key: "k") }, { try fixture.send("same", ttl: 61, key: "k") },
                { try fixture.send("same", ttl: 60, uses: 1, key: "k") },
                { try fixture.send("same", ttl: 60, scope: .all, key: "k") },
                { try fixture.send("same", name: "other.txt", ttl: 60, key: "k") },
                { try fixture.send("same", mode: .original, ttl: 60, key: "k") },
            ]
            for attempt in attempts { #expect(code { _ = try attempt() } == .keyConflict) }
            #expect(try fixture.names("bytes").count == 1)
            #expect(try fixture.session().show(.id(grant.id)).state == .active)
        }
    }

    enum Ending: CaseIterable { case expired, swept, revoked, spent, subjectEnded }

    @Test("rule 6: a grant that has ended gives its key up at that instant", arguments: Ending.allCases)
    func endedKey(_ ending: Ending) throws {
        try EngineFixture.with { fixture in
            let child = try ChildProcess.start("/bin/sleep", arguments: ["sleep", "100"])
            let sender = fixture.session(.made(uid: OwnProcess.uid, pid: child.pid))
            let first = try fixture.send(
                "one", ttl: 60, uses: 1, scope: ending == .subjectEnded ? .process(nil) : .all, key: "k", over: sender)
            let session = fixture.session()
            switch ending {
            case .expired: fixture.clock.advance(seconds: 60)
            case .swept:
                fixture.clock.advance(seconds: 60)
                fixture.upkeep()
            case .revoked: _ = try session.revoke(randomRequest(), .id(first.id))
            case .spent:
                let reception = try session.receive(ReceiveRequest(.token(first.secret), delivery: .descriptor))
                try session.confirm(reception.claim, taken: false)
            case .subjectEnded: break
            }
            child.send(signal: 9)
            _ = try child.wait()
            let second = try fixture.send("two", key: "k")
            #expect(second.id != first.id)
            #expect(try session.show(.id(first.id)).state != .active)
            fixture.upkeep()
            #expect(try fixture.names("bytes").count == 1)
        }
    }

    @Test("rule 6: a send that comes between a send's look at its key and its commit is met", arguments: [true, false])
    func keyInBetween(_ isSame: Bool) throws {
        try EngineFixture.with { fixture in
            let path = try fixture.scratch.file("other", isSame ? "same" : "else")
            let engine = fixture.engine
            let first = Mutex("")
            // The look for an earlier answer, the look at the key, the commit.
            fixture.interruption.happen(beforeTransaction: 3) {
                let source = SharedDescriptor(try OwnedDescriptor.openForReading(path))
                let grant = try engine.session(of: .own()).send(
                    SendRequest(
                        id: randomRequest(), offers: [.init(source: .file(source), name: "hello.txt")], key: "k"))
                first.withLock { $0 = grant.id }
            }
            var second: Grant?
            let refused = code { second = try fixture.send("same", key: "k") }
            #expect(first.withLock { $0 } != "")
            #expect(refused == (isSame ? nil : .keyConflict))
            #expect(second?.id == (isSame ? first.withLock { $0 } : nil))
            #expect(try fixture.names("bytes").count == 1)
        }
    }

    @Test("rule 6: many that send the same under one key at once get one grant")
    func keyAtOnce() throws {
        try EngineFixture.with { fixture in
            let path = try fixture.scratch.file("shared", "the same for all")
            let engine = fixture.engine
            let ids = Mutex<[String]>([])
            try onThreads(8) { _ in
                let session = engine.session(of: .own())
                do {
                    let source = SharedDescriptor(try OwnedDescriptor.openForReading(path))
                    let grant = try session.send(
                        SendRequest(
                            id: randomRequest(), offers: [.init(source: .file(source), name: "n.txt")], key: "k"))
                    ids.withLock { $0.append(grant.id) }
                } catch { Issue.record(error) }
            }
            let all = ids.withLock { $0 }
            #expect(all.count == 8)
            #expect(Set(all).count == 1)
            #expect(try fixture.names("bytes").count == 1)
        }
    }
}
