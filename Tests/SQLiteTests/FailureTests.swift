import FoundationEssentials
import SQLite
import Synchronization
import Testing

@Suite("Failures")
struct FailureTests {
    @Test(
        "A broken constraint is told by its own code",
        arguments: [
            ("INSERT INTO c VALUES (1, 'b', 2)", ResultCode.constraintPrimaryKey),
            ("INSERT INTO c VALUES (2, 'a', 2)", .constraintUnique),
            ("INSERT INTO c VALUES (3, NULL, 2)", .constraintNotNull),
            ("INSERT INTO c VALUES (4, 'd', 0)", .constraintCheck),
        ])
    func constraints(sql: String, code: ResultCode) throws {
        let connection = try Connection(path: ":memory:")
        try connection.execute(
            """
            CREATE TABLE c(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, size INTEGER CHECK (size > 0));
            INSERT INTO c VALUES (1, 'a', 1)
            """)
        let error = #expect(throws: SQLiteError.self) { try connection.run(sql) }
        #expect(error?.extendedCode == code)
        #expect(error?.code == .constraint)
        #expect(error?.sql == sql)
    }

    @Test("A foreign key is told by its own code")
    func foreignKey() throws {
        let connection = try connectionWithTable()
        try connection.execute("PRAGMA foreign_keys = ON; CREATE TABLE d(t INTEGER REFERENCES t(id))")
        let error = #expect(throws: SQLiteError.self) { try connection.run("INSERT INTO d VALUES (5)") }
        #expect(error?.extendedCode == .constraintForeignKey)
    }

    @Test("Bound values stay out of errors")
    func noArguments() throws {
        let connection = try connectionWithTable()
        try connection.run("INSERT INTO t(name) VALUES (?)", "secret")
        let error = #expect(throws: SQLiteError.self) { try connection.run("INSERT INTO t(name) VALUES (?)", "secret") }
        #expect(error.map { !"\($0)".contains("secret") } == true)
    }

    @Test("Wrong SQL, a missing file and a file that is no database are errors")
    func otherCodes() throws {
        let scratch = try ScratchDatabase()
        #expect(throws: SQLiteError.self) { try scratch.connect().run("SELEC 1") }
        let missing = #expect(throws: SQLiteError.self) { try Connection(path: scratch.path + "/no/such") }
        #expect(missing?.code == .cannotOpen)
        let other = scratch.folder.appending(path: "other.db")
        try Data(repeating: 65, count: 4096).write(to: other)
        let notOne = #expect(throws: SQLiteError.self) {
            try Connection(path: other.path).execute("PRAGMA user_version; SELECT * FROM sqlite_master")
        }
        #expect(notOne?.code == .notADatabase)
    }

    @Test("A read-only connection does not write")
    func readOnly() throws {
        let scratch = try ScratchDatabase()
        try scratch.connect().execute("CREATE TABLE t(id)")
        let reader = try scratch.connect(readOnly: true)
        #expect(try reader.count == 0)
        let error = #expect(throws: SQLiteError.self) { try reader.run("INSERT INTO t VALUES (1)") }
        #expect(error?.code == .readOnly)
    }

    @Test("A failure at the Nth step leaves all or nothing", arguments: [false, true])
    func everyFault(forGood: Bool) throws {
        let scratch = try ScratchDatabase()
        let connection = try scratch.connect()
        try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT)")
        func work() throws {
            try connection.transaction {
                try connection.run("INSERT INTO t(name) VALUES (?)", "a")
                try connection.run("UPDATE t SET name = ?", "b")
                try connection.run("INSERT INTO t(name) VALUES (?)", "b")
            }
            try connection.checkpoint()
        }
        // BEGIN, three statements, COMMIT, checkpoint.
        for nth in 1...6 {
            let before = try connection.count
            let fault = FaultAt(nth, forGood: forGood)
            connection.faultHook = { sql throws(SQLiteError) in try fault.call(sql) }
            let error = #expect(throws: SQLiteError.self) { try work() }
            #expect(error?.code == .full)
            connection.faultHook = nil
            #expect(!connection.isInTransaction)
            #expect(try connection.count == before + (nth == 6 ? 2 : 0))
        }
        try work()
        #expect(try connection.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
        connection.close()
    }
}

/// Fails the Nth call with "disk full", once or from then on.
private final class FaultAt: Sendable {
    private let nth: Int
    private let forGood: Bool
    private let calls = Atomic(0)

    init(_ nth: Int, forGood: Bool) {
        self.nth = nth
        self.forGood = forGood
    }

    func call(_ sql: String) throws(SQLiteError) {
        let call = calls.add(1, ordering: .relaxed).newValue
        if call == nth || (forGood && call > nth) { throw SQLiteError(.full, message: "injected", sql: sql) }
    }
}
