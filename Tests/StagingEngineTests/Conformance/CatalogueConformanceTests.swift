@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Testing

/// What every ``Catalogue`` MUST do: transactions, grants and their ends.
@Suite struct CatalogueConformanceTests {
    private struct Stop: Error, Equatable {}

    @Test(
        "A transaction is whole or not at all, and its body's error comes through", arguments: CatalogueUnderTest.all,
        [false, true])
    func atomic(_ implementation: CatalogueUnderTest, _ isDurable: Bool) throws {
        try implementation.with { catalogue, clock in
            #expect(throws: Stop.self) {
                try catalogue.transact(durable: isDurable, mayUseReserve: true) { (transaction) throws in
                    let grant = try transaction.add(.sample("g", at: clock.now))
                    try transaction.addToken(digest(1), to: grant.number)
                    try transaction.insert(.sample("a", of: grant, at: clock.now))
                    try transaction.remember(request: [2], answer: [3], until: grant.deadline)
                    try transaction.end(grant, .revoked)
                    throw Stop()
                }
            }
            try catalogue.transact(durable: isDurable, mayUseReserve: true) { (transaction) throws in
                #expect(try transaction.grant(id: "g") == nil)
                #expect(try transaction.grant(token: digest(1)) == nil)
                #expect(try transaction.area(id: "a") == nil)
                #expect(try transaction.answer(to: [2]) == nil)
                #expect(try transaction.removals(limit: 9).isEmpty)
                #expect(try transaction.usage(of: 1000) == Usage())
                #expect(try transaction.usage(of: 2000) == Usage())
                #expect(try transaction.counts() == (0, 0))
            }
        }
    }

    @Test("Transactions run one by one, and each has one moment", arguments: CatalogueUnderTest.all)
    func alone(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            let number = try catalogue.transact { try $0.add(.sample("g", at: $0.now, uses: 0)).number }
            try onThreads(8) { _ in
                for _ in 0..<50 {
                    do {
                        try catalogue.transact { (transaction) throws in
                            let now = transaction.now
                            guard let grant = try transaction.grant(number: number), let uses = grant.usesLeft else {
                                return
                            }
                            clock.advance(seconds: 1)
                            try transaction.setUses(number, left: uses + 1, openClaims: 0)
                            #expect(transaction.now == now)
                        }
                    } catch { Issue.record(error) }
                }
            }
            #expect(try catalogue.transact { try $0.grant(id: "g")?.usesLeft } == 400)
        }
    }

    @Test(
        "What was committed is there for who opens the catalogue after a crash",
        arguments: CatalogueUnderTest.persistent)
    func survives(_ implementation: CatalogueUnderTest) throws {
        try Scratch.with { scratch in
            let clock = TestClock()
            let first = try implementation.open(scratch.path, clock)
            defer { first.close() }
            let stored = try first.transact { try $0.add(.sample("g", at: clock.now)) }
            #expect(throws: Stop.self) {
                try first.transact { (transaction) throws in
                    _ = try transaction.add(.sample("other", at: clock.now))
                    throw Stop()
                }
            }
            // What is on the disk at this instant is what a killed process leaves; the first still holds its locks.
            let left = try scratch.folder("left")
            for name in try Scratch.names(in: scratch.path) where name != "left" {
                try scratch.file("left/\(name)", try #require(Scratch.content(of: scratch(name))))
            }
            let second = try implementation.open(left, clock)
            defer { second.close() }
            let found = try second.transact { try #require(try $0.grant(id: "g")) }
            #expect(parts(found) == parts(stored))
            #expect(try second.transact { try $0.grant(id: "other") } == nil)
        }
    }

    @Test("A token can come with the grant that it names", arguments: CatalogueUnderTest.all)
    func firstToken(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let grant = try transaction.add(.sample("g", at: clock.now), token: digest(1))
                try transaction.addToken(digest(2), to: grant.number)
                #expect(try transaction.tokenCount(of: grant.number) == 2)
                #expect(try transaction.made(token: digest(1)) == clock.now.boot)
                for number in 1...2 { #expect(try transaction.grant(token: digest(number))?.id == "g") }
                try transaction.end(grant, .revoked)
                #expect(try transaction.forget(endedBefore: clock.now.boot, limit: 9) == 1)
                for number in 1...2 { #expect(try transaction.grant(token: digest(number)) == nil) }
            }
        }
    }

    @Test("The secret is made once, and another one for each catalogue", arguments: CatalogueUnderTest.all)
    func secret(_ implementation: CatalogueUnderTest) throws {
        var secrets: Set<[UInt8]> = []
        for _ in 0..<2 {
            try implementation.with { catalogue, _ in
                let secret = try catalogue.transact { try $0.secret() }
                #expect(secret.count == 32)
                #expect(try catalogue.transact { try $0.secret() } == secret)
                secrets.insert(secret)
            }
        }
        #expect(secrets.count == 2)
    }

    @Test("A grant comes back as it was put in", arguments: CatalogueUnderTest.all)
    func roundTrip(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            let tree = ObjectRecord(
                id: "t", volume: "/other", isTree: true, size: 0, inode: 1, modified: -1, mode: 0, owner: 0,
                permissions: 0)
            let original = OriginalRecord(
                path: [0x2F, 0xFF, 0xFE, 0x0A], device: .max, inode: .max, size: .max, modified: .min)
            let held = OriginalRecord(path: nil, device: 0, inode: 0, size: 0, modified: 0)
            let scopes: [ResolvedScope] = [
                .all, .team(nil), .team("blue"), .group(0), .group(.max),
                .process(.init(pid: .max, started: .max)),
            ]
            for (place, scope) in scopes.enumerated() {
                let stored = try catalogue.transact { (transaction) throws in
                    try transaction.add(
                        .sample(
                            "g\(place)", uid: .max, scope: scope, at: clock.now, uses: place, key: "k\(place)",
                            [
                                .sample(), .sample(tree.named("t\(place)")), .sample(nil, original: original),
                                .sample(nil, original: held),
                            ]))
                }
                try catalogue.transact { (transaction) throws in
                    try transaction.addToken(digest(place), to: stored.number)
                    for found in [
                        try transaction.grant(id: stored.id), try transaction.grant(number: stored.number),
                        try transaction.grant(token: digest(place)),
                        try transaction.activeGrant(key: "k\(place)", of: .max),
                        try transaction.grants(of: .max, active: true, after: stored.number - 1, limit: 1).first,
                    ] { #expect(try parts(#require(found)) == parts(stored)) }
                }
            }
        }
    }

    @Test("The id of a grant is new, else nothing happens", arguments: CatalogueUnderTest.all)
    func sameID(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            _ = try catalogue.transact { try $0.add(.sample("g", at: clock.now)) }
            #expect(throws: StagingError.self) {
                try catalogue.transact { try $0.add(.sample("g", uid: 5, at: clock.now)) }
            }
            #expect(try catalogue.transact { try $0.usage(of: 5) } == Usage())
        }
    }

    @Test("A grant has as many tokens as it is given; others name nothing", arguments: CatalogueUnderTest.all)
    func tokens(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let grant = try transaction.add(.sample("g", at: clock.now))
                #expect(try transaction.tokenCount(of: grant.number) == 0)
                for number in 0..<3 { try transaction.addToken(digest(number), to: grant.number) }
                #expect(try transaction.tokenCount(of: grant.number) == 3)
                for number in 0..<3 { #expect(try transaction.grant(token: digest(number))?.id == "g") }
                #expect(try transaction.grant(token: digest(3)) == nil)
                try transaction.end(grant, .expired)
                #expect(try transaction.grant(token: digest(0))?.state == .expired, "ended ones as well")
            }
        }
    }

    @Test("A key is its user's own, and an ended grant's no more", arguments: CatalogueUnderTest.all)
    func keys(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let one = try transaction.add(.sample("1", uid: 1, at: clock.now, key: "k"))
                _ = try transaction.add(.sample("2", uid: 2, at: clock.now, key: "k"))
                _ = try transaction.add(.sample("3", uid: 1, at: clock.now))
                #expect(try transaction.activeGrant(key: "k", of: 1)?.id == "1")
                #expect(try transaction.activeGrant(key: "k", of: 2)?.id == "2")
                #expect(try transaction.activeGrant(key: "k", of: 3) == nil)
                #expect(try transaction.activeGrant(key: "K", of: 1) == nil)
                try transaction.end(one, .spent)
                #expect(try transaction.activeGrant(key: "k", of: 1) == nil)
                _ = try transaction.add(.sample("4", uid: 1, at: clock.now, key: "k"))
                #expect(try transaction.activeGrant(key: "k", of: 1)?.id == "4")
            }
        }
    }

    @Test("A user's grants come page by page, in the order of the sends", arguments: CatalogueUnderTest.all)
    func pages(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                for number in 0..<7 {
                    _ = try transaction.add(.sample("mine \(number)", uid: 1, at: clock.now))
                    _ = try transaction.add(.sample("other \(number)", uid: 2, at: clock.now))
                }
                var found: [String] = []
                var after: Int64 = 0
                while let last = try transaction.grants(of: 1, active: true, after: after, limit: 3).last {
                    found += try transaction.grants(of: 1, active: true, after: after, limit: 3).map(\.id)
                    after = last.number
                }
                #expect(found == (0..<7).map { "mine \($0)" })
                for number in [1, 4] {
                    try transaction.end(try #require(try transaction.grant(id: "mine \(number)")), .revoked)
                }
                let live = try transaction.grants(of: 1, active: true, after: 0, limit: 9).map(\.id)
                #expect(live == [0, 2, 3, 5, 6].map { "mine \($0)" })
                let ended = try transaction.grants(of: 1, active: false, after: 0, limit: 9).map(\.id)
                #expect(ended == ["mine 1", "mine 4"])
            }
        }
    }

    @Test("Ending happens once, and queues the bytes", arguments: CatalogueUnderTest.all)
    func ending(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let grant = try transaction.add(
                    .sample("g", at: clock.now, [.sample(.sample("o1")), .sample(.sample("o2"))]))
                #expect(try transaction.usage(of: 1000) == Usage(grants: 1, areas: 0))
                try transaction.end(grant, .revoked)
                try transaction.end(grant, .expired)
                let found = try #require(try transaction.grant(id: "g"))
                #expect(found.state == .revoked)
                #expect(found.ended == clock.now)
                #expect(try transaction.usage(of: 1000) == Usage())
                let removals = try transaction.removals(limit: 9)
                #expect(removals.map(\.name) == ["o1", "o2"])
                #expect(removals.allSatisfy { $0.place == .object && $0.volume == "/vol" })
                #expect(try transaction.isKnown(.object, name: "o1"))
                for removal in removals { try transaction.finishRemoval(removal.number) }
                #expect(try transaction.removals(limit: 9).isEmpty)
                #expect(try !transaction.isKnown(.object, name: "o1"))
            }
        }
    }

    @Test("A grant whose time was up ended then, not when it was found", arguments: CatalogueUnderTest.all)
    func overdueEnd(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            let grant = try catalogue.transact { try $0.add(.sample("g", at: clock.now, life: 60)) }
            clock.advance(seconds: 3600)
            try catalogue.transact { try $0.end(grant, .expired) }
            #expect(try catalogue.transact { try $0.grant(id: "g")?.ended } == grant.deadline)
        }
    }

    @Test("Uses, deadline and an object's record are changed alone", arguments: CatalogueUnderTest.all)
    func changes(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                var grant = try transaction.add(.sample("g", at: clock.now, uses: 4))
                let other = try transaction.add(.sample("other", at: clock.now, uses: 4))
                grant.usesLeft = 3
                grant.openClaims = 1
                grant.deadline = Moment(boot: 1, wall: 2)
                var object = try #require(grant.representations[0].object)
                object.inode = 5
                object.modified = 6
                object.mode = 7
                object.owner = 8
                grant.representations[0].object = object
                try transaction.setUses(grant.number, left: 3, openClaims: 1)
                try transaction.setDeadline(grant.number, grant.deadline)
                try transaction.update(object)
                #expect(try parts(#require(try transaction.grant(id: "g"))) == parts(grant))
                #expect(try parts(#require(try transaction.grant(id: "other"))) == parts(other))
                try transaction.setUses(grant.number, left: nil, openClaims: 0)
                #expect(try #require(try transaction.grant(id: "g")).usesLeft == nil)
            }
        }
    }

    @Test("An answer is remembered until its time", arguments: CatalogueUnderTest.all)
    func answers(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let deadline = clock.now.advanced(byNanoseconds: TestClock.second)
                try transaction.remember(request: [1], answer: [9, 0, 9], until: deadline)
                try transaction.remember(request: [2], answer: [], until: deadline)
            }
            clock.advance(seconds: 0, nanoseconds: 999_999_999)
            #expect(try catalogue.transact { try $0.answer(to: [1]) } == [9, 0, 9])
            #expect(try catalogue.transact { try $0.answer(to: [2]) } == [])
            #expect(try catalogue.transact { try $0.answer(to: [3]) } == nil)
            clock.advance(seconds: 0, nanoseconds: 1)
            try catalogue.transact { (transaction) throws in
                #expect(try transaction.answer(to: [1]) == nil)
                try transaction.remember(
                    request: [1], answer: [4], until: clock.now.advanced(byNanoseconds: TestClock.second))
                #expect(try transaction.answer(to: [1]) == [4])
            }
        }
    }
}

extension ObjectRecord {
    fileprivate func named(_ id: String) -> ObjectRecord {
        var record = self
        record.id = id
        return record
    }
}
