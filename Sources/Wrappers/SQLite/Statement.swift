internal import CSQLite

/// A prepared statement, finalized when the last reference goes.
// @safe: the handle lives as long as the object, and only the connection, which outlives it, passes it on.
@safe
final class Statement {
    let handle: OpaquePointer
    let sql: String
    /// Whether it changes nothing in the file.
    let isReadOnly: Bool
    /// Set while a call uses it: its bindings and its position belong to that call.
    private(set) var isBusy = false

    /// Takes the handle over.
    init(taking handle: OpaquePointer, sql: String) {
        unsafe self.handle = handle
        self.sql = sql
        isReadOnly = unsafe sqlite3_stmt_readonly(handle) != 0
    }

    deinit { _ = unsafe sqlite3_finalize(handle) }

    /// Starts a use: one value for each placeholder. Answers SQLite's code.
    func begin(_ values: [Value]) -> CInt {
        precondition(
            values.count == Int(unsafe sqlite3_bind_parameter_count(handle)), "a value for each placeholder: \(sql)")
        isBusy = true
        for (offset, value) in values.enumerated() {
            let code = bind(value, at: CInt(offset + 1))
            if code != SQLITE_OK { return code }
        }
        return SQLITE_OK
    }

    /// Ends a use; the values bound are let go of, since they may be secrets or large.
    func end() {
        _ = unsafe sqlite3_reset(handle)
        _ = unsafe sqlite3_clear_bindings(handle)
        isBusy = false
    }

    private func bind(_ value: Value, at index: CInt) -> CInt {
        switch value {
        case .null: return unsafe sqlite3_bind_null(handle, index)
        case .integer(let number): return unsafe sqlite3_bind_int64(handle, index, number)
        case .real(let number): return unsafe sqlite3_bind_double(handle, index, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                unsafe csqlite_bind_text(handle, index, bytes.baseAddress, sqlite3_uint64(bytes.count))
            }
        case .blob(let blob):
            return unsafe blob.withUnsafeBytes { bytes in
                unsafe csqlite_bind_blob(handle, index, bytes.baseAddress, sqlite3_uint64(bytes.count))
            }
        }
    }
}
