import LinuxSystem
@testable import StagingEngine
import StagingModel
import Testing

/// The Nth statement fails as on a full disk, for N = 1, 2, 3 … until all goes well: nothing is lost, nothing is left.
@Suite struct FaultTests {
    enum Call: CaseIterable { case send, sendTree, sendKeyed, receiveArea, receiveDescriptor, confirm, revoke, release }

    @Test(
        "rules 6 and 22: a catalogue that fails at any statement costs that call alone",
        arguments: Call.allCases, [false, true])
    func everyFault(_ call: Call, _ forGood: Bool) throws {
        try EngineFixture.with { fixture in
            var nth = 1
            while try !round(call, nth, forGood, fixture) {
                nth += 1
                try #require(nth < 200, "the call never goes well")
            }
            #expect(nth > 3, "no fault came")
        }
    }

    /// - Returns: whether the call went well without coming to the Nth statement.
    private func round(_ call: Call, _ nth: Int, _ forGood: Bool, _ fixture: EngineFixture) throws -> Bool {
        let grant = try fixture.send("one\n", uses: 3, key: "key")
        let session = fixture.session()
        let request = ReceiveRequest(.token(try grant.secret), delivery: .area)
        let first = try session.receive(request)
        try session.confirm(first.claim, taken: false)
        let open = try session.receive(request)
        let before = try State(fixture, grant)

        fixture.faults.fail(at: nth, forGood: forGood)
        let failure = #expect(
            throws: (any Error).self, "\(call) at \(nth)",
            performing: {
                try make(call, grant, open.claim, first.received.area ?? "", session, fixture)
                throw Done()
            })
        let hadFault = fixture.faults.end()
        if let failure, !(failure is Done) {
            let error = try #require(failure as? StagingError, "\(failure)")
            #expect(error.code == .noSpace)
            #expect(try State(fixture, grant) == before, "\(call) at \(nth)")
        }
        try fixture.checkCounts("\(call) at \(nth)")
        // What the call has left in memory may go with it.
        try fixture.crash { try fixture.checkIntegrity() }
        #expect(try fixture.damage().isEmpty, "\(call) at \(nth)")
        try fixture.crash { try fixture.checkClaims() }
        try clear(fixture)
        return !hadFault
    }

    private struct Done: Error {}

    private func make(
        _ call: Call, _ grant: Grant, _ claim: String, _ area: String, _ session: StagingSession,
        _ fixture: EngineFixture
    ) throws {
        switch call {
        case .send: try fixture.send("two")
        case .sendTree: try fixture.sendTree(["a/b": "1", "c": "2"])
        case .sendKeyed: try fixture.send("one\n", uses: 3, key: "key")
        case .receiveArea: _ = try fixture.session().receive(ReceiveRequest(.token(grant.secret), delivery: .area))
        case .receiveDescriptor:
            _ = try fixture.session().receive(ReceiveRequest(.token(grant.secret), delivery: .descriptor))
        case .confirm: try session.confirm(claim, taken: false)
        case .revoke: _ = try session.revoke(randomRequest(), .id(grant.id))
        case .release: _ = try session.release(randomRequest(), .id(area), kept: false)
        }
    }

    /// What a failed call must not have changed.
    private struct State: Equatable {
        let counts: [Int]
        let usesLeft: Int?
        let state: Grant.State
        let objects: Int

        init(_ fixture: EngineFixture, _ grant: Grant) throws {
            let (grants, areas) = try fixture.engine.counts()
            counts = [grants, areas]
            let shown = try fixture.session().show(.id(grant.id))
            usesLeft = shown.usesLeft
            state = shown.state
            objects = try fixture.names("bytes").count
        }
    }

    private func clear(_ fixture: EngineFixture) throws {
        let session = fixture.session()
        let (grants, areas, _) = try session.list(after: nil)
        for grant in grants where grant.state == .active { _ = try session.revoke(randomRequest(), .id(grant.id)) }
        for area in areas { _ = try session.release(randomRequest(), .id(area.id), kept: false) }
        fixture.clock.advance(seconds: 2 * 86400)
        fixture.upkeep()
        #expect(try fixture.names("bytes").isEmpty)
        #expect(try fixture.names("areas").isEmpty)
    }

    @Test("rule 22: an upkeep that fails does not end, and makes up for it later")
    func upkeepFails() throws {
        try EngineFixture.with { fixture in
            let session = fixture.session()
            let reception = try session.receive(ReceiveRequest(.token(fixture.send(ttl: 60).secret), delivery: .area))
            try session.confirm(reception.claim, taken: false)
            fixture.clock.advance(seconds: 3600)
            for nth in 1..<100 {
                fixture.faults.fail(at: nth, forGood: false)
                let (_, done) = fixture.engine.step(isFull: true)
                #expect(done <= fixture.clock.now.boot)
                if !fixture.faults.end() { break }
            }
            fixture.upkeep()
            #expect(try fixture.names("bytes").isEmpty)
            #expect(try fixture.names("areas").isEmpty)
            #expect(try fixture.engine.counts() == (0, 0))
            try fixture.crash { try fixture.checkClaims() }
        }
    }
}
