@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Testing

/// What every ``Catalogue`` MUST do: items that were offered to destinations.
@Suite struct CatalogueDropConformanceTests {
    @Test(
        "Items come back as they were put in, and are found by id, number and grant", arguments: CatalogueUnderTest.all)
    func roundTrip(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let grant = try transaction.add(.sample(at: clock.now))
                var drop = DropRecord(
                    id: "i", owner: .max, name: "naïve \u{1F600}", grantNumber: grant.number, request: "r", mostTries: 7
                )
                drop.number = try transaction.insert(drop)
                #expect(try transaction.drop(id: "i") == drop)
                (drop.state, drop.tries, drop.reason) = (.accepted, 3, "why")
                try transaction.update(drop)
                for found in [
                    try transaction.drop(id: "i"), try transaction.drop(number: drop.number),
                    try transaction.drop(grant: grant.number),
                ] {
                    #expect(found == drop)
                }
                #expect(try transaction.drop(id: "j") == nil)
                try transaction.removeDrop(drop.number)
                #expect(try transaction.drop(id: "i") == nil)
            }
        }
    }

    @Test("The unfinished items of a user are listed in the order of the offers", arguments: CatalogueUnderTest.all)
    func lists(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                var numbers: [Int64] = []
                for (place, state) in [DropItem.State.queued, .accepted, .dead, .done, .refused, .queued].enumerated() {
                    let grant = try transaction.add(.sample(at: clock.now))
                    var drop = DropRecord(
                        id: "\(place)", owner: 1, name: place == 5 ? "other" : "name", grantNumber: grant.number,
                        request: "r", mostTries: 3)
                    drop.number = try transaction.insert(drop)
                    drop.state = state
                    try transaction.update(drop)
                    numbers.append(drop.number)
                }
                func ids(_ drops: [DropRecord]) -> [String] { drops.map(\.id) }
                #expect(try ids(transaction.drops(of: 1, at: nil, after: 0, limit: 9)) == ["0", "1", "2", "5"])
                #expect(try ids(transaction.drops(of: 1, at: "name", after: 0, limit: 2)) == ["0", "1"])
                #expect(try ids(transaction.drops(of: 1, at: "name", after: numbers[1], limit: 9)) == ["2"])
                #expect(try ids(transaction.drops(of: 2, at: nil, after: 0, limit: 9)) == [])
                #expect(try ids(transaction.liveDrops(after: 0, limit: 9)) == ["0", "1", "5"])
                #expect(try ids(transaction.liveDrops(after: numbers[0], limit: 1)) == ["1"])
            }
        }
    }

    @Test(
        "With its grant an item that waits or is dead is forgotten; one that is at work or finished stays until the grant is",
        arguments: CatalogueUnderTest.all)
    func endOfGrant(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let states: [DropItem.State] = [.queued, .accepted, .dead, .done, .refused]
                for (place, state) in states.enumerated() {
                    let grant = try transaction.add(.sample(at: clock.now))
                    var drop = DropRecord(
                        id: "\(place)", owner: 1, name: "name", grantNumber: grant.number, request: "r", mostTries: 3)
                    drop.number = try transaction.insert(drop)
                    drop.state = state
                    try transaction.update(drop)
                    try transaction.end(grant, .revoked)
                }
                let left = try (0..<5).filter { try transaction.drop(id: "\($0)") != nil }
                #expect(left == [1, 3, 4])
                while try transaction.forget(endedBefore: clock.now.boot, limit: 9) > 0 {}
                #expect(try (0..<5).allSatisfy { try transaction.drop(id: "\($0)") == nil })
            }
        }
    }

    @Test("Items survive the end of the process", arguments: CatalogueUnderTest.persistent)
    func persistence(_ implementation: CatalogueUnderTest) throws {
        try Scratch.with { scratch in
            let clock = TestClock()
            let first = try implementation.open(scratch.path, clock)
            try first.transact { transaction in
                let grant = try transaction.add(.sample(at: clock.now))
                _ = try transaction.insert(
                    DropRecord(id: "i", owner: 1, name: "n", grantNumber: grant.number, request: "r", mostTries: 3))
            }
            first.close()
            let second = try implementation.open(scratch.path, clock)
            #expect(try second.transact { try $0.liveDrops(after: 0, limit: 9) }.map(\.id) == ["i"])
            second.close()
        }
    }
}
