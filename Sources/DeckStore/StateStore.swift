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
  package var journalName: String { contents.head.name }
  /// The highest event number ever committed or passed over; 0 initially.
  package var sequence: UInt64 { contents.head.sequence }

  private let file: String
  /// The identities of the file and its log when they were opened.
  private let identities: [FileIdentity?]
  private let connection: Connection
  private let retention: Retention
  private let second: @Sendable () -> Int64
  /// What was committed, which the mark on the disk stands for.
  private var contents: Contents
  /// What the file has instead, after a commit whose mark could not be written: the next commit takes it back.
  private var unmarked: Contents?
  /// The highest number that a commit was given.
  ///
  /// A commit that failed may be in the log, so its number is not given again.
  private var lastCommit: UInt64
  /// The high-water marks; `nil` for a state that cannot be written.
  private let marks: MarkFile?
  /// The highest number that an event may have: a mark on the disk says so.
  private var reserved: UInt64 = 0
  private let boot: String
  private var logIndex: LogIndex
  /// The number for the next deck; a number is never reused while the store is open.
  private var nextDeckNumber: Int64
  /// Locked for the lifetime of the store.
  private let directory: StateDirectory

  /// What the file holds: the journal's row, the decks, and how many events.
  private struct Contents {
    var head: Journal.Head
    var records: [DeckRecord]
    var eventCount: Int

    mutating func add(_ events: Journal.Events) {
      eventCount += events.count
      head.digest &+= events.digest
    }

    mutating func remove(_ events: Journal.Events) {
      eventCount -= events.count
      head.digest &-= events.digest
    }
  }

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
    contents = Contents(head: opened.head, records: opened.records, eventCount: opened.eventCount)
    lastCommit = opened.head.commits
    marks = opened.marks
    boot = surroundings.boot
    logIndex = LogIndex(of: opened.file)
    self.retention = retention
    second = surroundings.second
    nextDeckNumber = (opened.records.map(\.number).max() ?? 0) + 1
    guard let marks else { return }
    // Before the mark of this boot: else a start that is cut short would hide that the power had gone.
    contents = try write(StateChange(), isNews: opened.isNews)
    try reserve(after: sequence, marks)
  }

  deinit {
    logIndex.restoreLength()
    do {
      if unmarked != nil { try commit([]) }
      // No number above the last one was given, so the next start has none to pass over.
      try marks?.writeThrough(mark(of: contents.head, limit: sequence))
    } catch {
      // The mark before it is as true.
    }
  }

  private var journal: Journal { Journal(connection: connection) }

  /// The decks as stored on the disk.
  package var decks: [StoredDeck] {
    contents.records.map { StoredDeck(state: $0.state, hasConfiguredCards: $0.hasConfiguredCards) }
  }

  /// The number of the oldest stored event; one more than `sequence` if there is none.
  package func oldest() throws(StoreError) -> UInt64 {
    try journal.oldest(newest: sequence)
  }

  /// The number of rows changed since opening: the cost of commits.
  package var changedRows: Int64 { connection.changedRows }

  /// Commits all changes to the disk together, or none of them.
  ///
  /// Nothing is committed before its mark is written: a later start would not notice that it was lost.
  package func commit(_ changes: [StateChange]) throws(StoreError) {
    guard let marks else { throw .readOnly(file: file) }
    var change = StateChange()
    for next in changes { change.append(next) }
    check(change.events)
    if let last = change.events.last?.sequence, last > reserved { try reserve(after: last, marks) }
    let written = try write(change, isNews: false)
    if written.head != contents.head {
      do {
        try marks.write(mark(of: written.head, limit: reserved))
      } catch {
        unmarked = written
        throw error
      }
    }
    contents = written
    unmarked = nil
  }

  /// Reserves numbers after `sequence`, so that a start after a loss of power passes over them.
  private func reserve(after sequence: UInt64, _ marks: MarkFile) throws(StoreError) {
    let limit = sequence + HighWaterMark.reserve
    try marks.writeThrough(mark(of: contents.head, limit: limit))
    reserved = limit
  }

  /// Writes a change; one that changes no row costs nothing, unless the journal's own row `isNews`.
  ///
  /// - Returns: What the file holds then.
  private func write(_ change: StateChange, isNews: Bool) throws(StoreError) -> Contents {
    var next = unmarked ?? contents
    var nextNumber = nextDeckNumber
    logIndex.restoreLength()
    try connection.transaction { () throws(StoreError) in
      let before = connection.changedRows
      if unmarked != nil { try takeBack(&next) }
      next.head.sequence = change.events.last?.sequence ?? next.head.sequence
      for id in change.removed { next.head.digest &-= try remove(id, from: &next.records) }
      for deck in change.decks { next.head.digest &+= try write(deck, to: &next.records, &nextNumber) }
      let second = second()
      next.add(try journal.append(change.events, second: second))
      next.remove(try journal.trim(retention, count: next.eventCount, second: second))
      if isNews || connection.changedRows > before {
        lastCommit += 1
        next.head.commits = lastCommit
        try journal.write(next.head)
      }
      // SQLite would continue to write files that were unlinked, where no program finds them again.
      guard Self.identities(of: file) == identities else { throw .gone(file: file) }
    }
    nextDeckNumber = nextNumber
    return next
  }

  /// Restores the events and decks that were committed; events that were too old stay deleted.
  private func takeBack(_ next: inout Contents) throws(StoreError) {
    let table = DeckTable(connection: connection)
    next.remove(try journal.remove(after: contents.head.sequence))
    next.head.sequence = contents.head.sequence
    let changed = Dictionary(uniqueKeysWithValues: next.records.map { ($0.number, $0) })
    let numbers = Set(contents.records.map(\.number))
    for record in next.records where !numbers.contains(record.number) { try table.remove(record.number) }
    let restored = try contents.records.map { record throws(StoreError) in
      try table.restore(record, over: changed[record.number])
    }
    for record in next.records { next.head.digest &-= record.checksum }
    for record in restored { next.head.digest &+= record.checksum }
    next.records = restored
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

  private func mark(of head: Journal.Head, limit: UInt64) -> HighWaterMark {
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
