import Glibc

/// A newly opened state, and what opening it required.
struct OpenedState {
  let file: String
  let connection: Connection
  let isReadOnly: Bool
  let setAside: SetAside?
  let journalName: String
  let sequence: UInt64
  let records: [DeckRecord]

  /// Opens the state in a directory, or creates an empty one after setting aside an unusable file.
  init(in directory: StateDirectory, surroundings: StateStore.Surroundings) throws(StoreError) {
    let state = StateFile(path: directory.path + "/state.db", vfs: surroundings.vfs)
    switch try state.look() {
    case .nothing:
      let orphan = state.hasCompanions ? "its file is missing" : nil
      self = try Self.beginning(state, in: directory, surroundings, cause: .damaged, reason: orphan)
    case .unusable(let cause, let reason):
      self = try Self.beginning(state, in: directory, surroundings, cause: cause, reason: reason)
    case .state(let version):
      guard version <= Schema.version else {
        throw .newer(file: state.path, version: version, known: Schema.version)
      }
      do {
        self = try Self.opening(state, version: version, surroundings, setAside: nil)
      } catch .damaged(_, let reason) {
        self = try Self.beginning(state, in: directory, surroundings, cause: .damaged, reason: reason)
      }
    }
  }

  private init(_ connection: Connection, isReadOnly: Bool, setAside: SetAside?) throws(StoreError) {
    file = connection.file
    self.connection = connection
    self.isReadOnly = isReadOnly
    self.setAside = setAside
    let journal = Journal(connection: connection)
    journalName = try journal.name()
    sequence = try journal.sequence()
    records = try DeckTable(connection: connection).read()
  }

  /// Creates an empty state, after setting aside any unusable file.
  private static func beginning(
    _ state: StateFile,
    in directory: StateDirectory,
    _ surroundings: StateStore.Surroundings,
    cause: SetAside.Cause,
    reason: String?
  ) throws(StoreError) -> OpenedState {
    var setAside: SetAside?
    if let reason { setAside = try state.setAside(cause, reason: reason, in: directory) }
    try state.create(in: directory)
    return try opening(state, version: Schema.version, surroundings, setAside: setAside)
  }

  private static func opening(
    _ state: StateFile,
    version: Int,
    _ surroundings: StateStore.Surroundings,
    setAside: SetAside?
  ) throws(StoreError) -> OpenedState {
    guard let connection = try writable(state, surroundings) else {
      let connection = try readable(state)
      try check(connection)
      guard version == Schema.version else {
        throw .outdated(file: state.path, version: version, known: Schema.version)
      }
      return try OpenedState(connection, isReadOnly: true, setAside: setAside)
    }
    try check(connection)
    if version < Schema.version { try Schema.migrate(connection, from: version) }
    return try OpenedState(connection, isReadOnly: false, setAside: setAside)
  }

  /// A connection that can write; `nil` if the file, its directory or its file system is read-only.
  private static func writable(
    _ state: StateFile,
    _ surroundings: StateStore.Surroundings
  ) throws(StoreError) -> Connection? {
    do {
      let connection = try Connection(state.path, .readWrite, vfs: state.vfs)
      guard !connection.isReadOnly else { return nil }
      // With FULL, the log is on the disk at each commit. A shell may be reading: it gets 2 s to finish.
      try connection.run(
        """
        PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
        PRAGMA wal_autocheckpoint = \(surroundings.checkpointPages);
        PRAGMA journal_size_limit = \(Self.logLimit); PRAGMA cache_size = -\(Self.cacheSize)
        """
      )
      if let pages = surroundings.pageLimit { try connection.run("PRAGMA max_page_count = \(pages)") }
      // Takes the lock and creates the log, which shows whether both are possible, and writes nothing.
      try connection.run("BEGIN IMMEDIATE; ROLLBACK")
      return connection
    } catch .readOnly, .unopened {
      return nil
    }
  }

  /// A read-only connection.
  private static func readable(_ state: StateFile) throws(StoreError) -> Connection {
    do {
      // SQLite reads a file in this mode only if it can create the log's index; without a log it needs none.
      let connection = try Connection(state.path, state.hasLog ? .readOnly : .frozen, vfs: state.vfs)
      _ = try connection.number("PRAGMA user_version")
      return connection
    } catch .failed(_, let reason), .unopened(_, let reason) {
      throw .unreadable(file: state.path, reason: reason)
    }
  }

  /// Checks every page, so that damage is found before new state is built on it.
  private static func check(_ connection: Connection) throws(StoreError) {
    let finding = try connection.text("PRAGMA quick_check(1)")
    guard finding == "ok" else { throw .damaged(file: connection.file, reason: finding) }
  }

  /// The size that the log is truncated to after a checkpoint, in bytes; loading 100,000 cards makes it larger.
  private static let logLimit = 4 << 20
  /// The maximum size of the page cache, in KiB: a commit touches a few dozen pages of 4 KiB.
  private static let cacheSize = 512
}
