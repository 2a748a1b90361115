internal import SQLite
internal import StagingModel

extension SQLiteTransaction {
    func insert(_ area: AreaRecord) throws {
        try connection.run(
            "INSERT INTO areas VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", Value(area.id),
            Value(area.grantNumber), Value(area.grantID), Value(area.receiverUID), Value(area.volume),
            Value(area.name), Value(area.type), Value(area.size), Value(area.object), Value(area.lease.boot),
            Value(area.lease.wall), Value(area.claim), Value(area.bound?.pid),
            Value(area.bound.map { Int64(bitPattern: $0.started) }), Value(area.damaged))
        addUsage(of: area.receiverUID, areas: 1)
        try noteMoment()
    }

    func area(id: String) throws -> AreaRecord? {
        try connection.first("SELECT * FROM areas WHERE id = ?", [Value(id)]) { Self.area($0) }
    }

    func area(claim: String) throws -> AreaRecord? {
        try connection.first("SELECT * FROM areas WHERE claim = ?", [Value(claim)]) { Self.area($0) }
    }

    func areas(limit: Int) throws -> [AreaRecord] {
        try connection.rows("SELECT * FROM areas LIMIT ?", [Value(limit)]) { Self.area($0) }
    }

    func unconfirmedAreas(limit: Int) throws -> [AreaRecord] {
        try connection.rows("SELECT * FROM areas WHERE claim IS NOT NULL LIMIT ?", [Value(limit)]) { Self.area($0) }
    }

    func areas(of uid: UInt32, after id: String, limit: Int) throws -> [AreaRecord] {
        try connection.rows(
            "SELECT * FROM areas WHERE receiver_uid = ? AND id > ? AND claim IS NULL ORDER BY id LIMIT ?",
            [Value(uid), Value(id), Value(limit)]
        ) { Self.area($0) }
    }

    func boundAreas(after id: String, limit: Int) throws -> [AreaRecord] {
        try connection.rows(
            "SELECT * FROM areas WHERE bound_pid IS NOT NULL AND id > ? ORDER BY id LIMIT ?", [Value(id), Value(limit)]
        ) { Self.area($0) }
    }

    func areas(boundTo subject: ResolvedScope.Subject, after id: String, limit: Int) throws -> [AreaRecord] {
        try connection.rows(
            "SELECT * FROM areas WHERE bound_pid = ? AND bound_started = ? AND id > ? ORDER BY id LIMIT ?",
            [Value(subject.pid), Value(Int64(bitPattern: subject.started)), Value(id), Value(limit)]
        ) { Self.area($0) }
    }

    func dueAreas(limit: Int) throws -> [AreaRecord] {
        try connection.rows(
            "SELECT * FROM areas WHERE claim IS NULL AND lease_boot <= ? ORDER BY lease_boot LIMIT ?",
            [Value(now.boot), Value(limit)]
        ) { Self.area($0) }
    }

    func confirmArea(id: String) throws {
        try connection.run("UPDATE areas SET claim = NULL WHERE id = ?", Value(id))
    }

    func setLease(_ area: String, _ lease: Moment) throws {
        try connection.run(
            "UPDATE areas SET lease_boot = ?, lease_wall = ? WHERE id = ?", Value(lease.boot), Value(lease.wall),
            Value(area))
        try noteMoment()
    }

    func markDamaged(object: String, limit: Int) throws -> Int {
        try connection.run(
            """
            UPDATE areas SET damaged = 1 WHERE id IN
                (SELECT id FROM areas WHERE object = ? AND damaged = 0 LIMIT ?)
            """, Value(object), Value(limit))
    }

    func end(_ area: AreaRecord) throws {
        let changed = try connection.run("DELETE FROM areas WHERE id = ?", Value(area.id))
        guard changed > 0 else { return }
        addUsage(of: area.receiverUID, areas: -1)
        try queueRemoval(.area, name: area.id, volume: area.volume)
    }

    private static func area(_ row: borrowing Row) -> AreaRecord {
        let bound = row.int64OrNil(12).map { pid in
            ResolvedScope.Subject(
                pid: Int32(truncatingIfNeeded: pid), started: UInt64(bitPattern: row.int64(13)))
        }
        return AreaRecord(
            id: row.text(0), grantNumber: row.int64(1), grantID: row.text(2),
            receiverUID: UInt32(truncatingIfNeeded: row.int64(3)), volume: row.text(4), name: row.text(5),
            type: row.text(6), size: row.int64(7), object: row.text(8),
            lease: Moment(boot: row.int64(9), wall: row.int64(10)), claim: row.textOrNil(11), bound: bound,
            damaged: row.bool(14))
    }
}
