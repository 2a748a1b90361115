internal import SQLite
internal import StagingModel

/// What many stores never have: where there was none since the start, the end of a grant need not look for it.
///
/// Used by whoever holds the catalogue's connection.
final class Rarities {
    /// Whether anything was offered to a destination.
    var hasDrops: Bool
    /// Whether anything lay on a pasteboard.
    var hasPasteboardItems: Bool

    init(in connection: Connection) throws(SQLiteError) {
        hasDrops = try connection.first("SELECT 1 FROM drops LIMIT 1") { _ in true } ?? false
        hasPasteboardItems = try connection.first("SELECT 1 FROM pasteboard_items LIMIT 1") { _ in true } ?? false
    }
}

/// One transaction on the SQLite catalogue. The one place, with its extensions, that holds SQL.
final class SQLiteTransaction: CatalogueTransaction {
    let connection: Connection
    let now: Moment
    /// What each user had before.
    private let usage: UserCounts
    /// What it has more, or less, once this is committed.
    private(set) var usageChanges = UserCounts()
    /// The claims that do not outlive this process, by the grants' numbers. The use that each has claimed is still
    /// counted in its grant's record.
    let claims: [Int64: Int]
    /// So many more, or less, once this is committed.
    var claimChanges: [Int64: Int] = [:]

    let rarities: Rarities

    init(
        _ connection: Connection, now: Moment, usage: UserCounts, claims: [Int64: Int], _ rarities: Rarities
    ) {
        self.rarities = rarities
        self.connection = connection
        self.now = now
        self.usage = usage
        self.claims = claims
    }

    func volatileClaims(of grant: Int64) -> Int { (claims[grant] ?? 0) + (claimChanges[grant] ?? 0) }

    func usage(of uid: UInt32) -> Usage { usage[uid] + usageChanges[uid] }

    func counts() -> (grants: Int, areas: Int) {
        let sum = usage.sum + usageChanges.sum
        return (sum.grants, sum.areas)
    }

    /// Keeps count of what a user has, so that a limit never costs a scan.
    func addUsage(of uid: UInt32, grants: Int = 0, areas: Int = 0) {
        usageChanges.add(Usage(grants: grants, areas: areas), of: uid)
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
