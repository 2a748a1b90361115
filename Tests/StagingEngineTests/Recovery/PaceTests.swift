import LinuxSystem
@testable import StagingEngine
import StagingModel
import Testing

/// However much ends at once, no request waits for it: each transaction of the upkeep is small.
@Suite struct PaceTests {
    /// The rows of the largest transaction that the upkeep may make: its own budget and one send's worth.
    private static let most = Pace.rows + Limits().representations + 10

    /// Puts in what will be due in a minute, of every kind and more than one step takes.
    private func fill(_ fixture: EngineFixture, _ subject: ResolvedScope.Subject) throws {
        let id = try #require(try fixture.addGrants(300, life: 60).first)
        try fixture.addGrants(20, life: 60, representations: 64)
        try fixture.addGrants(150, scope: .process(subject))
        try fixture.addAreas(300)
        try fixture.addAreas(150, lease: 3600, bound: subject)
        let session = fixture.session()
        for _ in 0..<200 {
            _ = try session.renew(randomRequest(), .id(id), milliseconds: 60_000)
        }
    }

    private func steps(_ fixture: EngineFixture, isFull: Bool = true) throws -> (count: Int, most: Int) {
        _ = fixture.rows.takeMost()
        var count = 0
        var most = 0
        while fixture.engine.step(isFull: isFull && count == 0).isBusy {
            most = max(most, fixture.rows.takeMost())
            count += 1
            try #require(count < 5000)
        }
        return (count, max(most, fixture.rows.takeMost()))
    }

    @Test("rules 1 and 11: what ends at once ends in transactions of a bounded size, then is forgotten in such")
    func bounded() throws {
        try EngineFixture.with { fixture in
            let child = try ChildProcess.start("/bin/sleep", arguments: ["sleep", "100"])
            let subject = try #require(ProcessIdentity(of: child.pid))
            try fill(fixture, .init(pid: subject.pid, started: subject.started))
            fixture.clock.advance(seconds: 60)
            child.send(signal: 9)
            _ = try child.wait()
            let ending = try steps(fixture)
            #expect(ending.most <= Self.most)
            #expect(ending.most > 100, "they are counted")
            #expect(ending.count >= 6)
            #expect(try fixture.engine.counts() == (2, 0), "the grants of the areas")
            #expect(try fixture.names("bytes").isEmpty)
            #expect(try fixture.names("areas").isEmpty)

            fixture.clock.advance(seconds: 25 * 3600)
            let forgetting = try steps(fixture)
            #expect(forgetting.most <= Self.most)
            #expect(forgetting.count >= 6)
            let ended = try fixture.session().list(includingEnded: true, after: nil)
            #expect(ended.grants.count == 0, "all is forgotten, and not only what one look in half a minute takes")
        }
    }

    @Test("The start, and the end of a service, are made of such transactions as well")
    func startAndStop() throws {
        try EngineFixture.with { fixture in
            try fill(fixture, .init(pid: 1, started: 1))
            fixture.clock.advance(seconds: 60)
            _ = fixture.rows.takeMost()
            try fixture.crash()
            #expect(fixture.rows.takeMost() <= Self.most)
            #expect(try fixture.names("areas").count == 150, "those that are bound")
            try fixture.engine.endAreas(removingFor: 5)
            #expect(fixture.rows.takeMost() <= Self.most)
            #expect(try fixture.names("areas").isEmpty)
        }
    }

    @Test("rule 11: a start has no overdue area in sight, however many, and leaves most of the removing to later")
    func startWithMany() throws {
        try EngineFixture.with { fixture in
            try fixture.addAreas(3000)
            try fixture.addGrants(3000, life: 60)
            fixture.clock.advance(seconds: 60)
            try fixture.crash()
            let left = try fixture.names("areas") + fixture.names("bytes")
            #expect(!left.isEmpty, "a client would wait for it")
            #expect(try fixture.names("areas").allSatisfy { !StoreName.isOne($0) }, "under no name that was given out")
            #expect(try fixture.session().list(after: nil).areas.isEmpty)
            while fixture.engine.step(isFull: false).isBusy {}
            #expect(try fixture.names("areas").isEmpty)
            #expect(try fixture.names("bytes").isEmpty)
        }
    }

