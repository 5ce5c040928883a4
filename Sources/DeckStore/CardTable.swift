import DeckProtocol

/// The `card` table.
struct CardTable {
  let connection: Connection

  /// Changes the rows of a deck's old cards, at `oldPlaces`, to the new cards, and returns the new places.
  func write(
    _ difference: CardDifference,
    to new: [Card],
    deck: Int64,
    at oldPlaces: [Int64]
  ) throws(StoreError) -> [Int64] {
    let (old, middle) = (difference.old, difference.new)
    let filled = CardOrder.filled(
      difference.origins.map { $0.map { oldPlaces[$0] } },
      above: old.lowerBound > 0 ? oldPlaces[old.lowerBound - 1] : nil,
      below: old.upperBound < oldPlaces.count ? oldPlaces[old.upperBound] : nil
    )
    guard let filled else { return try renumber(deck: deck, new) }
    var places = oldPlaces
    places.replaceSubrange(old, with: filled)
    let deletion = try connection.statement("DELETE FROM card WHERE deck = ?1 AND place BETWEEN ?2 AND ?3")
    for run in difference.removed {
      deletion.bind(1, deck)
      deletion.bind(2, oldPlaces[run.lowerBound])
      deletion.bind(3, oldPlaces[run.upperBound - 1])
      try deletion.run()
    }
    let insertion = try connection.statement(Self.insertion)
    for (index, origin) in zip(middle, difference.origins) where origin == nil {
      try write(new[index], deck: deck, place: places[index], insertion)
    }
    let update = try connection.statement(Self.update)
    for index in difference.changed { try write(new[index], deck: deck, place: places[index], update) }
    return places
  }

  /// Deletes all cards of a deck.
  func remove(deck: Int64) throws(StoreError) {
    let deletion = try connection.statement("DELETE FROM card WHERE deck = ?1")
    deletion.bind(1, deck)
    try deletion.run()
  }

  /// The cards of a deck in order, with their places.
  func read(deck: Int64) throws(StoreError) -> (cards: [Card], places: [Int64]) {
    let query = try connection.statement(
      """
      SELECT place, id, data, allowed, threshold, draggable, swipeable, loaded, label, hint
      FROM card WHERE deck = ?1 ORDER BY place
      """
    )
    defer { query.reset() }
    query.bind(1, deck)
    var cards: [Card] = []
    var places: [Int64] = []
    while try query.step() {
      places.append(query.integer(0))
      var card = Card(id: query.text(1) ?? "", data: query.bytes(2))
      card.allowed = try query.text(3).map { text throws(StoreError) in try directions(text) }
      card.threshold = query.optionalNumber(4)
      card.draggable = query.optionalFlag(5)
      card.swipeable = query.optionalFlag(6)
      card.loaded = query.optionalFlag(7)
      card.label = query.text(8)
      card.hint = query.text(9)
      cards.append(card)
    }
    return (cards, places)
  }

  private static let insertion = """
    INSERT INTO card (deck, place, id, data, allowed, threshold, draggable, swipeable, loaded, label, hint)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
    """

  private static let update = """
    UPDATE card SET id = ?3, data = ?4, allowed = ?5, threshold = ?6, draggable = ?7, swipeable = ?8, loaded = ?9,
    label = ?10, hint = ?11 WHERE deck = ?1 AND place = ?2
    """

  private func renumber(deck: Int64, _ cards: [Card]) throws(StoreError) -> [Int64] {
    try remove(deck: deck)
    let places = CardOrder.places(cards.count)
    let insertion = try connection.statement(Self.insertion)
    for (card, place) in zip(cards, places) { try write(card, deck: deck, place: place, insertion) }
    return places
  }

  private func write(_ card: Card, deck: Int64, place: Int64, _ statement: Statement) throws(StoreError) {
    statement.bind(1, deck)
    statement.bind(2, place)
    statement.bind(3, card.id)
    statement.bind(4, card.data)
    statement.bind(5, card.allowed?.map(\.rawValue).joined(separator: " "))
    statement.bind(6, card.threshold)
    statement.bind(7, card.draggable)
    statement.bind(8, card.swipeable)
    statement.bind(9, card.loaded)
    statement.bind(10, card.label)
    statement.bind(11, card.hint)
    try statement.run()
  }

  private func directions(_ text: String) throws(StoreError) -> [Direction] {
    try text.split(separator: " ").map { name throws(StoreError) in
      guard let direction = Direction(rawValue: String(name)) else {
        throw .damaged(file: connection.file, reason: "\(name) among a card's directions")
      }
      return direction
    }
  }
}
