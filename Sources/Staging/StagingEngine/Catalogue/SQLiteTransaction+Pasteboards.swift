internal import SQLite

extension SQLiteTransaction {
    func pasteboard(_ name: PasteboardName) throws -> PasteboardRecord? {
        try connection.first(
            Self.selection + "owner = ? AND name = ?", [Value(name.owner), Value(name.name)], Self.pasteboard)
    }

    func grants(on name: PasteboardName) throws -> [GrantRecord] {
        try connection.rows(
            "SELECT grant_number FROM pasteboard_items WHERE owner = ? AND name = ? ORDER BY place",
            [Value(name.owner), Value(name.name)]
        ) { $0.int64(0) }.compactMap { try grant(number: $0) }
    }

    func pasteboard(ofGrant number: Int64) throws -> PasteboardName? {
        try connection.first("SELECT owner, name FROM pasteboard_items WHERE grant_number = ?", [Value(number)]) {
            PasteboardName(owner: UInt32(truncatingIfNeeded: $0.int64(0)), name: $0.text(1))
        }
    }

    func set(_ pasteboard: PasteboardRecord, grants: [Int64]) throws {
        let (owner, name) = (Value(pasteboard.name.owner), Value(pasteboard.name.name))
        try connection.run(
            "INSERT OR REPLACE INTO pasteboards VALUES (?, ?, ?, ?, ?)", owner, name, Value(pasteboard.changeCount),
            Value(pasteboard.bound?.pid), Value(pasteboard.bound.map { Int64(bitPattern: $0.started) }))
        try connection.run("DELETE FROM pasteboard_items WHERE owner = ? AND name = ?", owner, name)
        if !grants.isEmpty { rarities.hasPasteboardItems = true }
        for (place, grant) in grants.enumerated() {
            try connection.run(
                "INSERT INTO pasteboard_items VALUES (?, ?, ?, ?)", owner, name, Value(place), Value(grant))
        }
    }

    func pasteboardCount(of uid: UInt32) throws -> Int {
        try connection.first("SELECT count(*) FROM pasteboards WHERE owner = ?", [Value(uid)]) { $0.int(0) } ?? 0
    }

    func forgetEmptyPasteboard(of uid: UInt32) throws -> Bool {
        let forgotten = try connection.first(
            """
            SELECT name, change_count FROM pasteboards WHERE owner = ?1 AND NOT EXISTS (SELECT 1 FROM pasteboard_items
                WHERE pasteboard_items.owner = ?1 AND pasteboard_items.name = pasteboards.name) LIMIT 1
            """, [Value(uid)]
        ) { ($0.text(0), $0.int64(1)) }
        guard let (name, count) = forgotten else { return false }
        try connection.run("DELETE FROM pasteboards WHERE owner = ? AND name = ?", Value(uid), Value(name))
        // Should it be used again, its count goes on from there, for who remembers an earlier one.
        if try firstChangeCount() < count {
            try connection.run("INSERT OR REPLACE INTO meta VALUES ('first_change_count', ?)", Value(count))
        }
        return true
    }

    func firstChangeCount() throws -> Int64 {
        try connection.first("SELECT value FROM meta WHERE name = 'first_change_count'") { $0.int64(0) } ?? 0
    }

    func boundPasteboards(after name: PasteboardName?, limit: Int) throws -> [PasteboardRecord] {
        try connection.rows(
            Self.selection + "bound_pid IS NOT NULL AND (owner, name) > (?, ?) ORDER BY owner, name LIMIT ?",
            // Before every owner.
            [name.map { Value($0.owner) } ?? -1, Value(name?.name ?? ""), Value(limit)], Self.pasteboard)
    }

    func pasteboards(boundTo subject: ResolvedScope.Subject, limit: Int) throws -> [PasteboardRecord] {
        try connection.rows(
            Self.selection + "bound_pid = ? AND bound_started = ? LIMIT ?",
            [Value(subject.pid), Value(Int64(bitPattern: subject.started)), Value(limit)], Self.pasteboard)
    }

    func unbind(_ name: PasteboardName) throws {
        try connection.run(
            "UPDATE pasteboards SET bound_pid = NULL, bound_started = NULL WHERE owner = ? AND name = ?",
            Value(name.owner), Value(name.name))
    }

    private static let selection = "SELECT owner, name, change_count, bound_pid, bound_started FROM pasteboards WHERE "

    private static func pasteboard(_ row: borrowing Row) -> PasteboardRecord {
        PasteboardRecord(
            name: PasteboardName(owner: UInt32(truncatingIfNeeded: row.int64(0)), name: row.text(1)),
            changeCount: row.int64(2),
            bound: row.int64OrNil(3).map { pid in
                ResolvedScope.Subject(
                    pid: Int32(truncatingIfNeeded: pid), started: UInt64(bitPattern: row.int64(4)))
            })
    }
}
