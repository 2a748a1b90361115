internal import CSQLite

/// One row of a result, lent to the closure that reads it.
///
/// Columns count from 0, in the order of the `SELECT`; a column that is not there stops the program. Values convert as
/// SQLite converts them: NULL reads as 0, the empty text or the empty blob where the getter has no `OrNil`.
// @safe: it cannot be copied and is only ever lent, so it does not outlive the step that made it.
@safe
package struct Row: ~Copyable {
    private let statement: OpaquePointer
    private let columns: CInt

    init(_ statement: Statement) {
        unsafe self.statement = statement.handle
        columns = unsafe sqlite3_data_count(statement.handle)
    }

    package func isNull(_ column: Int) -> Bool {
        unsafe sqlite3_column_type(statement, checked(column)) == SQLITE_NULL
    }

    package func int64(_ column: Int) -> Int64 { unsafe sqlite3_column_int64(statement, checked(column)) }
    package func int(_ column: Int) -> Int { Int(int64(column)) }
    package func bool(_ column: Int) -> Bool { int64(column) != 0 }
    package func double(_ column: Int) -> Double { unsafe sqlite3_column_double(statement, checked(column)) }

    /// The text; bytes that are not UTF-8 are repaired.
    package func text(_ column: Int) -> String {
        let index = checked(column)
        // The text is asked for before its length: the order that the C interface wants for conversions.
        guard let start = unsafe sqlite3_column_text(statement, index) else { return "" }
        let count = unsafe Int(sqlite3_column_bytes(statement, index))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    package func blob(_ column: Int) -> [UInt8] {
        let index = checked(column)
        guard let start = unsafe sqlite3_column_blob(statement, index) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(statement, index))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    package func int64OrNil(_ column: Int) -> Int64? { isNull(column) ? nil : int64(column) }
    package func intOrNil(_ column: Int) -> Int? { isNull(column) ? nil : int(column) }
    package func boolOrNil(_ column: Int) -> Bool? { isNull(column) ? nil : bool(column) }
    package func doubleOrNil(_ column: Int) -> Double? { isNull(column) ? nil : double(column) }
    package func textOrNil(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
    package func blobOrNil(_ column: Int) -> [UInt8]? { isNull(column) ? nil : blob(column) }

    private func checked(_ column: Int) -> CInt {
        precondition(column >= 0 && column < columns, "the row has no column \(column)")
        return CInt(column)
    }
}
