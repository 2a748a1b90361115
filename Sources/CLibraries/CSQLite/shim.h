#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that Swift cannot import. A null pointer would bind NULL where an empty value was meant,
// so both functions put an empty one in its place.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 length) {
    return sqlite3_bind_text64(statement, index, bytes ? (const char *)bytes : "", length, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 length) {
    return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", length, SQLITE_TRANSIENT);
}
