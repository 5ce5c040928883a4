import DeckEngine
import Glibc

/// The decks and the journal on the disk, in `state.db` of a state directory.
///
/// A commit is atomic, and on the disk when it returns, whatever happens to the process or the power. The store is used
/// on one thread at a time: first by the code that opens it, then by a `StateWriter`.
package final class StateStore {
  /// The environment, which tests replace.
  package struct Surroundings: Sendable {
    /// The wall clock, in seconds.
    package var second: @Sendable () -> Int64 = { Int64(time(nil)) }
    /// The name of the file system layer (`sqlite3_vfs`); `nil` for SQLite's own.
    package var vfs: String?
    /// The size of the log, in pages, at which a commit copies it into the file; SQLite's default is 1000.
    package var checkpointPages = 1000
    /// The maximum size of the file, in pages; `nil` for no limit but the disk's.
    package var pageLimit: Int?

    /// The machine's environment.
    package init() {}
  }

  /// The file that was set aside on opening, for the log.
  package let setAside: SetAside?
  /// Whether the file cannot be written, so that every commit fails.
  package let isReadOnly: Bool
  /// The name of the journal: 16 hexadecimal digits, different for each file that was created.
  ///
  /// Sequence numbers of different journals are unrelated: a client that sends `since` must have received that event
  /// from this journal.
  package let journalName: String

  private let file: String
  /// The identities of the file and its log when they were opened.
  private let identities: [FileIdentity?]
  private let connection: Connection
  private let retention: Retention
  private let second: @Sendable () -> Int64
  private var records: [DeckRecord]
  /// The number for the next deck; a number is never reused while the store is open.
  private var nextDeckNumber: Int64
  /// Locked for the lifetime of the store.
  private let directory: StateDirectory

  /// The highest event number ever committed; 0 initially.
  package private(set) var sequence: UInt64

  /// Opens the state in `directory`, which is created if it is missing.
  ///
  /// - Throws: `StoreError` if the state cannot be opened; an unusable file that can be set aside is not an error.
  package init(
    directory path: String,
    retention: Retention,
    surroundings: Surroundings = Surroundings()
  ) throws(StoreError) {
    directory = try StateDirectory(path)
    let opened = try OpenedState(in: directory, surroundings: surroundings)
    file = opened.file
    identities = Self.identities(of: opened.file)
    connection = opened.connection
    setAside = opened.setAside
    isReadOnly = opened.isReadOnly
    journalName = opened.journalName
    records = opened.records
    sequence = opened.sequence
    self.retention = retention
    second = surroundings.second
    nextDeckNumber = (opened.records.map(\.number).max() ?? 0) + 1
    guard !isReadOnly else { return }
    try connection.transaction { [journal, sequence, second] () throws(StoreError) in
      try journal.trim(retention, sequence: sequence, second: second())
    }
  }

  private var journal: Journal { Journal(connection: connection) }

  /// The decks as stored on the disk.
  package var decks: [StoredDeck] {
    records.map { StoredDeck(state: $0.state, hasConfiguredCards: $0.hasConfiguredCards) }
  }

  /// The number of the oldest stored event; one more than `sequence` if there is none.
  package func oldest() throws(StoreError) -> UInt64 {
    try journal.oldest() ?? sequence + 1
  }

  /// The number of rows changed since opening: the cost of commits.
  package var changedRows: Int64 { connection.changedRows }

  /// Commits all changes to the disk together, or none of them.
  package func commit(_ changes: [StateChange]) throws(StoreError) {
    guard !isReadOnly else { throw .readOnly(file: file) }
    var change = StateChange()
    for next in changes { change.append(next) }
    check(change.events)
    var next = records
    var nextNumber = nextDeckNumber
    try connection.transaction { () throws(StoreError) in
      for id in change.removed { try remove(id, from: &next) }
      for deck in change.decks { try write(deck, to: &next, &nextNumber) }
      let second = second()
      try journal.append(change.events, second: second)
      if let last = change.events.last { try journal.trim(retention, sequence: last.sequence, second: second) }
      // SQLite would continue to write files that were unlinked, where no program finds them again.
      guard Self.identities(of: file) == identities else { throw .gone(file: file) }
    }
    records = next
    nextDeckNumber = nextNumber
    sequence = change.events.last?.sequence ?? sequence
  }

  /// The lines of the events after `since` up to `last`, of one deck if `deck` is given.
  ///
  /// An answer stops after `byteLimit` bytes and reports where; query again from there for the rest.
  package func events(
    after since: UInt64,
    upTo last: UInt64,
    deck: String? = nil,
    byteLimit: Int
  ) throws(StoreError) -> JournalAnswer {
    try journal.lines(after: since, upTo: last, deck: deck, byteLimit: byteLimit)
  }

  private static func identities(of file: String) -> [FileIdentity?] {
    [FileIdentity(of: file), FileIdentity(of: StateFile(path: file).log)]
  }

  private func check(_ events: [StoredEvent]) {
    var expected = sequence + 1
    for event in events {
      precondition(event.sequence == expected, "event \(event.sequence) after \(expected - 1)")
      precondition(event.line.last == UInt8(ascii: "\n"), "event \(event.sequence) is no line")
      expected += 1
    }
  }

  private func remove(_ id: String, from records: inout [DeckRecord]) throws(StoreError) {
    guard let place = records.firstIndex(where: { $0.state.deck == id }) else { return }
    try DeckTable(connection: connection).remove(records[place].number)
    records.remove(at: place)
  }

  private func write(_ deck: DeckState, to records: inout [DeckRecord], _ nextNumber: inout Int64) throws(StoreError) {
    let table = DeckTable(connection: connection)
    if let place = records.firstIndex(where: { $0.state.deck == deck.deck }) {
      records[place] = try table.write(deck, over: records[place], number: records[place].number)
    } else {
      records.append(try table.write(deck, over: nil, number: nextNumber))
      nextNumber += 1
    }
  }
}
