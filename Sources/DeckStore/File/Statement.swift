import CSQLite

/// A prepared statement of a `Connection`, valid as long as the connection.
final class Statement {
  private let handle: OpaquePointer
  private unowned let connection: Connection

  init(_ handle: OpaquePointer, of connection: Connection) {
    self.handle = handle
    self.connection = connection
  }

  /// Finalizes the statement; the connection does so before it closes.
  func finalize() {
    sqlite3_finalize(handle)
  }

  // A bind fails if its parameter does not exist, which is a programming error, if a text exceeds SQLite's limit of
  // 10⁹ bytes, which the line limit rules out, or if memory is exhausted.

  func bind(_ place: Int32, _ value: Int64?) {
    let code = value.map { sqlite3_bind_int64(handle, place, $0) } ?? sqlite3_bind_null(handle, place)
    precondition(code == SQLITE_OK, "SQLite does not take a value")
  }

  func bind(_ place: Int32, checksum: UInt64) {
    bind(place, Int64(bitPattern: checksum))
  }

  func bind(_ place: Int32, _ flag: Bool?) {
    bind(place, flag.map { $0 ? 1 : 0 as Int64 })
  }

  func bind(_ place: Int32, _ number: Double?) {
    let code = number.map { sqlite3_bind_double(handle, place, $0) } ?? sqlite3_bind_null(handle, place)
    precondition(code == SQLITE_OK, "SQLite does not take a value")
  }

  func bind(_ place: Int32, _ text: String?) {
    guard var text else { return bind(place, nil as Int64?) }
    text.withUTF8 { bind(place, $0) }
  }

  func bind(_ place: Int32, _ bytes: [UInt8]?) {
    guard let bytes else { return bind(place, nil as Int64?) }
    bytes.withUnsafeBufferPointer { bind(place, $0) }
  }

  func bind(_ place: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
    let code = bytes.withMemoryRebound(to: CChar.self) {
      // An empty text without an address would be NULL.
      if let base = $0.baseAddress { return deckd_bind_text(handle, place, base, UInt64($0.count)) }
      return deckd_bind_text(handle, place, "", 0)
    }
    precondition(code == SQLITE_OK, "SQLite does not take a value")
  }

  /// Advances to the next row; `false` if there is none.
  func step() throws(StoreError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw connection.error(code)
    }
  }

  /// Executes the statement, and resets it for new values.
  func run() throws(StoreError) {
    defer { reset() }
    _ = try step()
  }

  /// Releases the current row and its lock.
  func reset() {
    // It returns the error of the last step, which was already thrown.
    sqlite3_reset(handle)
  }

  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(handle, column)
  }

  func checksum(_ column: Int32) -> UInt64 {
    UInt64(bitPattern: integer(column))
  }

  func optionalInteger(_ column: Int32) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  func optionalFlag(_ column: Int32) -> Bool? {
    isNull(column) ? nil : integer(column) != 0
  }

  func number(_ column: Int32) -> Double {
    sqlite3_column_double(handle, column)
  }

  func optionalNumber(_ column: Int32) -> Double? {
    isNull(column) ? nil : number(column)
  }

  /// The text's bytes as they are in the file; `nil` for NULL.
  func bytes(_ column: Int32) -> [UInt8]? {
    withBytes(column) { Array($0) }
  }

  func text(_ column: Int32) -> String? {
    withBytes(column) { String(decoding: $0, as: UTF8.self) }
  }

  func withBytes<Result>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    guard let text = sqlite3_column_text(handle, column) else { return nil }
    return body(UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, column))))
  }
}
