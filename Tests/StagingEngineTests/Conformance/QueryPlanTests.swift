import LinuxSystem
import SQLite
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Synchronization
import Testing

/// How SQLite goes about each statement of the catalogue.
@Suite struct QueryPlanTests {
    /// What may be gone through, since it is short or ends at a limit: by table, and what the statement has to have.
    private static let allowed: [(table: String, sign: String)] = [
        ("removals", "ORDER BY removals.number LIMIT"),
        ("requests", "ORDER BY number LIMIT"), ("areas", "FROM areas LIMIT"),
        ("areas", "claim IS NOT NULL LIMIT"), ("areas", "bound_pid IS NOT NULL AND id > ? ORDER BY id LIMIT"),
        ("moves", "FROM moves LIMIT"), ("grants", "scope GLOB 'process *' AND number > ? ORDER BY number LIMIT"),
        ("drops", "SELECT 1 FROM drops LIMIT"), ("pasteboard_items", "SELECT 1 FROM pasteboard_items LIMIT"),
        // At a start alone: no more than what it ends, and what each user has, which an index alone tells.
        ("representations", "original_device IS NOT NULL AND original_path IS NULL"),
        ("grants", "count(*) FROM grants INDEXED BY grants_of_user WHERE is_active = 1 GROUP BY"),
        ("areas", "count(*) FROM areas GROUP BY"),
        ("representations", "kind = 'promised') ORDER BY number LIMIT"),
    ]

    @Test("section 6: no statement scans all grants, areas or what belongs to them, or sorts what it finds")
    func plans() throws {
        try Scratch.with { scratch in
            let path = scratch("catalogue").text
            let statements = Mutex<Set<String>>([])
            let catalogue = try SQLiteCatalogue(
                path: path, clock: { TestClock().now },
                fault: { sql in
                    statements.withLock { _ = $0.insert(sql) }
                    return false
                })
            try catalogue.transact { try callAll($0) }
            catalogue.close()
            let connection = try Connection(path: path)
            var seen = 0
            for sql in statements.withLock({ $0 }) where ["SELECT", "UPDATE", "DELETE"].contains(sql.prefix(6)) {
                seen += 1
                let values = [SQLite.Value](repeating: .null, count: Self.placeholders(in: sql))
                for step in try connection.rows("EXPLAIN QUERY PLAN " + sql, values, { $0.text(3) }) {
                    #expect(!step.contains("TEMP B-TREE"), "\(step) of \(sql)")
                    guard step.hasPrefix("SCAN ") else { continue }
                    let table = step.split(separator: " ")[1]
                    if table == "CONSTANT" || table.hasPrefix("(") { continue }
                    let isAllowed = Self.allowed.contains { $0.table == table && sql.contains($0.sign) }
                    #expect(isAllowed, "\(step) of \(sql)")
                }
            }
            #expect(seen >= 40, "as many statements as the catalogue has, about")
        }
    }

    private static func placeholders(in sql: String) -> Int {
        let parts = sql.split(separator: "?", omittingEmptySubsequences: false).dropFirst()
        let numbered = parts.compactMap { Int($0.prefix { $0.isNumber }) }
        return numbered.max() ?? parts.count
    }

