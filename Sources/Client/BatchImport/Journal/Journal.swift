internal import Digests
internal import LinuxSystem
internal import SQLite
internal import StagingModel
internal import Synchronization

/// What a job has done, in a database of its own.
///
/// A file is placed in three steps: an intent that says where and as which inode it will appear, the appearance itself,
/// and the mark that it is done. Whatever ends the process in between, the next run looks the intent up and finds the
/// inode in its place or not, so nothing is done twice and nothing is lost. Intents and marks of many files share one
/// transaction.
final class Journal: Sendable {
    /// What is known of an entry.
    struct Record: Sendable {
        var id: Int64
        var state: State
        var outcome: ImportOutcome
        /// Where it was to be placed.
        var destination: Path?
        var inode: UInt64
    }

    enum State: String, Sendable {
        case intent, imported, refused, duplicate, failed
        /// An archive of which every entry is done.
        case emptied
    }

    /// Why `@unchecked`: each connection is used by whoever holds its mutex, and by nobody else.
    private struct Guarded: @unchecked Sendable {
        let connection: Connection
    }

    let place: JobPlace
    /// Part of the keys of its grants, so that two jobs of one name in turn are two.
    let identity: String
    private let writer: Mutex<Guarded>
    private let reader: Mutex<Guarded>
    private let lock: JobLock
    /// Whether the job had anything when it was opened.
    let isNew: Bool

    /// Opens or makes the journal and takes the job for this process.
    /// - Parameter settings: what the job is about; another one later is refused.
    /// - Throws: `StagingError`.
    init(_ place: JobPlace, settings: [String: String], boot: String) throws(StagingError) {
        self.place = place
        try place.makeFolder()
        lock = try place.takeLock()
        do {
            let connection = try Self.connect(place)
            try connection.transaction { try Self.prepare(connection) }
            identity = try Self.meta(connection, settings: settings, place.name)
            try connection.run("INSERT INTO runs (boot, began) VALUES (?, ?)", Value(boot), Value(SystemClock.wall()))
            isNew = try connection.first("SELECT 1 FROM entries LIMIT 1", []) { _ in true } == nil
            writer = Mutex(Guarded(connection: connection))
            reader = Mutex(Guarded(connection: try Connection(path: place.database.text)))
        } catch {
            throw Self.failure(error, place)
        }
    }

