import DeckEngine

/// A newly opened state, and what opening it required.
struct OpenedState {
  let file: String
  let connection: Connection
  let isReadOnly: Bool
  let setAside: SetAside?
  /// What else was wrong, for the log.
  private(set) var notices: [String] = []
  private(set) var head: Journal.Head
  /// Whether `head` is not the one in the file.
  private(set) var isNews = false
  let records: [DeckRecord]
  /// How many events there are.
  let eventCount: Int
  /// The high-water marks; `nil` for a state that cannot be written.
  private(set) var marks: MarkFile?

  /// Opens the state in a directory, or creates an empty one after setting aside an unusable file.
  init(in directory: StateDirectory, surroundings: StateStore.Surroundings) throws(StoreError) {
    let state = StateFile(path: directory.path + "/state.db", vfs: surroundings.vfs)
    let marks = MarkFile(of: state)
    self = try Self.found(state, in: directory, surroundings, marks?.mark)
    if isReadOnly { return }
    if let marks { self.marks = marks } else { self.marks = try MarkFile.made(for: state, in: directory, &notices) }
  }

  private static func found(
    _ state: StateFile,
    in directory: StateDirectory,
    _ surroundings: StateStore.Surroundings,
    _ mark: HighWaterMark?
  ) throws(StoreError) -> OpenedState {
    func beginning(_ cause: SetAside.Cause, _ reason: String?) throws(StoreError) -> OpenedState {
      var setAside: SetAside?
      if let reason { setAside = try state.setAside(cause, reason: reason, in: directory) }
      let notice = try state.create(in: directory, after: mark?.limit ?? 0)
      var opened = try opening(state, version: Schema.version, surroundings, setAside: setAside)
      if let notice { opened.notices.append("\(notice)") }
      return opened
    }
    switch try state.look() {
    case .nothing: return try beginning(.damaged, state.hasCompanions ? "its file is missing" : nil)
    case .unusable(let cause, let reason): return try beginning(cause, reason)
    case .state(let version) where version > Schema.version:
      guard let known = mark?.version, known <= Schema.version else {
        throw .newer(file: state.path, version: version, known: Schema.version)
      }
      return try beginning(.damaged, "its version is \(version), and \(known) was written")
    case .state(let version):
      do {
        var opened = try opening(state, version: version, surroundings, setAside: nil)
        try opened.compare(with: mark, isMigrated: version < Schema.firstSealed, surroundings.boot)
        return opened
      } catch .damaged(_, let reason) {
        return try beginning(.damaged, reason)
      }
    }
  }

  private init(_ connection: Connection, isReadOnly: Bool, setAside: SetAside?) throws(StoreError) {
    file = connection.file
    self.connection = connection
    self.isReadOnly = isReadOnly
    self.setAside = setAside
    let journal = Journal(connection: connection)
    head = try journal.head()
    records = try DeckTable(connection: connection).read()
    guard Set(records.map(\.state.deck)).count == records.count else {
      throw .damaged(file: file, reason: "a deck is there twice")
    }
    let events = try journal.verify(upTo: head.sequence)
    eventCount = events.count
    guard records.reduce(events.digest, { $0 &+ $1.checksum }) == head.digest else {
      throw .damaged(file: file, reason: "rows are missing, or of an earlier commit")
    }
  }

  /// Compares a state that is whole in itself with the mark beside it.
  ///
  /// Without a mark of this journal nobody knows whether events with later numbers were published: the journal gets
  /// another name, and clients begin with a snapshot. When the power has gone, the latest marks may have gone with what
  /// they stood for: numbers continue above all that were reserved.
  private mutating func compare(
    with mark: HighWaterMark?,
    isMigrated: Bool,
    _ boot: String
  ) throws(StoreError) {
    if let mark, mark.journal == head.name {
      guard head.commits >= mark.commits else {
        throw .damaged(file: file, reason: "it ends with commit \(head.commits) of \(mark.commits)")
      }
      guard mark.boot != boot, mark.limit > head.sequence else { return }
      // The last of them may have been given: a client that has it does not have the newest.
      head.sequence = mark.limit + 1
    } else if !isMigrated && !isReadOnly {
      let reason = mark == nil ? "missing or damaged" : "another journal's"
      notices.append("\(file)-mark: \(reason); the journal has another name, and clients begin with a snapshot")
      head.name = Journal.newName()
      head.sequence = max(head.sequence, mark?.limit ?? 0)
    } else {
      return
    }
    isNews = true
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

  /// Checks every page and index, so that damage is found before new state is built on it.
  private static func check(_ connection: Connection) throws(StoreError) {
    let finding = try connection.text("PRAGMA integrity_check(1)")
    guard finding == "ok" else { throw .damaged(file: connection.file, reason: finding) }
  }

  /// The size that the log is truncated to after a checkpoint, in bytes; loading 100,000 cards makes it larger.
  private static let logLimit = 4 << 20
  /// The maximum size of the page cache, in KiB: a commit touches a few dozen pages of 4 KiB.
  private static let cacheSize = 512
}
