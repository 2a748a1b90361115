internal import SQLite
internal import StagingModel

extension SQLiteTransaction {
    func insert(_ grant: GrantRecord, token digest: [UInt8]?) throws -> Int64 {
        try connection.run(
            """
            INSERT INTO grants (id, sender_uid, sender_pid, scope, created_wall, created_boot, deadline_boot,
                deadline_wall, uses_left, open_claims, state, key, fingerprint, tokens)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 'active', ?, ?, ?)
            """, Value(grant.id), Value(grant.senderUID), Value(grant.senderPID), Value(grant.scope.text),
            Value(grant.created.wall), Value(grant.created.boot), Value(grant.deadline.boot),
            Value(grant.deadline.wall), Value(grant.usesLeft), Value(grant.key), Value(grant.fingerprint),
            Value(digest ?? []))
        let number = connection.lastInsertRowID
        for (place, representation) in grant.representations.enumerated() {
            try insert(representation, place: place, of: number)
        }
        if let digest { try insert(token: digest, of: number) }
        addUsage(of: grant.senderUID, grants: 1)
        return number
    }

    /// - Parameter place: 0 to 255.
    private func insert(_ representation: RepresentationRecord, place: Int, of grant: Int64) throws {
        let shown = representation.shown
        let object = representation.object
        let original = representation.original
        try connection.run(
            """
            INSERT INTO representations VALUES
                (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, Value(grant << 8 | Int64(place)), Value(shown.type), Value(shown.mime), Value(shown.name),
            Value(shown.size), Value(representation.scope.text), Value(shown.scope.description),
            Value(shown.kind.rawValue), Value(shown.staged.rawValue), Value(shown.consistency?.rawValue),
            Value(shown.declaredType), Value(shown.typeMismatch), Value(object?.id), Value(object?.volume),
            Value(object?.isTree), Value(object?.size), Value(object.map { Int64(bitPattern: $0.inode) }),
            Value(object?.modified), Value(object?.mode), Value(object?.owner), Value(object?.permissions),
            Value(original?.path), Value(original.map { Int64(bitPattern: $0.device) }),
            Value(original.map { Int64(bitPattern: $0.inode) }), Value(original?.size), Value(original?.modified),
            Value(representation.supertypes.isEmpty ? nil : representation.supertypes.joined(separator: " ")))
    }

    func keepPromise(_ grant: Int64, place: Int, _ representation: RepresentationRecord) throws -> Bool {
        let taken = try connection.run(
            """
            DELETE FROM representations WHERE slot = ?1 << 8 | ?2 AND kind = 'promised'
                AND EXISTS (SELECT 1 FROM grants WHERE number = ?1 AND state = 'active')
            """, Value(grant), Value(place))
        guard taken > 0 else { return false }
        try insert(representation, place: place, of: grant)
        return true
    }

    func withdrawPromises(of grant: Int64) throws -> Int {
        try connection.run("DELETE FROM representations WHERE grant_number = ? AND kind = 'promised'", Value(grant))
        return try connection.first(
            "SELECT count(*) FROM representations WHERE slot BETWEEN ?1 << 8 AND ?1 << 8 | 255", [Value(grant)]
        ) { $0.int(0) } ?? 0
    }

    func grantsPromising(after number: Int64, limit: Int) throws -> [GrantRecord] {
        try someGrants(
            """
            state = 'active' AND number > ? AND number IN (SELECT grant_number FROM representations
                WHERE kind = 'promised') ORDER BY number LIMIT ?
            """, [Value(number), Value(limit)])
    }

    func update(_ object: ObjectRecord) throws {
        try connection.run(
            """
            UPDATE representations SET object_inode = ?, object_modified = ?, object_mode = ?, object_owner = ?
            WHERE object = ?
            """, Value(Int64(bitPattern: object.inode)), Value(object.modified), Value(object.mode),
            Value(object.owner), Value(object.id))
    }

    func tokenCount(of grant: Int64) throws -> Int {
        // What `||` made of the blobs is a text to SQLite, and ends at the first zero.
        try connection.first("SELECT length(CAST(tokens AS BLOB)) FROM grants WHERE number = ?", [Value(grant)]) {
            $0.int(0) / Self.digestBytes
        } ?? 0
    }

    private func insert(token digest: [UInt8], of grant: Int64) throws {
        try connection.run("INSERT INTO tokens VALUES (?, ?, ?)", Value(digest), Value(grant), Value(now.boot))
    }

    func addToken(_ digest: [UInt8], to grant: Int64) throws {
        try insert(token: digest, of: grant)
        // With the grant as well, so that its tokens are found when it is forgotten.
        try connection.run("UPDATE grants SET tokens = tokens || ? WHERE number = ?", Value(digest), Value(grant))
    }

    func made(token digest: [UInt8]) throws -> Int64? {
        try connection.first("SELECT made_boot FROM tokens WHERE digest = ?", [Value(digest)]) { $0.int64(0) }
    }

    func grant(token digest: [UInt8]) throws -> GrantRecord? {
        try oneGrant("number = (SELECT grant_number FROM tokens WHERE digest = ?)", [Value(digest)])
    }

    func grant(id: String) throws -> GrantRecord? { try oneGrant("id = ?", [Value(id)]) }

    func grant(number: Int64) throws -> GrantRecord? { try oneGrant("number = ?", [Value(number)]) }

    func activeGrant(key: String, of uid: UInt32) throws -> GrantRecord? {
        try oneGrant("sender_uid = ? AND key = ? AND state = 'active'", [Value(uid), Value(key)])
    }

    func grants(of uid: UInt32, active: Bool, after number: Int64, limit: Int) throws -> [GrantRecord] {
        try someGrants(
            "sender_uid = ? AND is_active = ? AND number > ? ORDER BY number LIMIT ?",
            [Value(uid), Value(active), Value(number), Value(limit)])
    }

    func grantsWithSubject(after number: Int64, limit: Int) throws -> [GrantRecord] {
        try someGrants(
            "state = 'active' AND scope GLOB 'process *' AND number > ? ORDER BY number LIMIT ?",
            [Value(number), Value(limit)], by: "grants_with_subject")
    }

    func grants(withSubject subject: ResolvedScope.Subject, limit: Int) throws -> [GrantRecord] {
        try someGrants(
            "state = 'active' AND scope GLOB 'process *' AND scope = ? LIMIT ?",
            [Value(ResolvedScope.process(subject).text), Value(limit)])
    }

    func grantsHeldOpen(after number: Int64, limit: Int) throws -> [GrantRecord] {
        try someGrants(
            """
            state = 'active' AND number > ? AND number IN (SELECT grant_number FROM representations
                WHERE original_device IS NOT NULL AND original_path IS NULL) ORDER BY number LIMIT ?
            """, [Value(number), Value(limit)])
    }

    func grantsBeingReceived(after number: Int64, limit: Int) throws -> [GrantRecord] {
        try someGrants("open_claims > 0 AND number > ? ORDER BY number LIMIT ?", [Value(number), Value(limit)])
    }

    func dueGrants(limit: Int) throws -> [GrantRecord] {
        try someGrants(
            "is_active = 1 AND ends_boot <= ? ORDER BY ends_boot LIMIT ?", [Value(now.boot), Value(limit)])
    }

    func setDeadline(_ grant: Int64, _ deadline: Moment) throws {
        try connection.run(
            "UPDATE grants SET deadline_boot = ?, deadline_wall = ? WHERE number = ?", Value(deadline.boot),
            Value(deadline.wall), Value(grant))
        try noteMoment()
    }

    func end(_ grant: GrantRecord, _ state: Grant.State) throws {
        // Time is up when it is up, not when somebody comes by.
        let overdue = state == .expired ? max(0, now.boot - grant.deadline.boot) : 0
        let changed = try connection.run(
            "UPDATE grants SET state = ?, ended_wall = ?, ended_boot = ? WHERE number = ? AND state = 'active'",
            Value(state.rawValue), Value(now.wall - overdue), Value(now.boot - overdue), Value(grant.number))
        if changed > 0 { try followEnd(of: grant) }
    }

    func followEnd(of grant: GrantRecord) throws {
        addUsage(of: grant.senderUID, grants: -1)
        if rarities.hasDrops {
            try connection.run(
                "DELETE FROM drops WHERE grant_number = ? AND state IN ('queued', 'dead')", Value(grant.number))
        }
        if rarities.hasPasteboardItems {
            try connection.run("DELETE FROM pasteboard_items WHERE grant_number = ?", Value(grant.number))
        }
        for object in grant.representations.compactMap(\.object) {
            try queueRemoval(.object, name: object.id, volume: object.volume, grant: grant.number)
        }
    }

    // MARK: Reading

    private func oneGrant(_ condition: String, _ values: [Value]) throws -> GrantRecord? {
        guard
            var grant = try connection.first(
                Self.selection + condition, values,
                { (row) throws(SQLiteError) in try self.grant(row) })
        else { return nil }
        grant.representations = try representations(of: grant.number)
        return grant
    }

    /// - Parameter index: the one to use, where SQLite would take another and sort.
    private func someGrants(_ condition: String, _ values: [Value], by index: String? = nil) throws -> [GrantRecord] {
        let selection = index.map { Self.selection.replacing("FROM grants", with: "FROM grants INDEXED BY \($0)") }
        var grants = try connection.rows(
            (selection ?? Self.selection) + condition, values
        ) { (row) throws(SQLiteError) in
            try self.grant(row)
        }
        for place in grants.indices {
            grants[place].representations = try representations(of: grants[place].number)
        }
        return grants
    }

    private static let selection = """
        SELECT number, id, sender_uid, sender_pid, scope, created_boot, created_wall, deadline_boot, deadline_wall,
            uses_left, open_claims, state, ended_boot, ended_wall, key, fingerprint FROM grants WHERE\u{20}
        """

    private func grant(_ row: borrowing Row) throws(SQLiteError) -> GrantRecord {
        var grant = GrantRecord(
            id: row.text(1), senderUID: UInt32(truncatingIfNeeded: row.int64(2)),
            senderPID: Int32(truncatingIfNeeded: row.int64(3)), scope: try Self.scope(row.text(4)),
            created: Moment(boot: row.int64(5), wall: row.int64(6)),
            deadline: Moment(boot: row.int64(7), wall: row.int64(8)), usesLeft: row.intOrNil(9),
            key: row.textOrNil(14), fingerprint: row.textOrNil(15), representations: [])
        grant.number = row.int64(0)
        let volatile = volatileClaims(of: grant.number)
        grant.usesLeft = grant.usesLeft.map { $0 - volatile }
        grant.openClaims = row.int(10) + volatile
        grant.state = Grant.State(rawValue: row.text(11)) ?? .lost
        if let boot = row.int64OrNil(12) { grant.ended = Moment(boot: boot, wall: row.int64(13)) }
        return grant
    }

    private func representations(of grant: Int64) throws -> [RepresentationRecord] {
        try connection.rows(
            """
            SELECT type, mime, name, size, scope, shown_scope, kind, staged, consistency, declared, mismatch,
                object, volume, is_tree, object_size, object_inode, object_modified, object_mode, object_owner,
                permissions, original_path, original_device, original_inode, original_size, original_modified,
                supertypes, slot & 255
            FROM representations WHERE slot BETWEEN ?1 << 8 AND ?1 << 8 | 255 ORDER BY slot
            """, [Value(grant)]
        ) { (row) throws(SQLiteError) in
            var record = RepresentationRecord(
                shown: Representation(
                    type: row.text(0), mime: row.text(1), name: row.text(2), size: row.int64(3),
                    scope: Scope(row.text(5)) ?? .team(nil), kind: .init(rawValue: row.text(6)) ?? .snapshot,
                    staged: .init(rawValue: row.text(7)) ?? .copy,
                    consistency: row.textOrNil(8).flatMap(Representation.Consistency.init(rawValue:)),
                    declaredType: row.textOrNil(9), typeMismatch: row.bool(10)),
                scope: try Self.scope(row.text(4)), object: Self.object(row), original: Self.original(row),
                supertypes: row.textOrNil(25).map { $0.split(separator: " ").map(String.init) } ?? [])
            record.place = row.int(26)
            return record
        }
    }

    private static func object(_ row: borrowing Row) -> ObjectRecord? {
        guard let id = row.textOrNil(11) else { return nil }
        return ObjectRecord(
            id: id, volume: row.text(12), isTree: row.bool(13), size: row.int64(14),
            inode: UInt64(bitPattern: row.int64(15)), modified: row.int64(16),
            mode: UInt32(truncatingIfNeeded: row.int64(17)), owner: UInt32(truncatingIfNeeded: row.int64(18)),
            permissions: UInt32(truncatingIfNeeded: row.int64(19)))
    }

    private static func original(_ row: borrowing Row) -> OriginalRecord? {
        guard let device = row.int64OrNil(21) else { return nil }
        return OriginalRecord(
            path: row.blobOrNil(20), device: UInt64(bitPattern: device), inode: UInt64(bitPattern: row.int64(22)),
            size: row.int64(23), modified: row.int64(24))
    }

    /// A scope that cannot be read admits nobody: it counts as damage, never as a wider scope.
    private static func scope(_ text: String) throws(SQLiteError) -> ResolvedScope {
        guard let scope = ResolvedScope(text: text) else {
            throw SQLiteError(.corrupt, message: "'\(text)' is no scope", sql: "grants")
        }
        return scope
    }
}
