internal import SQLite
internal import StagingModel

/// One transaction on the SQLite catalogue. The one place, with its extensions, that holds SQL.
final class SQLiteTransaction: CatalogueTransaction {
    let connection: Connection
    let now: Moment

    init(_ connection: Connection, now: Moment) {
        self.connection = connection
        self.now = now
    }

    func usage(of uid: UInt32) throws -> Usage {
        try connection.first("SELECT grants, areas FROM usage WHERE uid = ?", [Value(uid)]) {
            Usage(grants: $0.int(0), areas: $0.int(1))
        } ?? Usage()
    }

    /// Keeps count of what a user has, so that a limit never costs a scan.
    func addUsage(of uid: UInt32, grants: Int = 0, areas: Int = 0) throws {
        try connection.run(
            """
            INSERT INTO usage (uid, grants, areas) VALUES (?1, ?2, ?3)
            ON CONFLICT (uid) DO UPDATE SET grants = grants + ?2, areas = areas + ?3
            """, Value(uid), Value(grants), Value(areas))
    }

    func queueRemoval(_ place: RemovalRecord.Place, name: String, volume: String, grant: Int64? = nil) throws {
        try connection.run(
            "INSERT INTO removals (volume, place, name, grant_number) VALUES (?, ?, ?, ?)", Value(volume),
            Value(place.rawValue), Value(name), Value(grant))
    }

    func remember(request digest: [UInt8], answer: [UInt8], until deadline: Moment) throws {
        try connection.run(
            "INSERT OR REPLACE INTO requests (digest, answer, deadline_boot) VALUES (?, ?, ?)", Value(digest),
            Value(answer), Value(deadline.boot))
    }

    func answer(to digest: [UInt8]) throws -> [UInt8]? {
        try connection.first(
            "SELECT answer FROM requests WHERE digest = ? AND deadline_boot > ?", [Value(digest), Value(now.boot)]
        ) { $0.blob(0) }
    }
}
