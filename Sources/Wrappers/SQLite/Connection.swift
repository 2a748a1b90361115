internal import CSQLite
internal import Glibc

/// One connection to a database file, used by one thread at a time.
///
/// It is not `Sendable` and takes no lock of its own: its owner guards it, as by a `Mutex`. Each statement is prepared
/// once and kept. Every call blocks for the disk, and for other writers up to the busy timeout.
// @safe: the handle is made in `init` and given up in `close`, after which every use stops the program.
@safe
package final class Connection {
    /// Called with the statement's text before each step, commit and checkpoint; what it throws fails that call, as a
    /// full disk would. A roll-back does not ask it.
    package typealias FaultHook = @Sendable (_ sql: String) throws(SQLiteError) -> Void

    /// How a transaction begins.
    package enum TransactionKind: Sendable {
        /// Takes the write lock at once, so that no later statement in it finds another writer.
        case immediate
        /// Takes locks as its statements need them; for reads that belong to one moment.
        case deferred
        /// Takes the write lock before its first statement that changes something, and never where none does. For the only
        /// connection that changes the file: all that it reads before is of the same moment.
        case atFirstChange
    }

    /// How far a checkpoint goes.
    package enum CheckpointKind: Sendable {
        /// What can be moved without waiting for anyone.
        case passive
        /// Everything, and the log is cut to nothing; fails with ``ResultCode/busy`` while others read old pages.
        case truncate
    }

    /// For tests of faults; nil, and free, otherwise.
    package var faultHook: FaultHook?

    private var handle: OpaquePointer?
    /// Whether the transaction that is open has yet to begin (``TransactionKind/atFirstChange``).
    private var beginsAtChange = false
    private var statements: [Text: Statement] = [:]

    /// A statement's text. Most are literals, which are compared by their address: hashing all of a long one would take
    /// longer than many a statement.
    private struct Text: Hashable {
        let sql: String

        func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
    }

    /// So many statements are kept; SQL texts are written by hand, and more means that values were put into them.
    private static let statementLimit = 256

    /// Opens the file at `path`, made where it is missing, or `:memory:`.
    ///
    /// - Parameters:
    ///   - processAlone: no other process gets at the file while a connection of this one is open to it, and those of
    ///     this one, which all have to be opened so, need no lock of the kernel's for a transaction, nor a shared file.
    ///   - busyTimeout: how long a call waits for another connection's lock before it fails with ``ResultCode/busy``.
    /// - Throws: ``SQLiteError`` (`cannotOpen`, `ioError`); a file that is no database shows at the first statement.
    package init(
        path: String, readOnly: Bool = false, processAlone: Bool = false, busyTimeout: Duration = .seconds(5)
    ) throws(SQLiteError) {
        let access = readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var opened: OpaquePointer?
        let code = unsafe sqlite3_open_v2(path, &opened, flags, processAlone ? "unix-excl" : nil)
        guard code == SQLITE_OK else {
            // SQLite gives a handle also when it fails, for the message.
            let error = unsafe Self.error(code, of: opened, sql: "open")
            _ = unsafe sqlite3_close(opened)
            throw error
        }
        unsafe handle = opened
        let parts = busyTimeout.components
        let milliseconds = parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000
        _ = unsafe sqlite3_busy_timeout(opened, CInt(clamping: milliseconds))
    }

    deinit { close() }

    /// Closes the file; done by `deinit` otherwise. No statement may be in use, and none can be used afterwards.
    package func close() {
        guard let handle = unsafe handle else { return }
        precondition(statements.values.allSatisfy { !$0.isBusy }, "a statement is still busy")
        statements = [:]
        unsafe self.handle = nil
        let code = unsafe sqlite3_close(handle)
        precondition(code == SQLITE_OK, "a statement was still open")
    }

    /// The id that the last successful insert gave.
    package var lastInsertRowID: Int64 { unsafe sqlite3_last_insert_rowid(database) }

    /// Rows inserted, changed or deleted since the connection was opened.
    package var totalChanges: Int64 { unsafe sqlite3_total_changes64(database) }

    /// Whether a transaction is open.
    package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(database) == 0 }

    /// Lets the file grow by this many bytes at a time, with room allocated for them, so that a full disk stops small
    /// changes only when that room is used up.
    /// - Throws: ``SQLiteError`` for a database in memory.
    package func setGrowth(bytes: Int32) throws(SQLiteError) {
        var bytes = bytes
        let code = unsafe sqlite3_file_control(database, "main", SQLITE_FCNTL_CHUNK_SIZE, &bytes)
        guard code == SQLITE_OK else { throw error(code, sql: "grow") }
    }

    // MARK: Statements

    /// Runs one or many statements, separated by semicolons, once; rows that they give are dropped.
    package func execute(_ sql: String) throws(SQLiteError) {
        var rest = sql[...]
        while !rest.isEmpty {
            let (statement, length) = try prepare(rest, keep: false)
            rest = rest[rest.utf8.index(rest.startIndex, offsetBy: length)...]
            guard let statement else { continue }
            defer { statement.end() }
            try begin(statement, [])
            while try step(statement) {}
        }
    }

    /// Runs one statement to its end.
    /// - Returns: the rows that it inserted, changed or deleted, without those by triggers and foreign keys;
    ///   meaningless for other statements.
    @discardableResult
    package func run(_ sql: String, _ values: [Value]) throws(SQLiteError) -> Int {
        try using(sql, values) { (statement) throws(SQLiteError) in
            while try self.step(statement) {}
        }
        return unsafe Int(sqlite3_changes64(database))
    }

    /// Runs one statement to its end, as ``run(_:_:)-([Value])``.
    @discardableResult
    package func run(_ sql: String, _ values: Value...) throws(SQLiteError) -> Int { try run(sql, values) }

    /// All rows, each as `read` makes it.
    package func rows<Result>(
        _ sql: String, _ values: [Value] = [], _ read: (borrowing Row) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> [Result] {
        try using(sql, values) { (statement) throws(SQLiteError) in
            var results: [Result] = []
            while try self.step(statement) { results.append(try read(Row(statement))) }
            return results
        }
    }

    /// The first row as `read` makes it, or nil; the statement goes no further.
    package func first<Result>(
        _ sql: String, _ values: [Value] = [], _ read: (borrowing Row) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result? {
        try using(sql, values) { (statement) throws(SQLiteError) in
            guard try self.step(statement) else { return nil }
            let result = try read(Row(statement))
            // An insert that returns its row commits only here.
            let code = unsafe sqlite3_reset(statement.handle)
            guard code == SQLITE_OK else { throw self.error(code, sql: sql) }
            return result
        }
    }

    // MARK: Transactions

    /// Runs `body` in a transaction: committed when it returns, rolled back when it or the commit throws.
    ///
    /// Untyped, so that the body's own errors pass through as they are; SQLite's own are ``SQLiteError``. A transaction
    /// in a transaction stops the program.
    @discardableResult
    package func transaction<Result>(
        _ kind: TransactionKind = .immediate, _ body: () throws -> Result
    ) throws -> Result {
        precondition(!isInTransaction && !beginsAtChange, "transactions do not nest")
        switch kind {
        case .immediate: try run("BEGIN IMMEDIATE")
        case .deferred: try run("BEGIN DEFERRED")
        case .atFirstChange: beginsAtChange = true
        }
        do {
            let result = try body()
            // Fails also where SQLite has rolled back by itself meanwhile.
            if !beginsAtChange { try run("COMMIT") }
            beginsAtChange = false
            return result
        } catch {
            beginsAtChange = false
            // Some failures, a full disk among them, have rolled back already.
            if isInTransaction { rollBack() }
            throw error
        }
    }

    /// Moves the write-ahead log into the file. Does nothing without such a log.
    /// - Returns: the frames that the log has, moved or not.
    @discardableResult
    package func checkpoint(_ kind: CheckpointKind = .truncate) throws(SQLiteError) -> Int {
        try faultHook?("checkpoint")
        var frames: CInt = 0
        let mode = kind == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
        let code = unsafe sqlite3_wal_checkpoint_v2(database, nil, mode, &frames, nil)
        guard code == SQLITE_OK else { throw error(code, sql: "checkpoint") }
        return Int(frames)
    }

    private func rollBack() {
        let hook = faultHook
        faultHook = nil
        defer { faultHook = hook }
        // The error that led here is the one to report; SQLite ends the transaction also where this fails.
        _ = try? run("ROLLBACK")
    }

    // MARK: Statement cache

    private func using<Result>(
        _ sql: String, _ values: [Value], _ body: (Statement) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        let statement = try statement(for: sql)
        defer { statement.end() }
        try begin(statement, values)
        return try body(statement)
    }

    /// The kept statement, or one of its own where a reader of the same SQL is under way.
    private func statement(for sql: String) throws(SQLiteError) -> Statement {
        let kept = statements[Text(sql: sql)]
        if let kept, !kept.isBusy { return kept }
        let (prepared, length) = try prepare(sql[...], keep: kept == nil)
        guard let prepared, length == sql.utf8.count else { preconditionFailure("not one statement: \(sql)") }
        if kept == nil {
            if statements.count >= Self.statementLimit { statements = statements.filter { $0.value.isBusy } }
            statements[Text(sql: sql)] = prepared
        }
        return prepared
    }

    /// Prepares the first statement of `sql`: nil where only spaces or a comment are left, and the bytes used.
    private func prepare(_ sql: Substring, keep: Bool) throws(SQLiteError) -> (Statement?, Int) {
        let database = unsafe self.database
        let bytes = sql.utf8.map { CChar(bitPattern: $0) } + [0]
        var prepared: OpaquePointer?
        let flags = keep ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let (code, length) = unsafe bytes.withUnsafeBufferPointer { buffer in
            var tail: UnsafePointer<CChar>?
            let code = unsafe sqlite3_prepare_v3(
                database, buffer.baseAddress, CInt(buffer.count), flags, &prepared, &tail)
            guard let start = buffer.baseAddress, let tail = unsafe tail else { return (code, buffer.count - 1) }
            return unsafe (code, tail - start)
        }
        guard code == SQLITE_OK else { throw error(code, sql: String(sql)) }
        guard let prepared = unsafe prepared else { return (nil, sql.utf8.count) }
        let own = String(decoding: sql.utf8.prefix(length), as: UTF8.self)
        return unsafe (Statement(taking: prepared, sql: own), length)
    }

    private func begin(_ statement: Statement, _ values: [Value]) throws(SQLiteError) {
        if beginsAtChange, !statement.isReadOnly {
            beginsAtChange = false
            try run("BEGIN IMMEDIATE")
        }
        let code = statement.begin(values)
        guard code == SQLITE_OK else { throw error(code, sql: statement.sql) }
    }

    /// Whether the statement came to a row, and not to its end.
    private func step(_ statement: Statement) throws(SQLiteError) -> Bool {
        try faultHook?(statement.sql)
        switch unsafe sqlite3_step(statement.handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw error(code, sql: statement.sql)
        }
    }

    private var database: OpaquePointer {
        guard let handle = unsafe handle else { preconditionFailure("the connection is closed") }
        return unsafe handle
    }

    private func error(_ code: CInt, sql: String) -> SQLiteError { unsafe Self.error(code, of: database, sql: sql) }

    private static func error(_ code: CInt, of database: OpaquePointer?, sql: String) -> SQLiteError {
        let words = unsafe sqlite3_errmsg(database) ?? sqlite3_errstr(code)
        let message = unsafe words.map { unsafe String(cString: $0) } ?? "no message"
        let isFull = unsafe meansFull(code, of: database)
        return SQLiteError(isFull ? .full : ResultCode(rawValue: code), message: message, sql: sql)
    }

    /// Whether a failure of reading and writing is that of a full disk: SQLite calls it so only where the database or
    /// its log met `ENOSPC`, and not a used-up quota, nor a log whose index finds no room to grow.
    private static func meansFull(_ code: CInt, of database: OpaquePointer?) -> Bool {
        guard code & 0xFF == SQLITE_IOERR || code & 0xFF == SQLITE_CANTOPEN else { return false }
        if ResultCode(rawValue: code) == .ioErrorIndexSize { return true }
        let reason = unsafe sqlite3_system_errno(database)
        return reason == ENOSPC || reason == EDQUOT
    }
}
