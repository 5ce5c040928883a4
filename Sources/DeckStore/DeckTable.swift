import DeckEngine
import DeckProtocol

/// A deck as stored in the file, with its row number and its cards' places.
struct DeckRecord {
  var number: Int64
  var state: DeckState
  /// The places of its cards, by index.
  var places: [Int64]
  var hasConfiguredCards: Bool
  /// Whether `state.configured` equals the configuration's cards: `false` after reading, until a commit supplies them.
  var knowsConfigured = true
}

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
      hasConfiguredCards: hasConfiguredCards(new, over: record, difference)
    )
    if record.map({ !$0.hasSameRow(as: next) }) ?? true { try writeRow(next) }
    if !difference.isEmpty {
      next.places = try cards.write(difference, to: new.cards, deck: number, at: next.places)
    }
    if old?.history != new.history { try write(new.history, over: old?.history ?? [], deck: number) }
    return next
  }

  /// Whether the cards are the configuration's, comparing no more cards than the change requires.
  private func hasConfiguredCards(_ new: DeckState, over record: DeckRecord?, _ difference: CardDifference) -> Bool {
    guard let record, record.knowsConfigured, record.state.configured == new.configured
    else { return new.hasConfiguredCards }
    guard !difference.isEmpty else { return record.hasConfiguredCards }
    guard record.hasConfiguredCards, difference.isInPlace, new.cards.count == new.configured.count
    else { return new.hasConfiguredCards }
    return difference.changed.allSatisfy { index in
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
  func read() throws(StoreError) -> [DeckRecord] {
    let query = try connection.statement(
      """
      SELECT number, id, kind, current, isArriving, round, open, scroll, hasConfiguredCards, isFanned FROM deck
      ORDER BY number
      """
    )
    defer { query.reset() }
    var records: [DeckRecord] = []
    while try query.step() {
      let number = query.integer(0)
      let id = query.text(1) ?? ""
      guard let kind = DeckKind(rawValue: query.text(2) ?? "") else { throw damaged(id, "its kind") }
      let (cards, places) = try cards.read(deck: number)
      var state = DeckState(deck: id, kind: kind, cards: cards, configured: [])
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
      state.history = try history(deck: number, id)
      records.append(
        DeckRecord(
          number: number,
          state: state,
          places: places,
          hasConfiguredCards: query.integer(8) != 0,
          knowsConfigured: false
        )
      )
    }
    return records
  }

  private func writeRow(_ record: DeckRecord) throws(StoreError) {
    let state = record.state
    // SQLite has no NaN: it would become NULL, and the commit would fail with an error that no disk caused.
    precondition(state.scroll.isFinite, "a deck scrolled by \(state.scroll)")
    let row = try connection.statement(
      """
      INSERT INTO deck (number, id, kind, current, isArriving, round, open, scroll, hasConfiguredCards, isFanned)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      ON CONFLICT (number) DO UPDATE SET kind = ?3, current = ?4, isArriving = ?5, round = ?6, open = ?7, scroll = ?8,
      hasConfiguredCards = ?9, isFanned = ?10
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
    try row.run()
  }

  /// Writes a decision that was added or undone: rows of the common prefix stay.
  private func write(_ new: [DeckState.Decision], over old: [DeckState.Decision], deck: Int64) throws(StoreError) {
    let same = zip(old, new).prefix { $0 == $1 }.count
    if same < old.count {
      let deletion = try connection.statement("DELETE FROM decision WHERE deck = ?1 AND number >= ?2")
      deletion.bind(1, deck)
      deletion.bind(2, Int64(same))
      try deletion.run()
    }
    let insertion = try connection.statement(
      "INSERT INTO decision (deck, number, card, direction) VALUES (?1, ?2, ?3, ?4)"
    )
    for (number, decision) in new.enumerated().dropFirst(same) {
      insertion.bind(1, deck)
      insertion.bind(2, Int64(number))
      insertion.bind(3, Int64(decision.index))
      insertion.bind(4, decision.direction?.rawValue)
      try insertion.run()
    }
  }

  private func history(deck: Int64, _ id: String) throws(StoreError) -> [DeckState.Decision] {
    let query = try connection.statement("SELECT card, direction FROM decision WHERE deck = ?1 ORDER BY number")
    defer { query.reset() }
    query.bind(1, deck)
    var history: [DeckState.Decision] = []
    while try query.step() {
      let direction = try query.text(1).map { text throws(StoreError) in
        guard let direction = Direction(rawValue: text) else { throw damaged(id, "a decision's direction") }
        return direction
      }
      history.append(DeckState.Decision(index: Int(query.integer(0)), direction: direction))
    }
    return history
  }

  private func damaged(_ deck: String, _ what: String) -> StoreError {
    .damaged(file: connection.file, reason: "deck \(deck): \(what) makes no sense")
  }
}

extension DeckRecord {
  /// Whether the deck's own row is equal; its cards and its history have rows of their own.
  fileprivate func hasSameRow(as other: DeckRecord) -> Bool {
    let (own, others) = (state, other.state)
    return own.kind == others.kind && own.current == others.current && own.isArriving == others.isArriving
      && own.isFanned == others.isFanned && own.round == others.round && own.open == others.open
      && own.scroll == others.scroll
      && hasConfiguredCards == other.hasConfiguredCards
  }
}
