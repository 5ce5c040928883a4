import DeckEngine
import DeckProtocol

/// The decks in the file, with their history.
struct DeckTable {
  let connection: Connection
  private var cards: CardTable { CardTable(connection: connection) }

  /// Writes what differs in `new`, or all of it if the deck is not stored yet.
  func write(_ new: DeckState, over record: DeckRecord?, number: Int64) throws(StoreError) -> DeckRecord {
    precondition(record.map { $0.state.deck == new.deck } ?? true, "a deck's state over that of another one")
    let old = record?.state
    let difference = CardDifference(from: old?.cards ?? [], to: new.cards)
    var next = DeckRecord(
      number: number,
      state: new,
      places: record?.places ?? [],
      hasConfiguredCards: hasConfiguredCards(new, over: record, difference),
      digest: record?.digest ?? 0
    )
    if !difference.isEmpty {
      let written = try cards.write(difference, from: old?.cards ?? [], to: new.cards, deck: number, at: next.places)
      next.places = written.places
      next.digest &+= written.growth
    }
    if old?.history != new.history {
      next.digest &+= try write(new.history, over: old?.history ?? [], deck: number)
    }
    if record.map({ $0.checksum != next.checksum }) ?? true { try writeRow(next) }
    return next
  }

  /// Writes the rows of a deck again that was read from a file without checksums.
  func seal(_ record: DeckRecord) throws(StoreError) -> DeckRecord {
    try remove(record.number)
    return try restore(record, over: nil)
  }

  /// Writes a deck as it was, over what it was changed to; `nil` if it was removed.
  func restore(_ record: DeckRecord, over changed: DeckRecord?) throws(StoreError) -> DeckRecord {
    var restored = try write(record.state, over: changed, number: record.number)
    restored.knowsConfigured = record.knowsConfigured
    // What was read from the file has no configured cards to compare with.
    if restored.hasConfiguredCards != record.hasConfiguredCards {
      restored.hasConfiguredCards = record.hasConfiguredCards
      try writeRow(restored)
    }
    return restored
  }

  /// Whether the cards are the configuration's, comparing no more cards than the change requires.
  private func hasConfiguredCards(_ new: DeckState, over record: DeckRecord?, _ difference: CardDifference) -> Bool {
    guard let record, record.knowsConfigured, record.state.configured == new.configured
    else { return new.hasConfiguredCards }
    guard !difference.isEmpty else { return record.hasConfiguredCards }
    guard record.hasConfiguredCards, difference.isInPlace, new.cards.count == new.configured.count
    else { return new.hasConfiguredCards }
    return difference.changed.allSatisfy { _, index in
      var card = new.cards[index]
      card.loaded = new.configured[index].loaded
      return card == new.configured[index]
    }
  }

  /// Deletes a deck, with all rows that belong to it.
  func remove(_ number: Int64) throws(StoreError) {
    try cards.remove(deck: number)
    for text in ["DELETE FROM decision WHERE deck = ?1", "DELETE FROM deck WHERE number = ?1"] {
      let deletion = try connection.statement(text)
      deletion.bind(1, number)
      try deletion.run()
    }
  }

  /// All decks, in the order in which they were first written.
  ///
  /// - Throws: `.damaged` for a row that is not as it was written, and for values that no deck can have.
  func read(isSealed: Bool = true) throws(StoreError) -> [DeckRecord] {
    let query = try connection.statement(
      """
      SELECT number, id, kind, current, isArriving, round, open, scroll, hasConfiguredCards, isFanned, digest, checksum
      FROM deck ORDER BY number
      """
    )
    defer { query.reset() }
    var records: [DeckRecord] = []
    while try query.step() {
      let number = query.integer(0)
      let id = query.text(1) ?? ""
      guard 1...Self.largestNumber ~= number, !id.isEmpty else { throw damaged(id, "its number or its id") }
      guard let kind = DeckKind(rawValue: query.text(2) ?? "") else { throw damaged(id, "its kind") }
      let (cards, places, cardDigest) = try cards.read(deck: number, isSealed: isSealed)
      var state = DeckState(deck: id, kind: kind, cards: CardSequence(cards), configured: [])
      guard let current = Int(exactly: query.integer(3)), 0...cards.count ~= current else {
        throw damaged(id, "its front card")
      }
      state.current = current
      state.isArriving = query.integer(4) != 0
      state.isFanned = query.integer(9) != 0
      state.round = try query.text(5).map { text throws(StoreError) in
        guard let round = RoundPhase(rawValue: text) else { throw damaged(id, "its round") }
        return round
      }
      state.open = query.text(6)
      state.scroll = query.number(7)
      guard state.scroll.isFinite else { throw damaged(id, "its scroll") }
      let (history, historyDigest) = try history(deck: number, id, isSealed: isSealed)
      state.history = history
      let record = DeckRecord(
        number: number,
        state: state,
        places: places,
        hasConfiguredCards: query.integer(8) != 0,
        digest: cardDigest &+ historyDigest,
        knowsConfigured: false
      )
      guard !isSealed || record.digest == query.checksum(10) && record.checksum == query.checksum(11) else {
        throw .damaged(file: connection.file, reason: "deck \(id) is not as it was written")
      }
      records.append(record)
    }
    return records
  }

