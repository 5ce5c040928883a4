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
    /// The name of the machine's boot: while it lasts, a file keeps what was written to it without a sync.
    package var boot = Self.currentBoot

    /// The machine's environment.
    package init() {}

    /// A name of its own where Linux gives none, so that every start counts as one after a loss of power.
    private static var currentBoot: String {
      guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return Journal.newName() }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 36)
      let count = fread(&bytes, 1, bytes.count, file)
      return count == bytes.count ? String(decoding: bytes, as: UTF8.self) : Journal.newName()
    }
  }

  /// The file that was set aside on opening, for the log.
  package let setAside: SetAside?
  /// What else was wrong on opening, for the log.
  package let notices: [String]
  /// Whether the file cannot be written, so that every commit fails.
  package let isReadOnly: Bool
  /// The name of the journal: 16 hexadecimal digits, different for each file that was created.
  ///
  /// Sequence numbers of different journals are unrelated: a client that sends `since` must have received that event
  /// from this journal.
  package var journalName: String { head.name }
  /// The highest event number ever committed or passed over; 0 initially.
  package var sequence: UInt64 { head.sequence }

  private let file: String
  /// The identities of the file and its log when they were opened.
  private let identities: [FileIdentity?]
  private let connection: Connection
  private let retention: Retention
  private let second: @Sendable () -> Int64
  private var head: Journal.Head
  /// The high-water marks; `nil` for a state that cannot be written.
  private let marks: MarkFile?
  private let boot: String
  private var logIndex: LogIndex
  private var records: [DeckRecord]
  /// The number for the next deck; a number is never reused while the store is open.
  private var nextDeckNumber: Int64
  /// Locked for the lifetime of the store.
  private let directory: StateDirectory

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
    notices = opened.notices
    isReadOnly = opened.isReadOnly
    head = opened.head
    marks = opened.marks
    boot = surroundings.boot
    logIndex = LogIndex(of: opened.file)
    records = opened.records
    self.retention = retention
    second = surroundings.second
    nextDeckNumber = (opened.records.map(\.number).max() ?? 0) + 1
    guard let marks else { return }
    // Before the mark of this boot: else a start that is cut short would hide that the power had gone.
    try commit(StateChange(), isNews: opened.isNews)
    try marks.writeThrough(mark(limit: sequence + HighWaterMark.reserve))
  }

  deinit {
    logIndex.restoreLength()
    do {
      // No number above the last one was given, so the next start has none to pass over.
      try marks?.writeThrough(mark(limit: sequence))
    } catch {
      // The mark before it is as true.
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
    guard let marks, let limit = marks.mark?.limit else { throw .readOnly(file: file) }
    var change = StateChange()
    for next in changes { change.append(next) }
    check(change.events)
    if let last = change.events.last?.sequence, last > limit {
      try marks.writeThrough(mark(limit: last + HighWaterMark.reserve))
    }
    try commit(change, isNews: false)
    marks.write(mark(limit: marks.mark?.limit ?? limit))
  }

  /// Commits a change; one that changes no row costs nothing, unless the journal's own row `isNews`.
  private func commit(_ change: StateChange, isNews: Bool) throws(StoreError) {
    var head = head
    var records = records
    var nextNumber = nextDeckNumber
    head.sequence = change.events.last?.sequence ?? head.sequence
    logIndex.restoreLength()
    try connection.transaction { () throws(StoreError) in
      let before = connection.changedRows
      for id in change.removed { head.digest &-= try remove(id, from: &records) }
      for deck in change.decks { head.digest &+= try write(deck, to: &records, &nextNumber) }
      let second = second()
      head.digest &+= try journal.append(change.events, second: second)
      head.digest &-= try journal.trim(retention, sequence: head.sequence, second: second)
      if isNews || connection.changedRows > before {
        head.commits += 1
        try journal.write(head)
      }
      // SQLite would continue to write files that were unlinked, where no program finds them again.
      guard Self.identities(of: file) == identities else { throw .gone(file: file) }
    }
    self.head = head
    self.records = records
    nextDeckNumber = nextNumber
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
    logIndex.restoreLength()
    return try journal.lines(after: since, upTo: last, newest: sequence, deck: deck, byteLimit: byteLimit)
  }

  private func mark(limit: UInt64) -> HighWaterMark {
    HighWaterMark(journal: head.name, commits: head.commits, limit: limit, boot: boot)
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

  /// - Returns: The checksum that is no longer there.
  private func remove(_ id: String, from records: inout [DeckRecord]) throws(StoreError) -> UInt64 {
    guard let place = records.firstIndex(where: { $0.state.deck == id }) else { return 0 }
    try DeckTable(connection: connection).remove(records[place].number)
    return records.remove(at: place).checksum
  }

  /// - Returns: By how much the sum of the checksums changes.
  private func write(
    _ deck: DeckState,
    to records: inout [DeckRecord],
    _ nextNumber: inout Int64
  ) throws(StoreError) -> UInt64 {
    let table = DeckTable(connection: connection)
    if let place = records.firstIndex(where: { $0.state.deck == deck.deck }) {
      let old = records[place]
      records[place] = try table.write(deck, over: old, number: old.number)
      return records[place].checksum &- old.checksum
    }
    let record = try table.write(deck, over: nil, number: nextNumber)
    records.append(record)
    nextNumber += 1
    return record.checksum
  }
}