    /// One commit is one write to the log, synced: an intent has to be on the disk before the file that it names.
    private static func connect(_ place: JobPlace) throws -> Connection {
        guard place.database.exactText != nil else {
            throw StagingError(.failed, "the path of the job's journal is not UTF-8: \(place.database.quoted)")
        }
        let connection = try Connection(path: place.database.text)
        try connection.execute(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000")
        return connection
    }

    private static let schema = """
        CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY, boot TEXT NOT NULL, began INTEGER NOT NULL,
            verified INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE IF NOT EXISTS entries (
            id INTEGER PRIMARY KEY, file BLOB NOT NULL, inner BLOB NOT NULL, ordinal INTEGER NOT NULL,
            size INTEGER NOT NULL, modified INTEGER NOT NULL, run INTEGER NOT NULL, state TEXT NOT NULL,
            source TEXT NOT NULL, entry TEXT NOT NULL, type TEXT, bytes INTEGER, destination BLOB, shown TEXT,
            inode INTEGER, digest BLOB, grant_id TEXT, reason TEXT, error TEXT,
            UNIQUE (file, inner, ordinal, size, modified));
        CREATE INDEX IF NOT EXISTS digests ON entries (digest) WHERE digest IS NOT NULL;
        CREATE INDEX IF NOT EXISTS unfinished ON entries (state) WHERE state IN ('intent', 'failed');
        """

    private static let version = "1"

    private static func prepare(_ connection: Connection) throws { try connection.execute(schema) }

    /// Holds the settings against those that the job began with.
    /// - Returns: the job's identity.
    private static func meta(_ connection: Connection, settings: [String: String], _ name: String) throws -> String {
        let known = Dictionary(
            try connection.rows("SELECT key, value FROM meta") { ($0.text(0), $0.text(1)) }
        ) { first, _ in first }
        if let identity = known["identity"] {
            guard known["version"] == version else {
                throw StagingError(.failed, "the job \(Path(name).quoted) was made by another version of stage")
            }
            for (key, value) in settings.sorted(by: { $0.key < $1.key }) where known[key] != value {
                throw StagingError(
                    .invalidRequest,
                    "the job \(Path(name).quoted) was begun with \(key) \(Path(known[key] ?? "none").quoted), not \(Path(value).quoted)",
                    hint: "use another name, or end the job: stage import --forget \(Path(name).quoted)")
            }
            return identity
        }
        let identity = hexText(RandomBytes.some(8))
        try connection.transaction {
            for (key, value) in settings.merging(["identity": identity, "version": version], uniquingKeysWith: { $1 }) {
                try connection.run("INSERT INTO meta (key, value) VALUES (?, ?)", Value(key), Value(value))
            }
        }
        return identity
    }

    static func failure(_ error: any Error, _ place: JobPlace) -> StagingError {
        switch error {
        case let error as StagingError: return error
        case let error as SQLiteError where error.code == .full:
            return StagingError(
                .noSpace, "no space for the journal of the job \(Path(place.name).quoted)",
                hint: "free some space, then run the same command again")
        default:
            return StagingError(.failed, "the journal \(place.database.quoted) cannot be used: \(error)")
        }
    }

    /// Gives the job up, for the next run of it; nothing is written from here on.
    func release() { lock.release() }

    // MARK: Reading

    private static let columns = """
        id, state, source, entry, type, bytes, destination, shown, inode, digest, grant_id, reason, error
        """

    /// What the job knows of an entry, in this very version.
    func record(of key: EntryKey) throws(StagingError) -> Record? {
        try reading { connection in
            try connection.first(
                """
                SELECT \(Self.columns) FROM entries
                WHERE file = ? AND inner = ? AND ordinal = ? AND size = ? AND modified = ?
                """, Self.values(of: key), Self.record)
        }
    }

    /// Whether the job has imported a file, whatever its version, so that a move has taken it away.
    func hasTaken(_ file: Path) throws(StagingError) -> Bool {
        try reading { connection in
            try connection.first(
                """
                SELECT 1 FROM entries WHERE file = ? AND inner = ? AND state IN ('imported', 'duplicate', 'emptied')
                LIMIT 1
                """, [Value(file.bytes), Value(Path("").bytes)]
            ) { _ in true }
        } ?? false
    }

    /// The grant of an entry that was offered to a destination, without a word of what became of it.
    func offered(_ key: EntryKey) throws(StagingError) -> String? {
        guard let record = try record(of: key), record.state == .intent else { return nil }
        return record.outcome.grant
    }

    /// Where the first file with this content went, and what it was called; nil where none is in its place.
    func imported(digest: [UInt8]) throws(StagingError) -> String? {
        try reading { connection in
            try connection.first(
                "SELECT coalesce(shown, entry) FROM entries WHERE digest = ? AND state = 'imported' LIMIT 1",
                [Value(digest)]
            ) { $0.text(0) }
        }
    }

    /// Everything in one of these states.
    func records(in state: State) throws(StagingError) -> [Record] {
        try reading { connection in
            try connection.rows(
                "SELECT \(Self.columns) FROM entries WHERE state = ? ORDER BY id", [Value(state.rawValue)], Self.record)
        }
    }

    /// What failed, with the reasons.
    static func failures(in connection: Connection) throws(SQLiteError) -> [ImportOutcome] {
        try connection.rows("SELECT \(columns) FROM entries WHERE state = 'failed' ORDER BY id", [], record)
            .map(\.outcome)
    }

    private func reading<Result: Sendable>(_ body: (Connection) throws -> Result) throws(StagingError) -> Result {
        do {
            return try reader.withLock { guarded in try body(guarded.connection) }
        } catch { throw Self.failure(error, place) }
    }

    private static func values(of key: EntryKey) -> [Value] {
        [
            Value(key.file.bytes), Value(key.inner.bytes), Value(key.ordinal), Value(key.version.size),
            Value(key.version.modified.total),
        ]
    }

    private static func record(_ row: borrowing Row) -> Record {
        var outcome = ImportOutcome(source: row.text(2), entry: row.text(3))
        let state = State(rawValue: row.text(1)) ?? .failed
        outcome.outcome = ImportOutcome.Result(rawValue: row.text(1)) ?? .imported
        outcome.type = row.textOrNil(4)
        outcome.size = row.int64OrNil(5)
        outcome.destination = row.textOrNil(7)
        outcome.sha256 = row.blobOrNil(9).map { hexText($0) }
        outcome.grant = row.textOrNil(10)
        outcome.reason = row.textOrNil(11)
        outcome.error = row.textOrNil(12)
        return Record(
            id: row.int64(0), state: state, outcome: outcome, destination: row.blobOrNil(6).map { Path(bytes: $0) },
            inode: UInt64(bitPattern: row.int64(8)))
    }

    // MARK: Writing

    /// A change to be written with others.
    struct Change: Sendable {
        var key: EntryKey
        var state: State
        var outcome: ImportOutcome
        var destination: Path?
        var inode: UInt64 = 0
        var digest: [UInt8]?
    }

    /// Writes all changes, or none.
    /// - Returns: the places in `changes` of entries that the job knows as imported, and which were left as they are.
    func write(_ changes: [Change]) throws(StagingError) -> Set<Int> {
        if changes.isEmpty { return [] }
        do {
            return try writer.withLock { guarded in
                let connection = guarded.connection
                return try connection.transaction {
                    var known: Set<Int> = []
                    for (place, change) in changes.enumerated() {
                        if try !Self.write(change, connection) { known.insert(place) }
                    }
                    return known
                }
            }
        } catch { throw Self.failure(error, place) }
    }

    /// An entry that is imported stays so: another entry of the same key is the same file, found by another way.
    private static func write(_ change: Change, _ connection: Connection) throws -> Bool {
        let outcome = change.outcome
        let values =
            values(of: change.key) + [
                Value(change.state.rawValue), Value(outcome.source), Value(outcome.entry), Value(outcome.type),
                Value(outcome.size), Value(change.destination?.bytes), Value(outcome.destination),
                Value(Int64(bitPattern: change.inode)), Value(change.digest), Value(outcome.grant),
                Value(outcome.reason), Value(outcome.error),
            ]
        let count = try connection.run(
            """
            INSERT INTO entries (file, inner, ordinal, size, modified, run, state, source, entry, type, bytes, destination,
                shown, inode, digest, grant_id, reason, error)
            VALUES (?1, ?2, ?3, ?4, ?5, (SELECT max(id) FROM runs), ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
            ON CONFLICT DO UPDATE SET run = excluded.run, state = ?6, type = ?9, bytes = ?10, destination = ?11,
                shown = ?12, inode = ?13, digest = ?14, grant_id = ?15, reason = ?16, error = ?17
                WHERE state NOT IN ('imported', 'duplicate') AND NOT (state = 'intent' AND ?6 = 'intent')
            """, values)
        if change.state != .intent {
            // What failed in an earlier version of the file is of no interest any more.
            try connection.run(
                """
                DELETE FROM entries WHERE file = ?1 AND inner = ?2 AND ordinal = ?3 AND state = 'failed'
                AND NOT (size = ?4 AND modified = ?5)
                """, Self.values(of: change.key))
        }
        return count > 0
    }

    /// Writes what came of intents: those that are done get their states, the others are forgotten.
    func resolve(done: [(id: Int64, state: State)], undone: [Int64]) throws(StagingError) {
        try writing { connection in
            for (id, state) in done {
                try connection.run("UPDATE entries SET state = ? WHERE id = ?", Value(state.rawValue), Value(id))
            }
            for id in undone { try connection.run("DELETE FROM entries WHERE id = ?", Value(id)) }
        }
    }

    /// What was imported before the machine was last started and has not been looked at since.
    func unverified(boot: String) throws(StagingError) -> [Record] {
        try reading { connection in
            try connection.rows(
                """
                SELECT \(Self.columns) FROM entries WHERE state IN ('imported', 'refused') AND destination IS NOT NULL
                AND run IN (SELECT id FROM runs WHERE boot <> ? AND verified = 0)
                """, [Value(boot)], Self.record)
        }
    }

    /// All that was imported before this start of the machine has been looked at.
    func verified(boot: String) throws(StagingError) {
        try writing { try $0.run("UPDATE runs SET verified = 1 WHERE boot <> ?", Value(boot)) }
    }

    private func writing(_ body: (Connection) throws -> Void) throws(StagingError) {
        do {
            try writer.withLock { guarded in
                try guarded.connection.transaction { try body(guarded.connection) }
            }
        } catch { throw Self.failure(error, place) }
    }

    /// Writes that a file will appear elsewhere than was said, since somebody took the name meanwhile.
    func redirect(_ change: Change) throws(StagingError) {
        try writing { connection in
            try connection.run(
                """
                UPDATE entries SET destination = ?6, shown = ?7
                WHERE file = ?1 AND inner = ?2 AND ordinal = ?3 AND size = ?4 AND modified = ?5 AND state = 'intent'
                """,
                Self.values(of: change.key) + [Value(change.destination?.bytes), Value(change.outcome.destination)])
        }
    }

    /// Forgets entries, to do them anew.
    func forget(_ ids: [Int64]) throws(StagingError) { try resolve(done: [], undone: ids) }
}