    /// Makes every call of a transaction once, but for the one that follows a reboot.
    private func callAll(_ transaction: any CatalogueTransaction) throws {
        let subject = ResolvedScope.Subject(pid: 7, started: 8)
        let now = transaction.now
        try transaction.rebase(bootID: "boot")
        var grant = try transaction.add(.sample("g", at: now, key: "k", [.sample(.sample("o"))]))
        let other = try transaction.add(.sample("h", scope: .process(subject), at: now))
        try transaction.addToken(digest(1), to: grant.number)
        _ = try transaction.tokenCount(of: grant.number)
        _ = try transaction.grant(token: digest(1))
        _ = try transaction.grant(id: "g")
        grant = try #require(try transaction.grant(number: grant.number))
        _ = try transaction.activeGrant(key: "k", of: 1000)
        for active in [true, false] { _ = try transaction.grants(of: 1000, active: active, after: 0, limit: 9) }
        try transaction.claim(grant, outlivesCrash: true)
        try transaction.returnClaim(of: grant, outlivesCrash: true)
        try transaction.setUses(grant.number, left: 1, openClaims: 1)
        _ = try transaction.grantsBeingReceived(after: 0, limit: 9)
        try transaction.setUses(grant.number, left: 1, openClaims: 0)
        try transaction.setDeadline(grant.number, now)
        _ = try transaction.usage(of: 1000)
        let area = AreaRecord.sample("a", of: grant, object: "o", at: now, claim: "c", bound: subject)
        try transaction.insert(area)
        _ = try transaction.area(id: "a")
        _ = try transaction.area(claim: "c")
        _ = try transaction.areas(of: 2000, after: "", limit: 9)
        _ = try transaction.unconfirmedAreas(limit: 9)
        _ = try transaction.areas(limit: 9)
        _ = try transaction.boundAreas(after: "", limit: 9)
        _ = try transaction.areas(boundTo: subject, after: "", limit: 9)
        try transaction.confirmArea(id: "a")
        try transaction.setLease("a", now)
        _ = try transaction.markDamaged(object: "o", limit: 9)
        _ = try transaction.dueAreas(limit: 9)
        try transaction.end(area)
        for at in 0..<1200 {
            try transaction.insert(ReceptionRecord(uid: 1, pid: 1, at: Int64(at), type: "t"), of: grant.number)
        }
        _ = try transaction.receptions(of: grant.number, limit: 9)
        try transaction.update(.sample("o"))
        try transaction.remember(request: [1], answer: [1], until: now)
        _ = try transaction.answer(to: [1])
        _ = try transaction.dueGrants(limit: 9)
        _ = try transaction.grantsWithSubject(after: 0, limit: 9)
        _ = try transaction.grants(withSubject: subject, limit: 9)
        _ = try transaction.grantsHeldOpen(after: 0, limit: 9)
        _ = try transaction.grantsPromising(after: 0, limit: 9)
        _ = try transaction.keepPromise(grant.number, place: 0, .sample())
        _ = try transaction.withdrawPromises(of: grant.number)
        var drop = DropRecord(id: "d", owner: 1, name: "n", grantNumber: grant.number, request: "r", mostTries: 3)
        drop.number = try transaction.insert(drop)
        _ = try transaction.drop(id: "d")
        _ = try transaction.drop(number: drop.number)
        _ = try transaction.drop(grant: grant.number)
        for name in [nil, "n"] { _ = try transaction.drops(of: 1, at: name, after: 0, limit: 9) }
        _ = try transaction.liveDrops(after: 0, limit: 9)
        try transaction.update(drop)
        try transaction.removeDrop(drop.number)
        _ = try transaction.nextDeadline(after: 0)
        let name = PasteboardName(owner: 1000, name: "n")
        try transaction.set(PasteboardRecord(name: name, changeCount: 1, bound: subject), grants: [grant.number])
        _ = try transaction.pasteboard(name)
        _ = try transaction.grants(on: name)
        _ = try transaction.pasteboard(ofGrant: grant.number)
        _ = try transaction.pasteboardCount(of: 1000)
        _ = try transaction.boundPasteboards(after: nil, limit: 9)
        _ = try transaction.pasteboards(boundTo: subject, limit: 9)
        try transaction.unbind(name)
        try transaction.set(PasteboardRecord(name: name, changeCount: 1), grants: [])
        _ = try transaction.forgetEmptyPasteboard(of: 1000)
        try transaction.end(grant, .expired)
        try transaction.end(other, .subjectEnded)
        try transaction.queueRemovals([RemovalRecord(number: 0, volume: "v", place: .object, name: "n")])
        for removal in try transaction.removals(limit: 9) { try transaction.finishRemoval(removal.number) }
        for place in [RemovalRecord.Place.object, .area] { _ = try transaction.isKnown(place, name: "x") }
        try transaction.insert(MoveRecord(object: "o", volume: "v", inode: 1, path: [1]))
        for move in try transaction.moves(limit: 9) { try transaction.finishMove(of: move.object) }
        _ = try transaction.made(token: digest(1))
        _ = try transaction.spendClaim(of: grant, outlivesCrash: true, taken: false, .sample)
        _ = try transaction.secret()
        _ = try transaction.counts()
        try transaction.heartbeat(bootID: "boot")
        while try transaction.forget(endedBefore: now.boot, limit: 9) > 0 {}
    }
}
