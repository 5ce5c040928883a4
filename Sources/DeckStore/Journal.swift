import JSON

/// The events in the file, and the row that the rest of the file must agree with.
struct Journal {
  /// The row of the `journal` table.
  struct Head: Equatable {
    /// The name that distinguishes this file's numbers from another file's.
    var name: String
    /// The highest number ever assigned; it stays when the event itself is deleted.
    var sequence: UInt64
    /// The number of the last commit that changed the file; commits that failed have had numbers, too.
    var commits: UInt64
    /// The sum of the checksums of all decks and events: a row that is missing or of an earlier commit is noticed.
    var digest: UInt64

    fileprivate var checksum: UInt64 {
      var checksum = Checksum()
      checksum.add(name)
      checksum.add(sequence)
      checksum.add(commits)
      checksum.add(digest)
      return checksum.value
    }
  }

  /// Events in the file: how many, and the sum of their checksums.
  struct Events: Equatable {
    var count = 0
    var digest: UInt64 = 0

    fileprivate mutating func add(_ checksum: UInt64) {
      count += 1
      digest &+= checksum
    }
  }

  /// The highest valid number: far below what a JSON number holds exactly, so that adding to one never overflows.
  static let largestNumber: UInt64 = 1 << 52

  let connection: Connection

  /// The row; its checksum is not compared in a file of a version without one.
  func head(isSealed: Bool = true) throws(StoreError) -> Head {
    let query = try connection.statement("SELECT id, sequence, commits, digest, checksum FROM journal")
    defer { query.reset() }
    guard try query.step() else { throw damaged("the journal's row is missing") }
    guard let name = query.text(0), name.utf8.count == 16 else { throw damaged("the journal's name is missing") }
    guard let sequence = Self.number(query.integer(1)), let commits = Self.number(query.integer(2)) else {
      throw damaged("the journal's numbers make no sense")
    }
    let head = Head(name: name, sequence: sequence, commits: commits, digest: query.checksum(3))
    guard !isSealed || head.checksum == query.checksum(4) else {
      throw damaged("the journal's row is not as it was written")
    }
    return head
  }

  func write(_ head: Head) throws(StoreError) {
    let update = try connection.statement(
      "UPDATE journal SET id = ?1, sequence = ?2, commits = ?3, digest = ?4, checksum = ?5"
    )
    update.bind(1, head.name)
    update.bind(2, Int64(head.sequence))
    update.bind(3, Int64(head.commits))
    update.bind(4, checksum: head.digest)
    update.bind(5, checksum: head.checksum)
    try update.run()
  }

  /// A random name for a journal: 16 hexadecimal digits.
  static func newName() -> String {
    hexadecimal(.random(in: 0 ... .max))
  }

  /// Reads every event up to `last`, and returns what there is.
  func verify(upTo last: UInt64) throws(StoreError) -> Events {
    let query = try connection.statement("SELECT sequence, second, deck, line, checksum FROM event")
    defer { query.reset() }
    var events = Events()
    while try query.step() {
      guard let number = Self.number(query.integer(0)), 1...max(last, 1) ~= number else {
        throw damaged("the journal's numbers make no sense")
      }
      events.add(try verified(query))
    }
    return events
  }

  /// Gives each event of a file without checksums its own, and returns their sum.
  func seal(upTo last: UInt64) throws(StoreError) -> UInt64 {
    let query = try connection.statement("SELECT sequence, second, deck, line FROM event ORDER BY sequence")
    let update = try connection.statement("UPDATE event SET checksum = ?2 WHERE sequence = ?1")
    defer { query.reset() }
    var digest: UInt64 = 0
    while try query.step() {
      let number = query.integer(0)
      let line = query.bytes(3) ?? []
      let isLine = !line.contains(UInt8(ascii: "\n")) && (try? JSONReader.read(line)) != nil
      guard Self.number(number).map({ 1...max(last, 1) ~= $0 }) == true, isLine else {
        throw damaged("event \(number) makes no sense")
      }
      let checksum = query.eventChecksum
      update.bind(1, number)
      update.bind(2, checksum: checksum)
      try update.run()
      digest &+= checksum
    }
    return digest
  }

  /// The oldest stored event; the number after `newest`, the highest ever assigned, when there is none.
  func oldest(newest: UInt64) throws(StoreError) -> UInt64 {
    let oldest = try connection.number("SELECT min(sequence) FROM event")
    return oldest > 0 ? min(UInt64(oldest), newest + 1) : newest + 1
  }

  /// Appends events that occurred in this second of the wall clock, and returns them.
  func append(_ events: [StoredEvent], second: Int64) throws(StoreError) -> Events {
    let insertion = try connection.statement(
      "INSERT INTO event (sequence, second, deck, line, checksum) VALUES (?1, ?2, ?3, ?4, ?5)"
    )
    var appended = Events()
    for event in events {
      let checksum = event.checksum(second: second)
      insertion.bind(1, Int64(event.sequence))
      insertion.bind(2, second)
      insertion.bind(3, event.deck)
      // A row is a line without its newline, which reads well in a shell.
      event.line.dropLast().withUnsafeBufferPointer { insertion.bind(4, $0) }
      insertion.bind(5, checksum: checksum)
      try insertion.run()
      appended.add(checksum)
    }
    return appended
  }

