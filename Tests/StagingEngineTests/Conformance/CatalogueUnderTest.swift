import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Testing

/// A catalogue that the conformance suite is run on. Another implementation is one more of ``all``.
struct CatalogueUnderTest: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether another catalogue can be opened on what this one holds.
    let isPersistent: Bool
    /// Opens the catalogue that belongs to a folder, on a clock.
    let open: @Sendable (_ folder: Path, TestClock) throws -> any Catalogue

    static let all = [
        CatalogueUnderTest(testDescription: "SQLite, a file", isPersistent: true) { folder, clock in
            try SQLiteCatalogue(path: folder.appending("catalogue").text) { clock.now }
        },
        CatalogueUnderTest(testDescription: "SQLite, in memory", isPersistent: false) { _, clock in
            try SQLiteCatalogue(path: ":memory:") { clock.now }
        },
    ]

    static let persistent = all.filter(\.isPersistent)

    /// Lends a new catalogue and the clock that it goes by.
    func with(_ body: (any Catalogue, TestClock) throws -> Void) throws {
        try Scratch.with { scratch in
            let clock = TestClock()
            let catalogue = try open(scratch.path, clock)
            defer { catalogue.close() }
            try catalogue.transact { try $0.rebase(bootID: "first boot") }
            try body(catalogue, clock)
        }
    }
}

// MARK: Records to put in

extension GrantRecord {
    /// A grant of one staged file.
    static func sample(
        _ id: String = StoreName.random(), uid: UInt32 = 1000, scope: ResolvedScope = .team(nil), at now: Moment,
        life seconds: Int64 = 3600, uses: Int? = nil, key: String? = nil,
        _ representations: [RepresentationRecord]? = nil
    ) -> GrantRecord {
        GrantRecord(
            id: id, senderUID: uid, senderPID: 77, scope: scope, created: now,
            deadline: now.advanced(byNanoseconds: seconds * TestClock.second), usesLeft: uses, key: key,
            fingerprint: key.map { _ in "print" }, representations: representations ?? [.sample()])
    }
}

extension RepresentationRecord {
    static func sample(_ object: ObjectRecord? = .sample(), original: OriginalRecord? = nil) -> RepresentationRecord {
        RepresentationRecord(
            shown: Representation(
                type: "public.png", mime: "image/png", name: "naïve \u{1F600}.png", size: .max, scope: .group("staff"),
                kind: object == nil ? .original : .moved, staged: .rename, consistency: .lease,
                declaredType: "public.jpeg", typeMismatch: true),
            scope: .group(.max), object: object, original: original)
    }
}

extension RepresentationRecord {
    static func promise() -> RepresentationRecord {
        var promise = sample(nil)
        promise.shown.kind = .promised
        promise.supertypes = ["public.image", "public.data"]
        return promise
    }
}

extension ObjectRecord {
    static func sample(_ id: String = StoreName.random()) -> ObjectRecord {
        ObjectRecord(
            id: id, volume: "/vol", isTree: false, size: 1 << 40, inode: .max, modified: .min, mode: 0o444,
            owner: .max, permissions: 0o755)
    }
}

extension AreaRecord {
    static func sample(
        _ id: String = StoreName.random(), of grant: GrantRecord, uid: UInt32 = 2000, object: String = "object",
        at now: Moment, lease seconds: Int64 = 60, claim: String? = nil, bound: ResolvedScope.Subject? = nil
    ) -> AreaRecord {
        AreaRecord(
            id: id, grantNumber: grant.number, grantID: grant.id, receiverUID: uid, volume: "/vol", name: "a.png",
            type: "public.png", size: 5, object: object,
            lease: now.advanced(byNanoseconds: seconds * TestClock.second), claim: claim, bound: bound)
    }
}

extension ReceptionRecord {
    static let sample = ReceptionRecord(uid: 5, pid: 6, at: 7, type: "public.png")
}

extension CatalogueTransaction {
    /// Inserts the grant and answers it with its number.
    func add(_ grant: GrantRecord, token digest: [UInt8]? = nil) throws -> GrantRecord {
        var grant = grant
        grant.number = try insert(grant, token: digest)
        return grant
    }
}

/// The digest of a token, as long as SHA-256 makes them.
func digest(_ number: Int) -> [UInt8] { [UInt8](repeating: 0, count: 31) + [UInt8(number)] }

/// What a record holds, for comparison: every member by its name.
func parts(_ record: Any) -> String {
    var text = ""
    dump(record, to: &text)
    return text
}
