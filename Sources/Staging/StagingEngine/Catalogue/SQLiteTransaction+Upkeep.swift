internal import LinuxSystem
internal import SQLite
internal import StagingModel

extension SQLiteTransaction {
    func nextDeadline(after moment: Int64) throws -> Int64? {
        try connection.first(
            """
            SELECT min(at) FROM (
                SELECT min(ends_boot) AS at FROM grants WHERE is_active = 1 AND ends_boot > ?1
                UNION ALL SELECT min(lease_boot) FROM areas WHERE claim IS NULL AND lease_boot > ?1)
            """, [Value(moment)]
        ) { $0.int64OrNil(0) } ?? nil
    }

    func forget(endedBefore tombstones: Int64, limit: Int) throws -> Int {
        // Answers are remembered for the same time, so the oldest are the first.
        var forgotten = try connection.run(
            """
            DELETE FROM requests WHERE deadline_boot <= ?1 AND number IN
                (SELECT number FROM requests ORDER BY number LIMIT ?2)
            """, Value(now.boot), Value(limit))
        let ended = try connection.rows(
            """
            SELECT number FROM grants WHERE is_active = 0 AND ends_boot <= ? AND open_claims = 0
            ORDER BY ends_boot LIMIT ?
            """, [Value(tombstones), Value(limit + claims.count)]
        ) { $0.int64(0) }.filter { volatileClaims(of: $0) == 0 }.prefix(limit)
        var rows = limit * Self.rowsOfGrant
        for number in ended where rows > 0 {
            // What is left of one that has very many goes the next time.
            if try forgetWhatBelongs(to: number, &rows) {
                try connection.run("DELETE FROM grants WHERE number = ?", Value(number))
                rows -= 1
            }
            forgotten += 1
        }
        return forgotten
    }

    /// The rows of a usual grant: its own, a representation, a token and a reception or two.
    private static let rowsOfGrant = 5

    /// - Parameter rows: how many may go, less those that went.
    /// - Returns: whether nothing is left.
    private func forgetWhatBelongs(to grant: Int64, _ rows: inout Int) throws -> Bool {
        rows -= try connection.run(
            """
            DELETE FROM receptions WHERE grant_number = ?1 AND place IN
                (SELECT place FROM receptions WHERE grant_number = ?1 LIMIT ?2)
            """, Value(grant), Value(rows))
        if rows <= 0 { return false }
        rows -= try connection.run(
            """
            DELETE FROM representations WHERE slot IN
                (SELECT slot FROM representations WHERE slot BETWEEN ?1 << 8 AND ?1 << 8 | 255 LIMIT ?2)
            """, Value(grant), Value(rows))
        if rows <= 0 { return false }
        rows -= try connection.run("DELETE FROM drops WHERE grant_number = ?", Value(grant))
        return try forgetTokens(of: grant, &rows)
    }

    private func forgetTokens(of grant: Int64, _ rows: inout Int) throws -> Bool {
        let tokens =
            try connection.first("SELECT tokens FROM grants WHERE number = ?", [Value(grant)]) { $0.blob(0) } ?? []
        var rest = tokens[...]
        while !rest.isEmpty, rows > 0 {
            rows -= try connection.run(
                "DELETE FROM tokens WHERE digest = ?", Value(Array(rest.prefix(Self.digestBytes))))
            rest = rest.dropFirst(Self.digestBytes)
        }
        if rest.isEmpty { return true }
        try connection.run("UPDATE grants SET tokens = ? WHERE number = ?", Value(Array(rest)), Value(grant))
        return false
    }

    /// The length of a token's digest (SHA-256).
    static let digestBytes = 32

    func removals(limit: Int) throws -> [RemovalRecord] {
        try connection.rows(
            """
            SELECT removals.number, volume, place, name FROM removals
            WHERE grant_number IS NULL
                OR NOT EXISTS (SELECT 1 FROM grants WHERE grants.number = removals.grant_number AND open_claims > 0)
            ORDER BY removals.number LIMIT ?
            """, [Value(limit)]
        ) { row in
            RemovalRecord(
                number: row.int64(0), volume: row.text(1), place: .init(rawValue: row.text(2)) ?? .area,
                name: row.text(3))
        }
    }

    func insert(_ move: MoveRecord) throws {
        try connection.run(
            "INSERT INTO moves VALUES (?, ?, ?, ?)", Value(move.object), Value(move.volume),
            Value(Int64(bitPattern: move.inode)), Value(move.path))
    }

    func moves(limit: Int) throws -> [MoveRecord] {
        try connection.rows("SELECT object, volume, inode, path FROM moves LIMIT ?", [Value(limit)]) { row in
            MoveRecord(
                object: row.text(0), volume: row.text(1), inode: UInt64(bitPattern: row.int64(2)), path: row.blob(3))
        }
    }