  /// Deletes the events after `sequence`, and returns them.
  func remove(after sequence: UInt64) throws(StoreError) -> Events {
    let deletion = try connection.statement("DELETE FROM event WHERE sequence > ?1 RETURNING checksum")
    deletion.bind(1, Int64(sequence))
    return try deletion.deletedEvents()
  }

  /// Deletes events that `retention` does not keep, oldest first, of the `count` that there are.
  ///
  /// The remaining events are the newest: after the wall clock was set back, an old event stays until those before it,
  /// with later times, expire. Numbers that were passed over are no events.
  ///
  /// - Returns: The deleted events.
  func trim(_ retention: Retention, count: Int, second: Int64) throws(StoreError) -> Events {
    // Events expire in order, so this reads only one row more than there are expired ones.
    let firstToKeep = try connection.statement(
      "SELECT sequence FROM event WHERE second >= ?1 ORDER BY sequence LIMIT 1"
    )
    firstToKeep.bind(1, second.subtractingReportingOverflow(retention.age).partialValue)
    let young = try firstToKeep.step() ? firstToKeep.integer(0) : Int64.max
    firstToKeep.reset()
    let deletion = try connection.statement("DELETE FROM event WHERE sequence < ?1 RETURNING checksum")
    deletion.bind(1, max(young, try number(after: count - retention.events)))
    return try deletion.deletedEvents()
  }

  /// The number of the event after the `count` oldest; beyond all numbers if there is none.
  private func number(after count: Int) throws(StoreError) -> Int64 {
    guard count > 0 else { return 0 }
    let query = try connection.statement("SELECT sequence FROM event ORDER BY sequence LIMIT 1 OFFSET ?1")
    defer { query.reset() }
    query.bind(1, Int64(count))
    return try query.step() ? query.integer(0) : .max
  }

  /// The lines after `since` up to `last`, of one deck if `deck` is given, up to `byteLimit` bytes; `newest` is the
  /// highest number ever assigned.
  func lines(
    after since: UInt64,
    upTo last: UInt64,
    newest: UInt64,
    deck: String?,
    byteLimit: Int
  ) throws(StoreError) -> JournalAnswer {
    guard since <= newest else { return .ahead(newest: newest) }
    let oldest = try oldest(newest: newest)
    if since != newest && since + 1 != oldest {
      // Numbers that were passed over, because events with them may have been lost, count as missed.
      guard since >= oldest, try has(since) else { return .tooOld(oldest: oldest) }
    }
    let query = try connection.statement(
      """
      SELECT sequence, second, deck, line, checksum FROM event
      WHERE sequence > ?1 AND sequence <= ?2 AND (?3 IS NULL OR deck = ?3) ORDER BY sequence
      """
    )
    defer { query.reset() }
    query.bind(1, Int64(since))
    query.bind(2, Int64(min(last, newest)))
    query.bind(3, deck)
    var lines: [UInt8] = []
    while try query.step() {
      _ = try verified(query)
      _ = query.withBytes(3) { lines.append(contentsOf: $0) }
      lines.append(UInt8(ascii: "\n"))
      if lines.count >= byteLimit { return .lines(lines, through: UInt64(query.integer(0))) }
    }
    return .lines(lines, through: max(since, min(last, newest)))
  }

  private func has(_ sequence: UInt64) throws(StoreError) -> Bool {
    let query = try connection.statement("SELECT 1 FROM event WHERE sequence = ?1")
    defer { query.reset() }
    query.bind(1, Int64(sequence))
    return try query.step()
  }

  /// The checksum of a row with the columns of an event and its checksum behind them.
  private func verified(_ row: Statement) throws(StoreError) -> UInt64 {
    let checksum = row.eventChecksum
    guard checksum == row.checksum(4) else { throw damaged("event \(row.integer(0)) is not as it was written") }
    return checksum
  }

  private static func number(_ value: Int64) -> UInt64? {
    UInt64(exactly: value).flatMap { $0 <= largestNumber ? $0 : nil }
  }

  private func damaged(_ reason: String) -> StoreError {
    .damaged(file: connection.file, reason: reason)
  }
}

/// 16 digits.
func hexadecimal(_ word: UInt64) -> String {
  let digits = String(word, radix: 16)
  return String(repeating: "0", count: 16 - digits.utf8.count) + digits
}

extension Statement {
  /// The events that it deletes, of which it returns the checksums.
  fileprivate func deletedEvents() throws(StoreError) -> Journal.Events {
    defer { reset() }
    var events = Journal.Events()
    while try step() { events.add(checksum(0)) }
    return events
  }

  /// The checksum of a row that begins with the columns sequence, second, deck and line.
  fileprivate var eventChecksum: UInt64 {
    var checksum = Checksum()
    checksum.add(integer(0))
    checksum.add(integer(1))
    for column in [2, 3] as [Int32] { _ = withBytes(column) { checksum.add(UnsafeRawBufferPointer($0)) } }
    return checksum.value
  }
}

extension StoredEvent {
  fileprivate func checksum(second: Int64) -> UInt64 {
    var checksum = Checksum()
    checksum.add(Int64(sequence))
    checksum.add(second)
    checksum.add(deck)
    line.dropLast().withUnsafeBytes { checksum.add($0) }
    return checksum.value
  }
}
