@testable import StagingEngine
import StagingModel
import Testing

/// What every ``Catalogue`` MUST do: areas, and what the upkeep asks.
@Suite struct CatalogueUpkeepConformanceTests {
    private static let subject = ResolvedScope.Subject(pid: 7, started: 70)
    private static let otherSubject = ResolvedScope.Subject(pid: 7, started: 71)

    @Test("Areas come back as they were put in", arguments: CatalogueUnderTest.all)
    func roundTrip(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let grant = try transaction.add(.sample(at: clock.now))
                let area = AreaRecord.sample(
                    "a", of: grant, uid: .max, at: clock.now, claim: "c",
                    bound: .init(pid: .max, started: .max))
                try transaction.insert(area)
                #expect(try parts(#require(try transaction.area(id: "a"))) == parts(area))
                #expect(try parts(#require(try transaction.area(claim: "c"))) == parts(area))
                #expect(try transaction.counts() == (1, 1))
                try transaction.insert(.sample("b", of: grant, at: clock.now))
                #expect(try transaction.unconfirmedAreas(limit: 9).map(\.id) == ["a"])
                #expect(try transaction.areas(limit: 9).map(\.id).sorted() == ["a", "b"])
                #expect(try transaction.areas(limit: 1).count == 1)
            }
        }
    }

    @Test("An area counts once it is confirmed", arguments: CatalogueUnderTest.all)
    func confirmation(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let grant = try transaction.add(.sample(at: clock.now))
                for id in ["c", "a", "b"] {
                    try transaction.insert(.sample(id, of: grant, at: clock.now, lease: 0, claim: "claim \(id)"))
                }
                try transaction.insert(.sample("foreign", of: grant, uid: 9, at: clock.now))
                #expect(try transaction.areas(of: 2000, after: "", limit: 9).isEmpty)
                #expect(try transaction.dueAreas(limit: 9).isEmpty)
                #expect(try transaction.usage(of: 2000).areas == 3)
                for id in ["a", "b", "c"] { try transaction.confirmArea(id: id) }
                #expect(try transaction.areas(of: 2000, after: "", limit: 2).map(\.id) == ["a", "b"])
                #expect(try transaction.areas(of: 2000, after: "b", limit: 2).map(\.id) == ["c"])
                #expect(try transaction.area(claim: "claim a") == nil)
                #expect(try transaction.dueAreas(limit: 2).count == 2)
            }
        }
    }

    @Test("An area ends once, and its directory is queued", arguments: CatalogueUnderTest.all)
    func areaEnd(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let grant = try transaction.add(.sample(at: clock.now))
                let area = AreaRecord.sample("a", of: grant, at: clock.now)
                try transaction.insert(area)
                #expect(try transaction.isKnown(.area, name: "a"))
                try transaction.end(area)
                try transaction.end(area)
                #expect(try transaction.usage(of: 2000) == Usage())
                let removals = try transaction.removals(limit: 9)
                #expect(removals.map(\.name) == ["a"])
                #expect(removals.map(\.place) == [.area])
                #expect(try transaction.isKnown(.area, name: "a"), "until it is removed")
                try transaction.finishRemoval(removals[0].number)
                #expect(try !transaction.isKnown(.area, name: "a"))
            }
        }
    }

    @Test("Damage marks the areas of one object; a lease is changed alone", arguments: CatalogueUnderTest.all)
    func areaChanges(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let grant = try transaction.add(.sample(at: clock.now))
                for (id, object) in [("a", "x"), ("b", "x"), ("c", "y")] {
                    try transaction.insert(.sample(id, of: grant, object: object, at: clock.now))
                }
                #expect(try transaction.markDamaged(object: "x", limit: 1) == 1)
                #expect(try transaction.markDamaged(object: "x", limit: 9) == 1, "each once")
                #expect(try transaction.markDamaged(object: "x", limit: 9) == 0)
                try transaction.setLease("c", Moment(boot: 1, wall: 2))
                let areas = try transaction.areas(of: 2000, after: "", limit: 9)
                #expect(areas.map(\.damaged) == [true, true, false])
                #expect(areas[2].lease == Moment(boot: 1, wall: 2))
                #expect(areas[1].lease == clock.now.advanced(byNanoseconds: 60 * TestClock.second))
            }
        }
    }

    @Test("Of very many receptions the oldest are forgotten, not before there are more than people look at")
    func manyReceptions() throws {
        for implementation in CatalogueUnderTest.all {
            try implementation.with { catalogue, clock in
                try catalogue.transact { (transaction) throws in
                    let grant = try transaction.add(.sample(at: clock.now))
                    for at in 1...2500 {
                        try transaction.insert(
                            ReceptionRecord(uid: 1, pid: 3, at: Int64(at), type: "t"), of: grant.number)
                    }
                    let found = try transaction.receptions(of: grant.number, limit: 5000)
                    #expect((1000...1100).contains(found.count))
                    #expect(found.first?.at == 2500)
                    #expect(found.map(\.at) == found.map(\.at).sorted(by: >))
                }
            }
        }
    }

    @Test(
        "What belongs to one grant in thousands is forgotten in pieces, and then the grant",
        arguments: CatalogueUnderTest.all)
    func forgettingMuch(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            let digests = (0..<700).map { number in [UInt8(number >> 8), UInt8(number & 255)] + digest(0).dropFirst(2) }
            try catalogue.transact { (transaction) throws in
                let grant = try transaction.add(.sample("g", at: clock.now, (0..<64).map { _ in .sample() }))
                for digest in digests { try transaction.addToken(digest, to: grant.number) }
                for at in 0..<900 {
                    try transaction.insert(ReceptionRecord(uid: 1, pid: 1, at: Int64(at), type: "t"), of: grant.number)
                }
                try transaction.end(grant, .revoked)
            }
            var steps = 0
            while try catalogue.transact({ try $0.forget(endedBefore: clock.now.boot, limit: 10) }) > 0 {
                steps += 1
                try #require(steps < 200)
                if try catalogue.transact({ try $0.grant(id: "g") }) == nil { break }
            }
            #expect(steps >= 30, "1,665 rows, 50 at a time")
            try catalogue.transact { (transaction) throws in
                #expect(try transaction.grant(id: "g") == nil)
                for digest in digests { #expect(try transaction.grant(token: digest) == nil) }
                #expect(try transaction.forget(endedBefore: clock.now.boot, limit: 10) == 0)
            }
        }
    }

    @Test("The latest receptions come first", arguments: CatalogueUnderTest.all)
    func receptions(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let grant = try transaction.add(.sample(at: clock.now))
                // The wall clock was set back in between; two came at one moment.
                for at in [40, 10, 10, 30] as [Int64] {
                    try transaction.insert(ReceptionRecord(uid: .max, pid: 3, at: at, type: "t\(at)"), of: grant.number)
                }
                let found = try transaction.receptions(of: grant.number, limit: 2)
                #expect(found.map(\.at) == [30, 10])
                #expect(found.map(\.type) == ["t30", "t10"])
                #expect(found.map(\.uid) == [.max, .max])
                #expect(try transaction.receptions(of: grant.number, limit: 9).map(\.at) == [30, 10, 10, 40])
            }
        }
    }

    @Test("What is due, the longest overdue first, and when the next is", arguments: CatalogueUnderTest.all)
    func due(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            let start = clock.now
            let in30 = start.boot + 30 * TestClock.second
            try catalogue.transact { (transaction) throws in
                #expect(try transaction.nextDeadline(after: .min) == nil)
                for (id, life) in [("c", 30), ("a", 10), ("b", 20)] as [(String, Int64)] {
                    _ = try transaction.add(.sample(id, at: start, life: life))
                }
                let ended = try transaction.add(.sample("ended", at: start, life: 5))
                try transaction.end(ended, .revoked)
                try transaction.insert(.sample("open", of: ended, at: start, lease: 1, claim: "claim"))
                try transaction.insert(.sample("area", of: ended, at: start, lease: 15))
                #expect(try transaction.nextDeadline(after: .min) == start.boot + 10 * TestClock.second)
                #expect(
                    try transaction.nextDeadline(after: start.boot + 10 * TestClock.second)
                        == start.boot + 15 * TestClock.second)
                #expect(try transaction.nextDeadline(after: in30) == nil)
                #expect(try transaction.dueGrants(limit: 9).isEmpty)
            }
            clock.advance(seconds: 20)
            try catalogue.transact { (transaction) throws in
                #expect(try transaction.dueGrants(limit: 9).map(\.id) == ["a", "b"], "one is due at this instant")
                #expect(try transaction.dueGrants(limit: 1).map(\.id) == ["a"])
                #expect(try transaction.dueAreas(limit: 9).map(\.id) == ["area"])
            }
        }
    }

    @Test("Grants and areas by the process that they end with", arguments: CatalogueUnderTest.all)
    func subjects(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let one = try transaction.add(.sample("1", scope: .process(Self.subject), at: clock.now))
                let two = try transaction.add(.sample("2", scope: .process(Self.otherSubject), at: clock.now))
                _ = try transaction.add(.sample("3", scope: .all, at: clock.now))
                let ended = try transaction.add(.sample("4", scope: .process(Self.subject), at: clock.now))
                try transaction.end(ended, .revoked)
                #expect(try transaction.grantsWithSubject(after: 0, limit: 9).map(\.id) == ["1", "2"])
                #expect(try transaction.grantsWithSubject(after: one.number, limit: 9).map(\.id) == ["2"])
                #expect(try transaction.grantsWithSubject(after: two.number, limit: 9).isEmpty)
                #expect(try transaction.grants(withSubject: Self.subject, limit: 9).map(\.id) == ["1"])
                #expect(try transaction.grants(withSubject: .init(pid: 70, started: 7), limit: 9).isEmpty)
                for (id, bound) in [("a", Self.subject), ("b", nil), ("c", Self.otherSubject), ("d", Self.subject)] {
                    try transaction.insert(.sample(id, of: one, at: clock.now, bound: bound))
                }
                #expect(try transaction.boundAreas(after: "", limit: 2).map(\.id) == ["a", "c"])
                #expect(try transaction.boundAreas(after: "c", limit: 2).map(\.id) == ["d"])
                #expect(try transaction.areas(boundTo: Self.subject, after: "", limit: 9).map(\.id) == ["a", "d"])
                #expect(try transaction.areas(boundTo: Self.subject, after: "a", limit: 9).map(\.id) == ["d"])
            }
        }
    }

    @Test("Originals that only a descriptor reaches", arguments: CatalogueUnderTest.all)
    func held(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let byPath = OriginalRecord(path: [0x2F], device: 1, inode: 1, size: 1, modified: 1)
                let held = OriginalRecord(path: nil, device: 1, inode: 1, size: 1, modified: 1)
                _ = try transaction.add(.sample("path", at: clock.now, [.sample(nil, original: byPath)]))
                let one = try transaction.add(.sample("1", at: clock.now, [.sample(nil, original: held)]))
                _ = try transaction.add(.sample("2", at: clock.now, [.sample(), .sample(nil, original: held)]))
                #expect(try transaction.grantsHeldOpen(after: 0, limit: 9).map(\.id) == ["1", "2"])
                #expect(try transaction.grantsHeldOpen(after: one.number, limit: 9).map(\.id) == ["2"])
                try transaction.end(one, .lost)
                #expect(try transaction.grantsHeldOpen(after: 0, limit: 9).map(\.id) == ["2"])
            }
        }
    }

    @Test(
        "A promise is kept once, while its grant is active; what is left of it can be withdrawn",
        arguments: CatalogueUnderTest.all)
    func promises(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let one = try transaction.add(.sample("1", at: clock.now, [.promise(), .sample(), .promise()]))
                let two = try transaction.add(.sample("2", at: clock.now, [.promise()]))
                _ = try transaction.add(.sample("3", at: clock.now))
                #expect(try transaction.grantsPromising(after: 0, limit: 9).map(\.id) == ["1", "2"])
                #expect(try transaction.grantsPromising(after: one.number, limit: 9).map(\.id) == ["2"])

                let object = ObjectRecord.sample()
                #expect(try transaction.keepPromise(one.number, place: 2, .sample(object)))
                #expect(try !transaction.keepPromise(one.number, place: 2, .sample()), "kept once")
                #expect(try !transaction.keepPromise(one.number, place: 1, .sample()), "never promised")
                let kept = try #require(try transaction.grant(number: one.number))
                #expect(kept.representations.map(\.isPromised) == [true, false, false])
                #expect(kept.representations.map(\.place) == [0, 1, 2])
                #expect(kept.representations[2].object == object)
                #expect(try transaction.isKnown(.object, name: object.id))

                #expect(try transaction.withdrawPromises(of: one.number) == 2)
                #expect(try transaction.grant(number: one.number)?.representations.map(\.place) == [1, 2])
                try transaction.end(two, .revoked)
                #expect(try !transaction.keepPromise(two.number, place: 0, .sample()), "the grant has ended")
                #expect(try transaction.grantsPromising(after: 0, limit: 9).isEmpty)
            }
        }
    }

    @Test(
        "An admitted receive keeps the bytes and the record, not the area of another", arguments: CatalogueUnderTest.all
    )
    func openClaims(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            let grant = try catalogue.transact { (transaction) throws in
                let grant = try transaction.add(.sample("g", at: clock.now, [.sample(.sample("o"))]))
                let other = try transaction.add(.sample("h", at: clock.now, [.sample(.sample("p"))]))
                try transaction.setUses(grant.number, left: nil, openClaims: 1)
                try transaction.insert(.sample("a", of: grant, at: clock.now))
                try transaction.end(grant, .revoked)
                try transaction.end(other, .revoked)
                try transaction.end(try #require(try transaction.area(id: "a")))
                #expect(try transaction.removals(limit: 9).map(\.name) == ["p", "a"])
                return grant
            }
            clock.advance(seconds: 100)
            try catalogue.transact { (transaction) throws in
                #expect(try transaction.forget(endedBefore: clock.now.boot, limit: 9) == 1)
                #expect(try transaction.grant(id: "g") != nil)
                #expect(try transaction.grant(id: "h") == nil)
                #expect(try transaction.grantsBeingReceived(after: 0, limit: 9).map(\.id) == ["g"])
                try transaction.setUses(grant.number, left: nil, openClaims: 0)
                #expect(try transaction.removals(limit: 9).map(\.name) == ["o", "p", "a"])
                #expect(try transaction.removals(limit: 2).map(\.name) == ["o", "p"])
                #expect(try transaction.forget(endedBefore: clock.now.boot, limit: 9) == 1)
                #expect(try transaction.grant(id: "g") == nil)
            }
        }
    }

    @Test(
        "Forgetting takes what is old enough, so much at a time, and all that belongs to it",
        arguments: CatalogueUnderTest.all)
    func forgetting(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                for number in 0..<5 {
                    let grant = try transaction.add(.sample("g\(number)", at: clock.now))
                    try transaction.addToken(digest(number), to: grant.number)
                    try transaction.insert(ReceptionRecord(uid: 1, pid: 1, at: 1, type: "t"), of: grant.number)
                    try transaction.end(grant, .revoked)
                    try transaction.remember(request: [UInt8(number)], answer: [1], until: clock.now)
                }
                _ = try transaction.add(.sample("live", at: clock.now))
                #expect(try transaction.forget(endedBefore: clock.now.boot - 1, limit: 9) == 5, "the answers")
                #expect(try transaction.forget(endedBefore: clock.now.boot, limit: 3) == 3)
                #expect(try transaction.forget(endedBefore: clock.now.boot, limit: 3) == 2)
                #expect(try transaction.forget(endedBefore: clock.now.boot, limit: 3) == 0)
                for number in 0..<5 { #expect(try transaction.grant(token: digest(number)) == nil) }
                #expect(try transaction.grant(id: "live") != nil)
                #expect(try transaction.removals(limit: 9).count == 5, "bytes go by their own queue")
            }
        }
    }

    @Test("rule 5: a name that is to go is remembered until it is gone", arguments: CatalogueUnderTest.all)
    func moves(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, _ in
            let moves = (0..<3).map {
                MoveRecord(object: "o\($0)", volume: "", inode: .max - UInt64($0), path: [47, 0xFF, UInt8($0)])
            }
            try catalogue.transact { transaction in for move in moves { try transaction.insert(move) } }
            try catalogue.transact { (transaction) throws in
                #expect(try Set(transaction.moves(limit: 9)) == Set(moves))
                #expect(try transaction.moves(limit: 2).count == 2)
                try transaction.finishMove(of: "o1")
                #expect(try Set(transaction.moves(limit: 9)) == [moves[0], moves[2]])
            }
        }
    }

    @Test("rule 2: another boot moves every deadline; the same one moves none", arguments: CatalogueUnderTest.all)
    func rebasing(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let grant = try transaction.add(.sample("g", at: clock.now, life: 3600))
                let process = try transaction.add(.sample("p", scope: .process(Self.subject), at: clock.now))
                try transaction.insert(.sample("a", of: grant, at: clock.now, lease: 600))
                try transaction.insert(.sample("b", of: process, at: clock.now, lease: 600, bound: Self.subject))
                try transaction.remember(request: [1], answer: [1], until: grant.deadline)
            }
            clock.advance(seconds: 100)
            try catalogue.transact { (transaction) throws in
                try transaction.rebase(bootID: "first boot")
                #expect(try transaction.grant(id: "g")?.deadline.boot == clock.now.boot + 3500 * TestClock.second)
                #expect(try transaction.grant(id: "p")?.state == .active)
            }
            clock.reboot(wallSeconds: 50)
            try catalogue.transact { (transaction) throws in
                try transaction.rebase(bootID: "second boot")
                #expect(
                    try transaction.grant(id: "g")?.deadline
                        == clock.now.advanced(byNanoseconds: 3450 * TestClock.second))
                #expect(
                    try transaction.area(id: "a")?.lease == clock.now.advanced(byNanoseconds: 450 * TestClock.second))
                #expect(try transaction.grant(id: "p")?.state == .subjectEnded)
                #expect(try transaction.area(id: "b") == nil)
                #expect(try transaction.answer(to: [1]) == nil)
                try transaction.rebase(bootID: "second boot")
                #expect(
                    try transaction.grant(id: "g")?.deadline
                        == clock.now.advanced(byNanoseconds: 3450 * TestClock.second))
            }
        }
    }

    @Test(
        "rule 2: a grant that was made after the last moment that was noted has what was left of it then",
        arguments: CatalogueUnderTest.all)
    func rebasingWhatCameLater(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { _ = try $0.add(.sample("early", at: clock.now, life: 3600)) }
            clock.advance(seconds: 1000)
            try catalogue.transact { _ = try $0.add(.sample("late", at: clock.now, life: 3600)) }
            clock.reboot(wallSeconds: 50)
            try catalogue.transact { (transaction) throws in
                try transaction.rebase(bootID: "second boot")
                for (id, left) in [("early", 2550), ("late", 3550)] {
                    #expect(
                        try transaction.grant(id: id)?.deadline
                            == clock.now.advanced(byNanoseconds: Int64(left) * TestClock.second), "\(id)")
                }
            }
            // A wall clock that went back meanwhile gives nothing for nothing.
            clock.advance(seconds: 10)
            try catalogue.transact { _ = try $0.add(.sample("last", at: clock.now, life: 3600)) }
            clock.reboot(wallSeconds: -100_000)
            try catalogue.transact { (transaction) throws in
                try transaction.rebase(bootID: "third boot")
                #expect(
                    try transaction.grant(id: "last")?.deadline
                        == clock.now.advanced(byNanoseconds: 3600 * TestClock.second))
                // Made in the boot before: its own moment is on another clock.
                #expect(
                    try transaction.grant(id: "late")?.deadline
                        == clock.now.advanced(byNanoseconds: 3550 * TestClock.second))
            }
        }
    }
}