  /// Leaves numbers for more decks than can be made.
  private static let largestNumber: Int64 = 1 << 52

  private func writeRow(_ record: DeckRecord) throws(StoreError) {
    let state = record.state
    // SQLite has no NaN: it would become NULL, and the commit would fail with an error that no disk caused.
    precondition(state.scroll.isFinite, "a deck scrolled by \(state.scroll)")
    let row = try connection.statement(
      """
      INSERT INTO deck (number, id, kind, current, isArriving, round, open, scroll, hasConfiguredCards, isFanned,
        digest, checksum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
      ON CONFLICT (number) DO UPDATE SET kind = ?3, current = ?4, isArriving = ?5, round = ?6, open = ?7, scroll = ?8,
      hasConfiguredCards = ?9, isFanned = ?10, digest = ?11, checksum = ?12
      """
    )
    row.bind(1, record.number)
    row.bind(2, state.deck)
    row.bind(3, state.kind.rawValue)
    row.bind(4, Int64(state.current))
    row.bind(5, state.isArriving)
    row.bind(6, state.round?.rawValue)
    row.bind(7, state.open)
    row.bind(8, state.scroll)
    row.bind(9, record.hasConfiguredCards)
    row.bind(10, state.isFanned)
    row.bind(11, checksum: record.digest)
    row.bind(12, checksum: record.checksum)
    try row.run()
  }

  /// Writes a decision that was added or undone: rows of the common prefix stay.
  ///
  /// - Returns: By how much the sum of the checksums changes.
  private func write(
    _ new: [DeckState.Decision],
    over old: [DeckState.Decision],
    deck: Int64
  ) throws(StoreError) -> UInt64 {
    var growth: UInt64 = 0
    let same = zip(old, new).prefix { $0 == $1 }.count
    if same < old.count {
      let deletion = try connection.statement("DELETE FROM decision WHERE deck = ?1 AND number >= ?2")
      deletion.bind(1, deck)
      deletion.bind(2, Int64(same))
      try deletion.run()
      for number in same..<old.count { growth &-= old[number].checksum(deck: deck, number: number) }
    }
    let insertion = try connection.statement(
      "INSERT INTO decision (deck, number, card, direction, checksum) VALUES (?1, ?2, ?3, ?4, ?5)"
    )
    for (number, decision) in new.enumerated().dropFirst(same) {
      let checksum = decision.checksum(deck: deck, number: number)
      insertion.bind(1, deck)
      insertion.bind(2, Int64(number))
      insertion.bind(3, Int64(decision.index))
      insertion.bind(4, decision.direction?.rawValue)
      insertion.bind(5, checksum: checksum)
      try insertion.run()
      growth &+= checksum
    }
    return growth
  }

  private func history(
    deck: Int64,
    _ id: String,
    isSealed: Bool
  ) throws(StoreError) -> ([DeckState.Decision], digest: UInt64) {
    let query = try connection.statement(
      "SELECT number, card, direction, checksum FROM decision WHERE deck = ?1 ORDER BY number"
    )
    defer { query.reset() }
    query.bind(1, deck)
    var history: [DeckState.Decision] = []
    var digest: UInt64 = 0
    while try query.step() {
      let direction = try query.text(2).map { text throws(StoreError) in
        guard let direction = Direction(rawValue: text) else { throw damaged(id, "a decision's direction") }
        return direction
      }
      let decision = DeckState.Decision(index: Int(query.integer(1)), direction: direction)
      let checksum = decision.checksum(deck: deck, number: history.count)
      guard query.integer(0) == history.count, !isSealed || checksum == query.checksum(3) else {
        throw damaged(id, "a decision")
      }
      digest &+= checksum
      history.append(decision)
    }
    return (history, digest)
  }

  private func damaged(_ deck: String, _ what: String) -> StoreError {
    .damaged(file: connection.file, reason: "deck \(deck): \(what) makes no sense")
  }
}
