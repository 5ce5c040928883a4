import CSQLite
import Glibc

/// A connection to one SQLite file; used on one thread at a time.
final class Connection {
  /// How the file is opened.
  enum Mode {
    /// For reading and writing; the file must exist.
    case readWrite
    /// For reading, including the write-ahead log; neither is written, and there is no checkpoint.
    case readOnly
    /// For reading without locks or companion files: no other process writes the file, and it has no write-ahead log.
    case frozen
  }

  let file: String
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]

  /// Opens `file` through the file system layer `vfs`; `nil` for SQLite's own.
  init(_ file: String, _ mode: Mode, vfs: String?) throws(StoreError) {
    var handle: OpaquePointer?
    let access = mode == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    // The store is used on one thread at a time, so SQLite needs no mutexes of its own.
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(Self.uri(file, frozen: mode == .frozen), &handle, flags, vfs)
    guard let handle else { throw .failed(file: file, reason: "SQLite: out of memory") }
    guard code == SQLITE_OK else {
      let error = Self.error(code, handle, file)
      sqlite3_close_v2(handle)
      throw error
    }
    self.file = file
    self.handle = handle
    if mode == .readOnly { _ = deckd_leave_log(handle) }
  }

  deinit {
    for statement in statements.values { statement.finalize() }
    sqlite3_close_v2(handle)
  }

  /// Whether the file could be opened only for reading.
  var isReadOnly: Bool {
    sqlite3_db_readonly(handle, "main") != 0
  }

  /// The number of rows that this connection has changed.
  var changedRows: Int64 {
    sqlite3_total_changes64(handle)
  }

  /// The prepared statement, cached.
  func statement(_ text: String) throws(StoreError) -> Statement {
    if let statement = statements[text] { return statement }
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw error(code) }
    let statement = Statement(prepared, of: self)
    statements[text] = statement
    return statement
  }

  /// Runs statements that return no rows and are not needed again.
  func run(_ script: String) throws(StoreError) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// The number that a query returns.
  func number(_ query: String) throws(StoreError) -> Int64 {
    let statement = try statement(query)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The text in the first row that a query returns.
  func text(_ query: String) throws(StoreError) -> String {
    let statement = try statement(query)
    defer { statement.reset() }
    return try statement.step() ? statement.text(0) ?? "" : ""
  }

  /// Runs `body` in a transaction: all of it takes effect, or nothing.
  func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try run("BEGIN")
    do {
      try body()
      try run("COMMIT")
    } catch {
      // SQLite has rolled back by itself after some errors; whatever this statement returns, nothing is committed.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  func error(_ code: Int32) -> StoreError {
    Self.error(code, handle, file)
  }

  private static func error(_ code: Int32, _ handle: OpaquePointer, _ file: String) -> StoreError {
    let reason = sqlite3_errmsg(handle).map { String(cString: $0) } ?? "error \(code)"
    switch code & 0xFF {
    case SQLITE_FULL: return .full(file: file)
    case SQLITE_READONLY: return .readOnly(file: file)
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy(file: file)
    // deckd's statements are valid, so an error in one means foreign tables, or values that deckd never wrote.
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH:
      return .damaged(file: file, reason: reason)
    case SQLITE_CANTOPEN: return .unopened(file: file, reason: reason)
    // SQLite reports "full" only for a write; a quota, and a file system that reports late, are the same to the user.
    case SQLITE_IOERR where [ENOSPC, EDQUOT].contains(sqlite3_system_errno(handle)): return .full(file: file)
    default: return .failed(file: file, reason: "\(reason) (SQLite \(code))")
    }
  }

  /// The file as an SQLite URI, which can carry options besides the path.
  private static func uri(_ file: String, frozen: Bool) -> String {
    let hexadecimal = Array("0123456789abcdef".unicodeScalars)
    var uri = "file:"
    for byte in file.utf8 {
      switch Unicode.Scalar(byte) {
      case "/", "-", ".", "_", "0"..."9", "a"..."z", "A"..."Z": uri.unicodeScalars.append(Unicode.Scalar(byte))
      default: uri.unicodeScalars.append(contentsOf: ["%", hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]])
      }
    }
    return frozen ? uri + "?immutable=1" : uri
  }
}
