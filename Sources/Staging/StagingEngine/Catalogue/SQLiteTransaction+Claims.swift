internal import SQLite
internal import StagingModel

/// Claims, and the receptions that they become.
extension SQLiteTransaction {
    func claim(_ grant: GrantRecord, outlivesCrash: Bool) throws {
        if outlivesCrash {
            try connection.run(
                "UPDATE grants SET uses_left = uses_left - 1, open_claims = open_claims + 1 WHERE number = ?",
                Value(grant.number))
        } else {
            claimChanges[grant.number, default: 0] += 1
        }
    }

    func returnClaim(of grant: GrantRecord, outlivesCrash: Bool) throws {
        if outlivesCrash {
            try connection.run(
                "UPDATE grants SET uses_left = uses_left + 1, open_claims = open_claims - 1 WHERE number = ?",
                Value(grant.number))
        } else {
            claimChanges[grant.number, default: 0] -= 1
        }
    }

    func setUses(_ grant: Int64, left: Int?, openClaims: Int) throws {
        claimChanges[grant] = -(claims[grant] ?? 0)
        try connection.run(
            "UPDATE grants SET uses_left = ?, open_claims = ? WHERE number = ?", Value(left), Value(openClaims),
            Value(grant))
    }

    func spendClaim(
        of grant: GrantRecord, outlivesCrash: Bool, taken: Bool, _ reception: ReceptionRecord
    ) throws -> ClaimsLeft? {
        let (uses, claims): (Int64, Int64) = outlivesCrash ? (0, 1) : (1, 0)
        let volatile = Value(volatileClaims(of: grant.number))
        if !outlivesCrash { claimChanges[grant.number, default: 0] -= 1 }
        if grant.usesLeft != nil, let left = try end(grant, taken, uses, claims, volatile, reception) { return left }
        let left = try connection.first(
            """
            UPDATE grants SET open_claims = open_claims - ?2, uses_left = uses_left - ?3 WHERE number = ?1
            RETURNING uses_left, open_claims, state
            """, [Value(grant.number), Value(claims), Value(uses)]
        ) { row in
            let volatile = volatileClaims(of: grant.number)
            return ClaimsLeft(
                uses: row.intOrNil(0).map { $0 - volatile }, openClaims: row.int(1) + volatile,
                state: Grant.State(rawValue: row.text(2)) ?? .lost, hasEnded: false)
        }
        if left != nil { try insert(reception, of: grant.number) }
        return left
    }

    /// Spends a claim, notes its reception, and ends the grant by it, all in one change: that is what is usual where uses
    /// are counted. A reception after which no other can come needs no row of its own.
    /// - Returns: nil, and nothing is changed, where this is not its end.
    private func end(
        _ grant: GrantRecord, _ taken: Bool, _ uses: Int64, _ claims: Int64, _ volatile: Value,
        _ reception: ReceptionRecord
    ) throws -> ClaimsLeft? {
        let left = try connection.first(
            """
            UPDATE grants SET open_claims = open_claims - ?6, uses_left = uses_left - ?7,
                state = 'spent', ended_wall = ?1, ended_boot = ?2,
                last_wall = iif(open_claims + ?5 = 1, ?8, NULL), last_uid = ?9, last_pid = ?10, last_type = ?11
            WHERE number = ?3 AND state = 'active' AND uses_left = ?5 AND (open_claims + ?5 = 1 OR ?4)
            RETURNING open_claims
            """,
            [
                Value(now.wall), Value(now.boot), Value(grant.number), Value(taken), volatile, Value(claims),
                Value(uses), Value(reception.at), Value(reception.uid), Value(reception.pid), Value(reception.type),
            ]
        ) { $0.int(0) + volatileClaims(of: grant.number) }
        guard let left else { return nil }
        if left > 0 { try insert(reception, of: grant.number) }
        try followEnd(of: grant)
        return ClaimsLeft(uses: 0, openClaims: left, state: .spent, hasEnded: true)
    }

    func insert(_ reception: ReceptionRecord, of grant: Int64) throws {
        let place = try connection.first(
            """
            INSERT INTO receptions
            SELECT ?1, 1 + coalesce(max(place), 0), ?2, ?3, ?4, ?5 FROM receptions WHERE grant_number = ?1
            RETURNING place
            """,
            [
                Value(grant), Value(reception.at), Value(reception.uid), Value(reception.pid), Value(reception.type),
            ]
        ) { $0.int(0) }
        // Now and then the oldest go, so that a grant without a limit of uses does not grow without one.
        guard let place, place > Self.mostReceptions, place.isMultiple(of: Self.receptionsAtOnce) else { return }
        try connection.run(
            "DELETE FROM receptions WHERE grant_number = ? AND place <= ?", Value(grant),
            Value(place - Self.mostReceptions))
    }

    /// So many receptions of a grant are remembered, and somewhat more.
    private static let mostReceptions = 1000
    private static let receptionsAtOnce = 100

    func receptions(of grant: Int64, limit: Int) throws -> [ReceptionRecord] {
        let last = try connection.rows(
            """
            SELECT last_uid, last_pid, last_wall, last_type FROM grants WHERE number = ? AND last_wall IS NOT NULL LIMIT ?
            """, [Value(grant), Value(limit)], Self.reception)
        return try last
            + connection.rows(
                "SELECT uid, pid, at, type FROM receptions WHERE grant_number = ? ORDER BY place DESC LIMIT ?",
                [Value(grant), Value(limit - last.count)], Self.reception)
    }

    private static func reception(_ row: borrowing Row) throws(SQLiteError) -> ReceptionRecord {
        ReceptionRecord(
            uid: UInt32(truncatingIfNeeded: row.int64(0)), pid: Int32(truncatingIfNeeded: row.int64(1)),
            at: row.int64(2), type: row.text(3))
    }
}
