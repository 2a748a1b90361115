internal import CSQLite

/// A result code of SQLite, primary or extended, as sqlite.org/rescode.html lists them.
package struct ResultCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: CInt

    package init(rawValue: CInt) { self.rawValue = rawValue }

    /// The extended code number `detail` of a primary code.
    private init(_ primary: ResultCode, _ detail: CInt) { rawValue = primary.rawValue | detail << 8 }

    /// The class of the code: the low eight bits.
    package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

    package static let error = ResultCode(rawValue: SQLITE_ERROR)
    package static let busy = ResultCode(rawValue: SQLITE_BUSY)
    package static let locked = ResultCode(rawValue: SQLITE_LOCKED)
    package static let outOfMemory = ResultCode(rawValue: SQLITE_NOMEM)
    package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    package static let ioError = ResultCode(rawValue: SQLITE_IOERR)
    package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    package static let full = ResultCode(rawValue: SQLITE_FULL)
    package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)

    /// The index of the write-ahead log could not be enlarged.
    package static let ioErrorIndexSize = ResultCode(.ioError, 19)

    package static let constraintCheck = ResultCode(.constraint, 1)
    package static let constraintForeignKey = ResultCode(.constraint, 3)
    package static let constraintNotNull = ResultCode(.constraint, 5)
    package static let constraintPrimaryKey = ResultCode(.constraint, 6)
    package static let constraintUnique = ResultCode(.constraint, 8)
}

/// What SQLite refused: the code, its words, and the statement.
///
/// Bound arguments are never part of it: they may be secrets, and errors end up in logs.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The code with its detail, such as ``ResultCode/constraintUnique``.
    package let extendedCode: ResultCode
    /// SQLite's own words.
    package let message: String
    /// The statement with its placeholders, or what was done where there is none, such as `open`.
    package let sql: String

    package init(_ extendedCode: ResultCode, message: String, sql: String) {
        self.extendedCode = extendedCode
        self.message = message
        self.sql = sql
    }

    /// The class of the failure, such as ``ResultCode/constraint``.
    package var code: ResultCode { extendedCode.primary }

    package var description: String { "SQLite \(extendedCode.rawValue): \(message) (\(sql))" }
}
