internal import SQLite
internal import StagingModel

extension SQLiteTransaction {
    func insert(_ drop: DropRecord) throws -> Int64 {
        rarities.hasDrops = true
        try connection.run(
            """
            INSERT INTO drops (id, owner_uid, name, grant_number, request, tries, max_tries, state, reason)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, Value(drop.id), Value(drop.owner), Value(drop.name), Value(drop.grantNumber), Value(drop.request),
            Value(drop.tries), Value(drop.mostTries), Value(drop.state.rawValue), Value(drop.reason))
        return connection.lastInsertRowID
    }

    func drop(id: String) throws -> DropRecord? { try someDrops("id = ?", [Value(id)]).first }

    func drop(number: Int64) throws -> DropRecord? { try someDrops("number = ?", [Value(number)]).first }

    func drop(grant: Int64) throws -> DropRecord? { try someDrops("grant_number = ?", [Value(grant)]).first }

    func drops(of uid: UInt32, at name: String?, after number: Int64, limit: Int) throws -> [DropRecord] {
        let unfinished = "state IN ('queued', 'accepted', 'dead')"
        guard let name else {
            return try someDrops(
                "owner_uid = ? AND \(unfinished) AND number > ? ORDER BY number LIMIT ?",
                [Value(uid), Value(number), Value(limit)], by: "drops_of_user")
        }
        return try someDrops(
            "owner_uid = ? AND name = ? AND \(unfinished) AND number > ? ORDER BY number LIMIT ?",
            [Value(uid), Value(name), Value(number), Value(limit)], by: "drops_of_destination")
    }

    func liveDrops(after number: Int64, limit: Int) throws -> [DropRecord] {
        try someDrops(
            "state IN ('queued', 'accepted') AND number > ? ORDER BY number LIMIT ?", [Value(number), Value(limit)],
            by: "drops_live")
    }

    func update(_ drop: DropRecord) throws {
        try connection.run(
            "UPDATE drops SET state = ?, tries = ?, reason = ? WHERE number = ?", Value(drop.state.rawValue),
            Value(drop.tries), Value(drop.reason), Value(drop.number))
    }

    func removeDrop(_ number: Int64) throws {
        try connection.run("DELETE FROM drops WHERE number = ?", Value(number))
    }

    /// - Parameter index: the one to use, where SQLite would take another and look at finished ones too.
    private func someDrops(_ condition: String, _ values: [Value], by index: String? = nil) throws -> [DropRecord] {
        try connection.rows(
            """
            SELECT number, id, owner_uid, name, grant_number, request, tries, max_tries, state, reason
            FROM drops \(index.map { "INDEXED BY \($0) " } ?? "")WHERE \(condition)
            """, values
        ) { row in
            var drop = DropRecord(
                id: row.text(1), owner: UInt32(truncatingIfNeeded: row.int64(2)), name: row.text(3),
                grantNumber: row.int64(4), request: row.text(5), mostTries: row.int(7))
            drop.number = row.int64(0)
            drop.tries = row.int(6)
            drop.state = DropItem.State(rawValue: row.text(8)) ?? .dead
            drop.reason = row.textOrNil(9)
            return drop
        }
    }
}
