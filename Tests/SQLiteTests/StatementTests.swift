import SQLite
import Testing

@Suite("Statements and values")
struct StatementTests {
    @Test(
        "Values come back as they were bound",
        arguments: [
            .null, .integer(.min), .integer(.max), .real(-0.5), .real(.infinity), .text(""),
            .text("na\u{EF}ve \u{1F606}"),
            .text("a\0b"), .blob([]), .blob([0, 255, 1]), 3, 2.5, "x", nil, true, Value(UInt32.max), Value(Int?.none),
            Value(String?("y")), Value([UInt8]?.none), Value(Bool?(false)),
        ] as [Value])
    func roundTrip(value: Value) throws {
        let connection = try Connection(path: ":memory:")
        let read = try connection.first("SELECT ?1, typeof(?1)", [value]) { row -> Value in
            switch row.text(1) {
            case "null": .null
            case "integer": .integer(row.int64(0))
            case "real": .real(row.double(0))
            case "text": .text(row.text(0))
            default: .blob(row.blob(0))
            }
        }
        #expect(read == value)
    }

    @Test("NULL reads as nothing, by whichever getter")
    func nullReads() throws {
        let connection = try Connection(path: ":memory:")
        let plain = try connection.first("SELECT NULL") { row in
            [row.isNull(0), row.int(0) == 0, !row.bool(0), row.text(0).isEmpty, row.blob(0).isEmpty]
        }
        #expect(plain == Array(repeating: true, count: 5))
        let optional = try connection.first("SELECT NULL") { row in
            [
                row.intOrNil(0) == nil, row.int64OrNil(0) == nil, row.boolOrNil(0) == nil, row.textOrNil(0) == nil,
                row.blobOrNil(0) == nil, row.doubleOrNil(0) == nil,
            ]
        }
        #expect(optional == Array(repeating: true, count: 6))
    }

    @Test("Changes, ids and rows are told")
    func changesAndRows() throws {
        let connection = try connectionWithTable()
        #expect(try connection.run("INSERT INTO t(id, name) VALUES (?, ?), (?, ?)", 7, "a", 9, "b") == 2)
        #expect(connection.lastInsertRowID == 9)
        #expect(try connection.run("UPDATE t SET name = name || ? WHERE id > ?", ["x", 100]) == 0)
        #expect(try connection.rows("SELECT name FROM t ORDER BY id") { $0.text(0) } == ["a", "b"])
        #expect(try connection.first("SELECT name FROM t WHERE id = ?", [8]) { $0.text(0) } == nil)
        #expect(connection.totalChanges == 2)
    }

    @Test("Many statements run in one call, with comments and spaces about them")
    func manyStatements() throws {
        let connection = try Connection(path: ":memory:")
        try connection.execute(
            """
            -- a table, \u{E9}
            CREATE TABLE t(id); INSERT INTO t VALUES (1), (2);
            INSERT INTO t VALUES (';'); PRAGMA user_version; -- the end
            """)
        #expect(try connection.count == 3)
    }

    @Test("A statement may be used again while it is being read")
    func reentrantUse() throws {
        let connection = try connectionWithTable()
        try connection.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b')")
        let sql = "SELECT id FROM t ORDER BY id"
        let counts = try connection.rows(sql) { _ throws(SQLiteError) in
            try connection.rows(sql) { $0.int(0) }.count
        }
        #expect(counts == [2, 2])
        connection.close()
    }

    @Test("The bindings of one use are not seen by the next, also after a failure")
    func bindingsAreCleared() throws {
        let connection = try connectionWithTable()
        let insert = "INSERT INTO t(id, name) VALUES (?, ?)"
        try connection.run(insert, 1, "a")
        #expect(throws: SQLiteError.self) { try connection.run(insert, 1, "b") }
        try connection.run(insert, 2, nil)
        #expect(try connection.rows("SELECT name FROM t ORDER BY id") { $0.textOrNil(0) } == ["a", nil])
    }

    @Test("More texts than are kept work, and the connection closes")
    func cacheLimit() throws {
        let connection = try Connection(path: ":memory:")
        for number in 0..<600 {
            #expect(try connection.first("SELECT \(number)") { $0.int(0) } == number)
        }
        connection.close()
        connection.close()
    }

    @Test("An insert that returns its row is done when the row is read")
    func returning() throws {
        let scratch = try ScratchDatabase()
        let connection = try scratch.connect()
        try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT)")
        #expect(try connection.first("INSERT INTO t(name) VALUES ('a') RETURNING id") { $0.int(0) } == 1)
        #expect(try scratch.connect().count == 1)
    }

    // `try?`: an error instead of the stop would let these processes end well, and so fail the test.
    @Test("Misuse stops the program")
    func misuse() async {
        await #expect(processExitsWith: .failure) { _ = try? Connection(path: ":memory:").run("SELECT ?") }
        await #expect(processExitsWith: .failure) { _ = try? Connection(path: ":memory:").run("SELECT 1; SELECT 2") }
        await #expect(processExitsWith: .failure) {
            _ = try? Connection(path: ":memory:").first("SELECT 1") { $0.int(1) }
        }
        await #expect(processExitsWith: .failure) {
            let connection = try? Connection(path: ":memory:")
            connection?.close()
            _ = try? connection?.run("SELECT 1")
        }
        await #expect(processExitsWith: .failure) {
            let connection = try? Connection(path: ":memory:")
            _ = try? connection?.first("SELECT 1") { _ in connection?.close() }
        }
    }
}
