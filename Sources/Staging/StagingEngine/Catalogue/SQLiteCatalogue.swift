internal import LinuxSystem
internal import SQLite
package import StagingModel
internal import Synchronization

/// The catalogue in one SQLite file, for one process: the store's lock keeps others away.
///
/// One connection serves all threads in turn: a transaction takes tens of microseconds, and SQLite would let only one
/// write at a time anyway. Write-ahead logging with `synchronous = NORMAL` survives a kill at any instant; a durable
/// transaction syncs the log as well, which survives a power cut.
package final class SQLiteCatalogue: Catalogue {
    private let guarded: Mutex<Guarded>
    private let clock: @Sendable () -> Moment
    private let reserve: Reserve?
    /// Nil for a catalogue in memory, which has no log.
    private let checkpointer: Mutex<Checkpointer?>

    /// Why `@unchecked`: the connection is used by whoever holds the mutex, and by nobody else.
    private struct Guarded: @unchecked Sendable {
        let connection: Connection
        var usage: UserCounts
        /// The claims that do not outlive this process, by the grants' numbers.
        var claims: [Int64: Int] = [:]
        let rarities: Rarities

        mutating func add(_ usageChanges: UserCounts, _ claimChanges: [Int64: Int]) {
            usage.add(usageChanges)
            for (grant, change) in claimChanges {
                let count = (claims[grant] ?? 0) + change
                claims[grant] = count == 0 ? nil : count
            }
        }
    }

    /// Small pages: a commit writes every page that it touches whole, and most rows are short. A commit moves the log
    /// itself only where ``Checkpointer`` has fallen far behind.
    private static let settings = """
        PRAGMA page_size = 1024; PRAGMA journal_mode = WAL;
        PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 64000
        """

    /// Opens or makes the catalogue.
    /// - Parameters:
    ///   - path: the file's path, or `:memory:`.
    ///   - clock: tells the moment of each transaction.
    ///   - reserve: given up when there is no room for a transaction that does not add anything to the store.
    ///   - fault: for tests of faults; asked before each statement, and true fails it as a full disk would.
    /// - Throws: ``StagingError`` (`failed`) where it cannot be read or is of a later version.
    package init(
        path: String, clock: @escaping @Sendable () -> Moment, reserve: Reserve? = nil,
        fault: (@Sendable (_ sql: String) -> Bool)? = nil
    )
        throws(StagingError)
    {
        self.clock = clock
        self.reserve = reserve
        do {
            let connection = try Self.open(path, reserve)
            if let fault {
                connection.faultHook = { sql throws(SQLiteError) in
                    if fault(sql) { throw SQLiteError(.full, message: "a fault for a test", sql: sql) }
                }
            }
            guarded = Mutex(
                Guarded(
                    connection: connection, usage: try UserCounts(in: connection),
                    rarities: try Rarities(in: connection)))
            checkpointer = Mutex(nil)
            guard path != ":memory:" else { return }
            let made = try Checkpointer(path: path) { [weak self] body in
                guard let self else { return }
                guarded.withLock { _ in body() }
            }
            checkpointer.withLock { $0 = made }
        } catch let error as Schema.NewerSchema {
            throw StagingError(
                .failed, "the catalogue \(path) has version \(error.version), made by a later stage",
                hint: "use that version, or another --store")
        } catch let error as SQLiteError {
            throw Self.stagingError(error, at: path)
        } catch {
            throw StagingError(.failed, "cannot open the catalogue \(path): \(error)")
        }
    }

    private static func open(_ path: String, _ reserve: Reserve?) throws -> Connection {
        while true {
            do {
                let connection = try Connection(path: path, processAlone: true)
                try connection.execute(settings)
                if let size = reserve?.size {
                    // The log keeps its greatest length, and on a small volume must leave something for others.
                    try connection.execute("PRAGMA wal_autocheckpoint = \(min(8000, max(100, size / 4096)))")
                    // Room that nobody else takes when the reserve is given up.
                    try connection.setGrowth(bytes: Int32(min(1 << 20, max(64 << 10, size / 16))))
                }
                try Schema.migrate(connection)
                return connection
            } catch let error as SQLiteError where error.code == .full && reserve?.release() == true {
                // Without the reserve there is some room.
            }
        }
    }

    package func transact<Result>(
        durable: Bool, mayUseReserve: Bool, _ body: (any CatalogueTransaction) throws -> Result
    ) throws -> Result {
        do {
            return try transactOnce(durable, body)
        } catch let error as StagingError where error.code == .noSpace {
            guard mayUseReserve else { throw error }
            _ = reserve?.release()
            // What the log has is moved into the file, so that the log is written over from its beginning and need not
            // grow: with that, small changes go on also where the reserve is used up.
            _ = guarded.withLock { try? $0.connection.checkpoint(.passive) }
            return try transactOnce(durable, body)
        }
    }

    private func transactOnce<Result>(
        _ durable: Bool, _ body: (any CatalogueTransaction) throws -> Result
    ) throws -> Result {
        // The result crosses the lock as it is: nothing that a transaction hands out refers to the connection.
        nonisolated(unsafe) var result: Swift.Result<Result, any Error>?
        withoutActuallyEscaping(body) { body in
            nonisolated(unsafe) let body = body
            guarded.withLock { guarded in
                unsafe result = Swift.Result { unsafe try Self.run(body, on: &guarded, durable, clock) }
            }
        }
        checkpointer.withLock { $0 }?.didCommit()
        guard let result = unsafe result else { preconditionFailure("the body has run") }
        return try result.get()
    }

    // Without waiting: this may be the checkpointer's own thread.
    deinit { checkpointer.withLock { $0.take() }?.end(waiting: false) }

    package func close() {
        checkpointer.withLock { $0.take() }?.end(waiting: true)
        guarded.withLock { $0.connection.close() }
    }

    private static func run<Result>(
        _ body: (any CatalogueTransaction) throws -> Result, on guarded: inout Guarded, _ durable: Bool,
        _ clock: () -> Moment
    ) throws -> Result {
        let connection = guarded.connection
        do {
            if durable { try connection.execute("PRAGMA synchronous = FULL") }
            defer { if durable { try? connection.execute("PRAGMA synchronous = NORMAL") } }
            let (result, usage, claims) = try connection.transaction(.atFirstChange) {
                let transaction = SQLiteTransaction(
                    connection, now: clock(), usage: guarded.usage, claims: guarded.claims, guarded.rarities)
                return (try body(transaction), transaction.usageChanges, transaction.claimChanges)
            }
            guarded.add(usage, claims)
            return result
        } catch let error as SQLiteError {
            throw stagingError(error, at: nil)
        }
    }

    /// What a person is told, and what to do.
    private static func stagingError(_ error: SQLiteError, at path: String?) -> StagingError {
        let catalogue = path.map { "the catalogue \($0)" } ?? "the catalogue"
        switch error.code {
        case .full:
            return StagingError(.noSpace, "no space for \(catalogue)", hint: "free some space on the store's volume")
        case .readOnly, .ioError, .cannotOpen:
            return StagingError(
                .failed, "\(catalogue) cannot be read or written: \(error.message)",
                hint: "see whether the store's volume is read-only or failing (mount, dmesg), then try again")
        case .corrupt, .notADatabase:
            return StagingError(
                .failed, "\(catalogue) is damaged: \(error.message)",
                hint:
                    "stage stop, then move the whole store away to begin a new one; what was sent lies in its bytes folder"
            )
        default: return StagingError(.failed, "\(catalogue) failed: \(error.message)")
        }
    }
}
