/// The events in the file, and the last sequence number.
struct Journal {
  let connection: Connection

  /// The highest number ever assigned; it stays when the event itself is deleted.
  func sequence() throws(StoreError) -> UInt64 {
    let sequence = try connection.number("SELECT sequence FROM journal")
    let newest = try connection.number("SELECT max(sequence) FROM event")
    guard sequence >= 0, newest <= sequence else {
      throw .damaged(file: connection.file, reason: "the journal's numbers make no sense")
    }
    return UInt64(sequence)
  }

  /// The name that distinguishes this file's sequence from another file's.
  func name() throws(StoreError) -> String {
    let name = try connection.text("SELECT id FROM journal")
    guard name.utf8.count == 16 else {
      throw .damaged(file: connection.file, reason: "the journal's name is missing")
    }
    return name
  }

  /// The oldest stored event; `nil` when there is none.
  func oldest() throws(StoreError) -> UInt64? {
    let oldest = try connection.number("SELECT min(sequence) FROM event")
    return oldest > 0 ? UInt64(oldest) : nil
  }

  /// Appends events that occurred in this second of the wall clock.
  func append(_ events: [StoredEvent], second: Int64) throws(StoreError) {
    guard let last = events.last else { return }
    let insertion = try connection.statement(
      "INSERT INTO event (sequence, second, deck, line) VALUES (?1, ?2, ?3, ?4)"
    )
    for event in events {
      insertion.bind(1, Int64(event.sequence))
      insertion.bind(2, second)
      insertion.bind(3, event.deck)
      // A row is a line without its newline, which reads well in a shell.
      event.line.dropLast().withUnsafeBufferPointer { insertion.bind(4, $0) }
      try insertion.run()
    }
    let update = try connection.statement("UPDATE journal SET sequence = ?1")
    update.bind(1, Int64(last.sequence))
    try update.run()
  }

  /// Deletes events that `retention` does not keep, oldest first; `sequence` is the newest event's number.
  ///
  /// The remaining events have no gap: after the wall clock was set back, an old event stays until those before it,
  /// with later times, expire.
  func trim(_ retention: Retention, sequence: UInt64, second: Int64) throws(StoreError) {
    // Events expire in order, so this reads only one row more than there are expired ones.
    let firstToKeep = try connection.statement(
      "SELECT sequence FROM event WHERE second >= ?1 ORDER BY sequence LIMIT 1"
    )
    firstToKeep.bind(1, second.subtractingReportingOverflow(retention.age).partialValue)
    let young = try firstToKeep.step() ? firstToKeep.integer(0) : Int64.max
    firstToKeep.reset()
    let deletion = try connection.statement("DELETE FROM event WHERE sequence < ?1")
    deletion.bind(1, max(young, Int64(sequence) - Int64(retention.events) + 1))
    try deletion.run()
  }

  /// The lines after `since` up to `last`, of one deck if `deck` is given, up to `byteLimit` bytes.
  func lines(after since: UInt64, upTo last: UInt64, deck: String?, byteLimit: Int) throws(StoreError) -> JournalAnswer
  {
    let newest = try sequence()
    guard since <= newest else { return .ahead(newest: newest) }
    let oldest = try oldest() ?? newest + 1
    guard since + 1 >= oldest else { return .tooOld(oldest: oldest) }
    let query = try connection.statement(
      """
      SELECT sequence, line FROM event
      WHERE sequence > ?1 AND sequence <= ?2 AND (?3 IS NULL OR deck = ?3) ORDER BY sequence
      """
    )
    defer { query.reset() }
    query.bind(1, Int64(since))
    query.bind(2, Int64(min(last, newest)))
    query.bind(3, deck)
    var lines: [UInt8] = []
    while try query.step() {
      _ = query.withBytes(1) { lines.append(contentsOf: $0) }
      lines.append(UInt8(ascii: "\n"))
      if lines.count >= byteLimit { return .lines(lines, through: UInt64(query.integer(0))) }
    }
    return .lines(lines, through: max(since, min(last, newest)))
  }
}
