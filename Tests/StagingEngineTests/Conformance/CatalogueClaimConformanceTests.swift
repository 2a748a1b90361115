@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Testing

/// What every ``Catalogue`` MUST do: claims, those that outlive a crash and those that need not.
@Suite struct CatalogueClaimConformanceTests {
    private struct Stop: Error, Equatable {}

    @Test(
        "A claim takes a use; spent it leaves the uses as they are, returned it gives the use back",
        arguments: CatalogueUnderTest.all, [false, true])
    func life(_ implementation: CatalogueUnderTest, _ outlivesCrash: Bool) throws {
        try implementation.with { catalogue, clock in
            var grant = try catalogue.transact { try $0.add(.sample("g", at: clock.now, uses: 5)) }
            func claim() throws { try catalogue.transact { try $0.claim(grant, outlivesCrash: outlivesCrash) } }
            func left() throws -> [Int?] {
                grant = try catalogue.transact { try #require(try $0.grant(number: grant.number)) }
                return [grant.usesLeft, grant.openClaims]
            }
            for _ in 0..<3 { try claim() }
            #expect(try left() == [2, 3])
            #expect(try spend(grant, catalogue) == ClaimsLeft(uses: 2, openClaims: 2, state: .active, hasEnded: false))
            #expect(try left() == [2, 2])
            try catalogue.transact { try $0.returnClaim(of: grant, outlivesCrash: outlivesCrash) }
            #expect(try left() == [3, 1])
            try catalogue.transact { try $0.end(grant, .revoked) }
            #expect(try spend(grant, catalogue) == ClaimsLeft(uses: 3, openClaims: 0, state: .revoked, hasEnded: false))
            #expect(try left() == [3, 0])
            var other = grant
            other.number += 1
            #expect(
                try catalogue.transact { try $0.spendClaim(of: other, outlivesCrash: true, taken: false, .sample) }
                    == nil)
            grant = try catalogue.transact { try $0.add(.sample("u", at: clock.now)) }
            try claim()
            #expect(try left() == [nil, 1])
            #expect(
                try spend(grant, catalogue) == ClaimsLeft(uses: nil, openClaims: 0, state: .active, hasEnded: false))
            #expect(try left() == [nil, 0])
        }

