internal import SQLite

/// How much each user has. It is counted once, when the catalogue is opened, and then kept in memory: a count that each
/// send and each end would write is in the records already.
struct UserCounts {
    private var counts: [UInt32: Usage] = [:]

    init() {}

    /// Counts what the database has.
    init(in connection: Connection) throws(SQLiteError) {
        let grants = try connection.rows(
            "SELECT sender_uid, count(*) FROM grants INDEXED BY grants_of_user WHERE is_active = 1 GROUP BY sender_uid"
        ) { (UInt32(truncatingIfNeeded: $0.int64(0)), Usage(grants: $0.int(1))) }
        let areas = try connection.rows("SELECT receiver_uid, count(*) FROM areas GROUP BY receiver_uid") {
            (UInt32(truncatingIfNeeded: $0.int64(0)), Usage(areas: $0.int(1)))
        }
        for (uid, usage) in grants + areas { add(usage, of: uid) }
    }

    subscript(uid: UInt32) -> Usage { counts[uid] ?? Usage() }

    var sum: Usage { counts.values.reduce(Usage(), +) }

    mutating func add(_ usage: Usage, of uid: UInt32) {
        let sum = self[uid] + usage
        counts[uid] = sum == Usage() ? nil : sum
    }

    mutating func add(_ others: UserCounts) { for (uid, usage) in others.counts { add(usage, of: uid) } }
}

extension Usage {
    static func + (one: Usage, other: Usage) -> Usage {
        Usage(grants: one.grants + other.grants, areas: one.areas + other.areas)
    }
}
