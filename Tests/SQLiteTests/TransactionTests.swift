import SQLite
import Testing

@Suite("Transactions")
struct TransactionTests {
    @Test(
        "What the body returns is returned, and its changes stay",
        arguments: [.immediate, .deferred, .atFirstChange] as [Connection.TransactionKind])
    func commits(kind: Connection.TransactionKind) throws {
        let connection = try connectionWithTable()
        let id = try connection.transaction(kind) {
            try connection.run("INSERT INTO t(name) VALUES ('a')")
            return connection.lastInsertRowID
        }
        #expect(id == 1)
        #expect(try connection.count == 1)
        #expect(!connection.isInTransaction)
    }

    @Test("The body's own error passes through, and its changes go")
    func rollsBack() throws {
        let connection = try connectionWithTable()
        #expect(throws: Refusal.self) {
            try connection.transaction {
                try connection.run("INSERT INTO t(name) VALUES ('a')")
                throw Refusal()
            }
        }
        #expect(try connection.count == 0)
        #expect(throws: SQLiteError.self) {
            try connection.transaction {
                try connection.execute("INSERT INTO t VALUES (1, 'a'); INSERT INTO t VALUES (1, 'b')")
            }
        }
        #expect(try connection.count == 0)
    }

    @Test("A transaction that begins at its first change is none before, and is whole from then on")
    func atFirstChange() throws {
        let scratch = try ScratchDatabase()
        let (one, two) = (try scratch.connect(), try scratch.connect(busyTimeout: .zero))
        try one.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY)")
        #expect(throws: Refusal.self) {
            try one.transaction(.atFirstChange) {
                #expect(try one.count == 0)
                #expect(!one.isInTransaction)
                try two.run("INSERT INTO t VALUES (1)")
                try one.run("INSERT INTO t VALUES (2)")
                #expect(one.isInTransaction)
                #expect((try? two.run("INSERT INTO t VALUES (3)")) == nil)
                throw Refusal()
            }
        }
        #expect(try one.transaction(.atFirstChange) { try one.count } == 1)
        #expect(throws: Refusal.self) { try one.transaction(.atFirstChange) { throw Refusal() } }
        try one.run("INSERT INTO t VALUES (4)")
        #expect(try two.count == 2, "what follows is in no transaction")
    }

    @Test(
        "A transaction that SQLite has rolled back by itself fails, and the next one works",
        arguments: [.immediate, .atFirstChange] as [Connection.TransactionKind])
    func rolledBackInside(kind: Connection.TransactionKind) throws {
        let connection = try connectionWithTable()
        #expect(throws: SQLiteError.self) {
            try connection.transaction(kind) {
                try connection.run("INSERT INTO t VALUES (1, 'a')")
                _ = try? connection.run("INSERT OR ROLLBACK INTO t VALUES (1, 'b')")
            }
        }
        #expect(try connection.count == 0)
        try connection.transaction { try connection.run("INSERT INTO t VALUES (1, 'a')") }
        #expect(try connection.count == 1)
    }

    @Test("A transaction in a transaction stops the program")
    func nested() async {
        await #expect(processExitsWith: .failure) {
            let connection = try? Connection(path: ":memory:")
            try? connection?.transaction { try connection?.transaction {} }
        }
    }

    @Test("With a write-ahead log a second writer is told busy, and a reader sees the state before")
    func twoConnections() throws {
        let scratch = try ScratchDatabase()
        let (one, two) = (try scratch.connect(), try scratch.connect())
        try one.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY)")
        try one.transaction {
            try one.run("INSERT INTO t VALUES (1)")
            let error = #expect(throws: SQLiteError.self) { try two.transaction {} }
            #expect(error?.code == .busy)
            #expect(try two.count == 0)
        }
        #expect(try two.count == 1)
        try two.transaction { try two.run("INSERT INTO t VALUES (2)") }
        #expect(try one.count == 2)
    }

    @Test("A checkpoint waits for no reader of old pages: it fails with busy, and works after")
    func checkpoint() throws {
        let scratch = try ScratchDatabase()
        let (one, two) = (try scratch.connect(), try scratch.connect())
        try one.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY)")
        try two.transaction(.deferred) {
            #expect(try two.count == 0)
            try one.run("INSERT INTO t VALUES (1)")
            let error = #expect(throws: SQLiteError.self) { try one.checkpoint() }
            #expect(error?.code == .busy)
            try one.checkpoint(.passive)
        }
        try one.checkpoint()
        #expect(try scratch.connect(readOnly: true).count == 1)
    }
}