        func spend(_ grant: GrantRecord, _ catalogue: any Catalogue) throws -> ClaimsLeft? {
            try catalogue.transact { try $0.spendClaim(of: grant, outlivesCrash: outlivesCrash, taken: false, .sample) }
        }
    }

    @Test(
        "rule 1: a grant without uses ends as spent with its last claim, of whichever kind, or when its bytes are taken",
        arguments: CatalogueUnderTest.all, [[false, false], [false, true], [true, false], [true, true]])
    func spent(_ implementation: CatalogueUnderTest, _ kinds: [Bool]) throws {
        try implementation.with { catalogue, clock in
            let grant = try catalogue.transact { try $0.add(.sample("g", at: clock.now, uses: 2)) }
            for outlivesCrash in kinds {
                try catalogue.transact { try $0.claim(grant, outlivesCrash: outlivesCrash) }
            }
            func spend(_ outlivesCrash: Bool, taken: Bool) throws -> ClaimsLeft? {
                try catalogue.transact {
                    try $0.spendClaim(of: grant, outlivesCrash: outlivesCrash, taken: taken, .sample)
                }
            }
            #expect(
                try spend(kinds[0], taken: false)
                    == ClaimsLeft(uses: 0, openClaims: 1, state: .active, hasEnded: false))
            clock.advance(seconds: 5)
            #expect(
                try spend(kinds[1], taken: false) == ClaimsLeft(uses: 0, openClaims: 0, state: .spent, hasEnded: true))
            try catalogue.transact { (transaction) throws in
                let found = try #require(try transaction.grant(id: "g"))
                #expect(found.state == .spent && found.ended == clock.now)
                #expect(try transaction.usage(of: 1000) == Usage())
                #expect(try transaction.removals(limit: 9).count == 1, "the bytes are queued")
                #expect(try transaction.receptions(of: grant.number, limit: 9).map(\.at) == [7, 7])
                #expect(
                    try transaction.receptions(of: grant.number, limit: 1).map(parts) == [parts(ReceptionRecord.sample)]
                )
            }
        }
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let grant = try transaction.add(.sample("taken", at: clock.now, uses: 2))
                for outlivesCrash in [true, kinds[1]] { try transaction.claim(grant, outlivesCrash: outlivesCrash) }
                #expect(
                    try transaction.spendClaim(of: grant, outlivesCrash: true, taken: true, .sample)
                        == ClaimsLeft(uses: 0, openClaims: 1, state: .spent, hasEnded: true))
                #expect(
                    try transaction.spendClaim(of: grant, outlivesCrash: kinds[1], taken: false, .sample)
                        == ClaimsLeft(uses: 0, openClaims: 0, state: .spent, hasEnded: false), "once")
                #expect(try transaction.receptions(of: grant.number, limit: 9).count == 2)
            }
        }
    }

    @Test(
        "A claim is undone with its transaction, and keeps an ended grant from being forgotten",
        arguments: CatalogueUnderTest.all, [false, true])
    func undone(_ implementation: CatalogueUnderTest, _ outlivesCrash: Bool) throws {
        try implementation.with { catalogue, clock in
            let grants = try catalogue.transact { transaction in
                try (0..<4).map { try transaction.add(.sample("\($0)", at: clock.now, uses: 3)) }
            }
            #expect(throws: Stop.self) {
                try catalogue.transact { (transaction) throws in
                    try transaction.claim(grants[0], outlivesCrash: outlivesCrash)
                    #expect(try transaction.grant(id: "0")?.openClaims == 1, "seen in its own transaction")
                    throw Stop()
                }
            }
            try catalogue.transact { (transaction) throws in
                #expect(try transaction.grant(id: "0")?.openClaims == 0)
                #expect(try transaction.grant(id: "0")?.usesLeft == 3)
                for grant in grants[..<2] { try transaction.claim(grant, outlivesCrash: outlivesCrash) }
                for grant in grants { try transaction.end(grant, .revoked) }
                #expect(
                    try transaction.grantsBeingReceived(after: 0, limit: 9).map(\.id)
                        == (outlivesCrash ? ["0", "1"] : []))
            }
            func forget() throws -> Int {
                try catalogue.transact { try $0.forget(endedBefore: clock.now.boot, limit: 1) }
            }
            #expect(try [forget(), forget(), forget()] == [1, 1, 0], "those behind them get their turn")
            try catalogue.transact { transaction in
                for grant in grants[..<2] {
                    _ = try transaction.spendClaim(of: grant, outlivesCrash: outlivesCrash, taken: false, .sample)
                }
            }
            #expect(try [forget(), forget(), forget()] == [1, 1, 0])
        }
    }

    @Test(
        "rule 1: after a crash a claim is found, or has been returned by it", arguments: CatalogueUnderTest.persistent)
    func crash(_ implementation: CatalogueUnderTest) throws {
        try Scratch.with { scratch in
            let clock = TestClock()
            let first = try implementation.open(scratch.path, clock)
            defer { first.close() }
            try first.transact { transaction in
                for (id, outlivesCrash) in [("found", true), ("returned", false)] {
                    let grant = try transaction.add(.sample(id, at: clock.now, uses: 3))
                    try transaction.claim(grant, outlivesCrash: outlivesCrash)
                }
            }
            // What is on the disk at this instant is what a killed process leaves; the first still holds its locks.
            let left = try scratch.folder("left")
            for name in try Scratch.names(in: scratch.path) where name != "left" {
                try scratch.file("left/\(name)", try #require(Scratch.content(of: scratch(name))))
            }
            let second = try implementation.open(left, clock)
            defer { second.close() }
            try second.transact { (transaction) throws in
                #expect(try transaction.grantsBeingReceived(after: 0, limit: 9).map(\.id) == ["found"])
                for (id, uses, claims) in [("found", 2, 1), ("returned", 3, 0)] {
                    let grant = try #require(try transaction.grant(id: id))
                    #expect(grant.usesLeft == uses && grant.openClaims == claims, "\(id)")
                }
                #expect(try transaction.usage(of: 1000) == Usage(grants: 2, areas: 0), "counted anew")
            }
        }
    }

    @Test("What is set at a start counts whatever was claimed", arguments: CatalogueUnderTest.all, [false, true])
    func set(_ implementation: CatalogueUnderTest, _ outlivesCrash: Bool) throws {
        try implementation.with { catalogue, clock in
            let grant = try catalogue.transact { try $0.add(.sample("g", at: clock.now, uses: 5)) }
            for _ in 0..<2 { try catalogue.transact { try $0.claim(grant, outlivesCrash: outlivesCrash) } }
            try catalogue.transact { try $0.setUses(grant.number, left: 5, openClaims: 0) }
            let found = try catalogue.transact { try #require(try $0.grant(id: "g")) }
            #expect(found.usesLeft == 5 && found.openClaims == 0)
        }
    }
}
