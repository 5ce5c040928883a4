#pragma once
#include <sqlite3.h>

/// Binds `length` bytes of UTF-8, which SQLite copies.
///
/// In C because `SQLITE_TRANSIENT` is a cast of a number to a function, which Swift does not import.
static inline int deckd_bind_text(sqlite3_stmt *statement, int place, const char *bytes, sqlite3_uint64 length) {
  return sqlite3_bind_text64(statement, place, bytes, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Keeps the connection from copying the log of changes into the file when it closes.
///
/// In C because `sqlite3_db_config` is variadic.
static inline int deckd_leave_log(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
