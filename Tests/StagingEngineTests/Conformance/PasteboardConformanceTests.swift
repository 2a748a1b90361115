@testable import StagingEngine
import StagingModel
import Testing

/// What every ``Catalogue`` MUST do: pasteboards.
@Suite struct PasteboardConformanceTests {
    private static let subject = ResolvedScope.Subject(pid: .max, started: .max)
    private static let name = PasteboardName(owner: 1000, name: "naïve \u{1F600}")

    @Test(
        "What is on a pasteboard comes back in the order in which it was put there", arguments: CatalogueUnderTest.all)
    func roundTrip(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let numbers = try (0..<3).map { _ in try transaction.add(.sample(at: clock.now)).number }
                #expect(try transaction.pasteboard(Self.name) == nil)
                #expect(try transaction.grants(on: Self.name).isEmpty)
                let record = PasteboardRecord(name: Self.name, changeCount: 7, bound: Self.subject)
                try transaction.set(record, grants: [numbers[2], numbers[0]])
                #expect(try transaction.pasteboard(Self.name) == record)
                #expect(try transaction.grants(on: Self.name).map(\.number) == [numbers[2], numbers[0]])
                #expect(try transaction.pasteboard(ofGrant: numbers[0]) == Self.name)
                #expect(try transaction.pasteboard(ofGrant: numbers[1]) == nil)

                let next = PasteboardRecord(name: Self.name, changeCount: 8)
                try transaction.set(next, grants: [numbers[0], numbers[1]])
                #expect(try transaction.pasteboard(Self.name) == next)
                #expect(try transaction.grants(on: Self.name).map(\.number) == [numbers[0], numbers[1]])
                #expect(
                    try transaction.grant(number: numbers[2])?.state == .active, "it is on no pasteboard, and stays")
            }
        }
    }

    @Test("Names are a user's own", arguments: CatalogueUnderTest.all)
    func owners(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let names = [Self.name, PasteboardName(owner: .max, name: Self.name.name)]
                for (count, name) in names.enumerated() {
                    let grant = try transaction.add(.sample(uid: name.owner, at: clock.now))
                    try transaction.set(
                        PasteboardRecord(name: name, changeCount: Int64(count)), grants: [grant.number])
                }
                #expect(try names.map { try transaction.pasteboard($0)?.changeCount } == [0, 1])
                #expect(try names.map { try transaction.grants(on: $0).map(\.senderUID) } == [[1000], [.max]])
                #expect(try names.map { try transaction.pasteboardCount(of: $0.owner) } == [1, 1])
            }
        }
    }

    @Test("A grant that ends is on no pasteboard any more", arguments: CatalogueUnderTest.all, Grant.State.ends)
    func ends(_ implementation: CatalogueUnderTest, _ state: Grant.State) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                let grants = try (0..<2).map { _ in try transaction.add(.sample(at: clock.now)) }
                try transaction.set(
                    PasteboardRecord(name: Self.name, changeCount: 1), grants: grants.map(\.number))
                try transaction.end(grants[0], state)
                #expect(try transaction.grants(on: Self.name).map(\.number) == [grants[1].number])
                #expect(try transaction.pasteboard(Self.name)?.changeCount == 1)
                // Its number may be another's place now.
                try transaction.set(PasteboardRecord(name: Self.name, changeCount: 2), grants: [grants[1].number])
                #expect(try transaction.pasteboard(ofGrant: grants[0].number) == nil)
            }
        }
    }

    @Test(
        "Empty pasteboards are forgotten one by one, and no count is ever seen twice", arguments: CatalogueUnderTest.all
    )
    func forgetting(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                #expect(try transaction.firstChangeCount() == 0)
                let grant = try transaction.add(.sample(at: clock.now))
                try transaction.set(PasteboardRecord(name: Self.name, changeCount: 99), grants: [grant.number])
                for count in [5, 3, 4] as [Int64] {
                    let name = PasteboardName(owner: 1000, name: "\(count)")
                    try transaction.set(PasteboardRecord(name: name, changeCount: count), grants: [])
                }
                try transaction.set(
                    PasteboardRecord(name: PasteboardName(owner: 9, name: "other"), changeCount: 50), grants: [])
                var forgotten = 0
                while try transaction.forgetEmptyPasteboard(of: 1000) { forgotten += 1 }
                #expect(forgotten == 3)
                #expect(try transaction.pasteboardCount(of: 1000) == 1)
                #expect(try transaction.pasteboardCount(of: 9) == 1)
                #expect(try transaction.firstChangeCount() == 5)
            }
        }
    }

    @Test("Pasteboards that end with a process are found by it, page by page", arguments: CatalogueUnderTest.all)
    func bound(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            try catalogue.transact { (transaction) throws in
                var names: [PasteboardName] = []
                for owner in [7, 1000] as [UInt32] {
                    for name in ["b", "a"] {
                        names.append(PasteboardName(owner: owner, name: name))
                        let other = ResolvedScope.Subject(pid: 1, started: UInt64(owner))
                        try transaction.set(
                            PasteboardRecord(
                                name: PasteboardName(owner: owner, name: name), changeCount: 1,
                                bound: name == "a" ? Self.subject : other), grants: [])
                    }
                }
                try transaction.set(PasteboardRecord(name: Self.name, changeCount: 1), grants: [])
                names.sort { ($0.owner, $0.name) < ($1.owner, $1.name) }
                #expect(try transaction.boundPasteboards(after: nil, limit: 9).map(\.name) == names)
                #expect(try transaction.boundPasteboards(after: names[1], limit: 1).map(\.name) == [names[2]])
                #expect(try transaction.boundPasteboards(after: names[3], limit: 9).isEmpty)
                let found = try transaction.pasteboards(boundTo: Self.subject, limit: 9)
                #expect(Set(found.map(\.name)) == Set(names.filter { $0.name == "a" }))
                #expect(try transaction.pasteboards(boundTo: Self.subject, limit: 1).count == 1)
                for pasteboard in found { try transaction.unbind(pasteboard.name) }
                #expect(try transaction.pasteboards(boundTo: Self.subject, limit: 9).isEmpty)
                #expect(try transaction.pasteboard(names[0])?.bound == nil)
            }
        }
    }

    @Test("rule 2: with a reboot ends what ends with a process, and nothing else", arguments: CatalogueUnderTest.all)
    func reboot(_ implementation: CatalogueUnderTest) throws {
        try implementation.with { catalogue, clock in
            let other = PasteboardName(owner: 1000, name: "other")
            try catalogue.transact { (transaction) throws in
                for (name, bound) in [(Self.name, Self.subject), (other, nil)] {
                    let grant = try transaction.add(.sample(at: clock.now))
                    try transaction.set(
                        PasteboardRecord(name: name, changeCount: 1, bound: bound), grants: [grant.number])
                }
            }
            clock.reboot(wallSeconds: 60)
            try catalogue.transact { (transaction) throws in
                try transaction.rebase(bootID: "second boot")
                #expect(try transaction.grants(on: Self.name).isEmpty)
                #expect(try transaction.pasteboard(Self.name)?.bound == nil)
                #expect(try transaction.grants(on: other).count == 1)
            }
        }
    }
}

extension Grant.State {
    /// What a grant can come to.
    static let ends: [Grant.State] = [.expired, .revoked, .spent, .subjectEnded, .lost]
}