    @Test("rule 6: orphans go at a start, very many of them soon after")
    func manyOrphans() throws {
        try EngineFixture.with { fixture in
            try fixture.crash {
                let bytes = try Directory.open(fixture.store.appending("bytes"))
                for _ in 0..<2500 { _ = try bytes.openFile(Path(StoreName.random()), [.create, .exclusive]) }
            }
            #expect(try fixture.names("bytes").count <= 500)
            fixture.upkeep()
            #expect(try fixture.names("bytes").isEmpty)
        }
    }

    @Test("rule 10: an object's damage is marked in all its areas, some at a time and each once")
    func damage() throws {
        try EngineFixture.with { fixture in
            try fixture.addAreas(600)
            _ = fixture.rows.takeMost()
            try fixture.engine.markDamaged("object")
            #expect(fixture.rows.takeMost() == Pace.rows)
            try fixture.engine.markDamaged("object")
            #expect(fixture.rows.takeMost() == 0)
        }
    }

    @Test("rule 21: grants and areas that are over count against no limit, whether or not the upkeep has come by")
    func overdueDoNotCount() throws {
        var configuration = EngineConfiguration()
        configuration.limits.grantsPerUser = 2
        configuration.limits.areasPerUser = 1
        try EngineFixture.with(configuration) { fixture in
            let token = try fixture.send(ttl: 3600).secret
            try fixture.send(ttl: 60)
            let session = fixture.session()
            let first = try session.receive(ReceiveRequest(.token(token), delivery: .area, lease: 60_000))
            try session.confirm(first.claim, taken: false)
            #expect(code { try fixture.send() } == .limitExceeded)
            #expect(code { _ = try session.receive(ReceiveRequest(.token(token), delivery: .area)) } == .limitExceeded)
            fixture.clock.advance(seconds: 60)
            try fixture.send()
            _ = try session.receive(ReceiveRequest(.token(token), delivery: .area))
            #expect(code { try fixture.send() } == .limitExceeded)
            #expect(code { _ = try session.receive(ReceiveRequest(.token(token), delivery: .area)) } == .limitExceeded)
        }
    }

    @Test("What is listed is live; with all, also what has ended and why; overdue or not")
    func listing() throws {
        try EngineFixture.with { fixture in
            let live = try fixture.send()
            let over = try fixture.send(ttl: 60)
            let revoked = try fixture.send()
            let session = fixture.session()
            _ = try session.revoke(randomRequest(), .id(revoked.id))
            let reception = try session.receive(
                ReceiveRequest(.token(live.secret), delivery: .area, lease: 60_000))
            try session.confirm(reception.claim, taken: false)
            #expect(try session.list(after: nil).areas.count == 1)
            fixture.clock.advance(seconds: 60)
            for isSwept in [false, true] {
                if isSwept { fixture.upkeep() }
                let usual = try session.list(after: nil)
                #expect(usual.grants.map(\.id) == [live.id])
                #expect(usual.areas.isEmpty)
                #expect(usual.cursor == nil)
                let all = try session.list(includingEnded: true, after: nil).grants
                #expect(
                    Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.state) })
                        == [live.id: .active, over.id: .expired, revoked.id: .revoked])
            }
        }
    }

    @Test("rule 21: a page of a list fits into a message, whatever the grants in it")
    func pages() throws {
        try EngineFixture.with { fixture in
            let ids = try fixture.addGrants(30, representations: 64) + fixture.addGrants(450)
            try fixture.addAreas(450, lease: 3600)
            var cursor: String?
            var grants: [String] = []
            var areas = 0
            repeat {
                let page = try fixture.session().list(includingEnded: true, after: cursor)
                #expect(page.grants.reduce(0) { $0 + $1.representations.count } + page.areas.count <= 512)
                grants += page.grants.map(\.id)
                areas += page.areas.count
                cursor = page.cursor
            } while cursor != nil
            #expect(grants.prefix(480) == ids[...])
            #expect(grants.count == 481)
            #expect(areas == 450)
        }
    }
}
