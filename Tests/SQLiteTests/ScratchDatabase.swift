import FoundationEssentials
import SQLite

/// A folder of its own for a database file, removed at the end with all that lies in it.
final class ScratchDatabase {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sqlite-\(UUID().uuidString)")
    var path: String { folder.appending(path: "test.db").path }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func connect(readOnly: Bool = false, busyTimeout: Duration = .zero) throws -> Connection {
        try Connection(path: path, readOnly: readOnly, busyTimeout: busyTimeout)
    }
}

/// A connection in memory with a table `t(id INTEGER PRIMARY KEY, name TEXT UNIQUE)`.
func connectionWithTable() throws -> Connection {
    let connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
    return connection
}

extension Connection {
    /// How many rows `t` has.
    var count: Int {
        get throws { try first("SELECT count(*) FROM t") { $0.int(0) } ?? 0 }
    }
}

/// An error that is not SQLite's.
struct Refusal: Error {}