    func finishMove(of object: String) throws {
        try connection.run("DELETE FROM moves WHERE object = ?", Value(object))
    }

    func queueRemovals(_ removals: [RemovalRecord]) throws {
        for removal in removals { try queueRemoval(removal.place, name: removal.name, volume: removal.volume) }
    }

    func finishRemoval(_ number: Int64) throws {
        try connection.run("DELETE FROM removals WHERE number = ?", Value(number))
    }

    func isKnown(_ place: RemovalRecord.Place, name: String) throws -> Bool {
        let sql =
            switch place {
            case .object:
                """
                SELECT 1 FROM representations JOIN grants ON number = grant_number
                WHERE object = ?1 AND state = 'active' UNION ALL SELECT 1 FROM removals WHERE name = ?1
                """
            case .area: "SELECT 1 FROM areas WHERE id = ?1 UNION ALL SELECT 1 FROM removals WHERE name = ?1"
            }
        return try connection.first(sql, [Value(name)]) { _ in true } ?? false
    }

    func heartbeat(bootID: String) throws {
        for (name, value) in [("boot", Value(bootID)), ("boot_ns", Value(now.boot)), ("wall_ns", Value(now.wall))] {
            try connection.run("INSERT OR REPLACE INTO meta VALUES (?, ?)", Value(name), value)
        }
    }

    /// Lets a reboot be reckoned from this transaction on.
    func noteMoment() throws {
        try connection.run(
            "UPDATE meta SET value = iif(name = 'boot_ns', ?1, ?2) WHERE name IN ('boot_ns', 'wall_ns')",
            Value(now.boot), Value(now.wall))
    }

    func secret() throws -> [UInt8] {
        if let known = try connection.first("SELECT value FROM meta WHERE name = 'secret'", [], { $0.blob(0) }) {
            return known
        }
        let made = RandomBytes.some(32)
        try connection.run("INSERT INTO meta VALUES ('secret', ?)", Value(made))
        return made
    }

    func rebase(bootID: String) throws {
        let lastBootID = try connection.first("SELECT value FROM meta WHERE name = 'boot'") { $0.text(0) }
        guard let lastBootID, lastBootID != bootID else { return try heartbeat(bootID: bootID) }
        let last = Moment(boot: try note("boot_ns") ?? 0, wall: try note("wall_ns") ?? now.wall)
        let passed = max(0, now.wall.saturatingAdd(-last.wall))
        // A grant that was made since is known from then on: a send does not note the moment.
        let rest =
            """
            max(0, iif(created_boot > ?2, deadline_boot - created_boot - max(0, ?4 - created_wall),
                deadline_boot - ?2 - ?3))
            """
        let values = [Value(now.boot), Value(last.boot), Value(passed), Value(now.wall)]
        try connection.run(
            """
            UPDATE grants SET deadline_boot = ?1 + \(rest), deadline_wall = ?4 + \(rest),
                created_boot = min(created_boot, ?1)
            """, values)
        try connection.run(
            """
            UPDATE areas SET lease_boot = ?1 + max(0, lease_boot - ?2 - ?3), lease_wall = ?4 + max(0, lease_boot - ?2 - ?3)
            """, values)
        try connection.run(
            "UPDATE grants SET ended_boot = ?1 - max(0, ?2 - ended_boot) - ?3 WHERE state != 'active'",
            Value(now.boot), Value(last.boot), Value(passed))
        try connection.run("DELETE FROM requests")
        // Some at a time: all of them together may be more than there is memory for.
        while case let grants = try grantsWithSubject(after: 0, limit: 200), !grants.isEmpty {
            for grant in grants { try end(grant, .subjectEnded) }
        }
        while case let areas = try boundAreas(after: "", limit: 200), !areas.isEmpty {
            for area in areas { try end(area) }
        }
        while case let pasteboards = try boundPasteboards(after: nil, limit: 200), !pasteboards.isEmpty {
            for pasteboard in pasteboards {
                for grant in try self.grants(on: pasteboard.name) { try end(grant, .subjectEnded) }
                try unbind(pasteboard.name)
            }
        }
        // A process of this boot can have the pid and the start time of one of that boot.
        try connection.run(
            "UPDATE representations SET scope = ? WHERE scope GLOB 'process *'",
            Value(ResolvedScope.process(ResolvedScope.Subject(pid: 0, started: 0)).text))
        try heartbeat(bootID: bootID)
    }

    private func note(_ name: String) throws -> Int64? {
        try connection.first("SELECT value FROM meta WHERE name = ?", [Value(name)]) { $0.int64(0) }
    }
}
