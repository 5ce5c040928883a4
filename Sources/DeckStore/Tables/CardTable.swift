import DeckEngine
import DeckProtocol

/// The `card` table.
struct CardTable {
  let connection: Connection

  /// Changes the rows of a deck's old cards, at `oldPlaces`, to the new cards.
  ///
  /// - Returns: The new places, and by how much the sum of the checksums changes.
  func write(
    _ difference: CardDifference,
    from oldCards: CardSequence,
    to new: CardSequence,
    deck: Int64,
    at oldPlaces: [Int64]
  ) throws(StoreError) -> (places: [Int64], growth: UInt64) {
    let (old, middle) = (difference.old, difference.new)
    let filled = CardOrder.filled(
      difference.origins.map { $0.map { oldPlaces[$0] } },
      above: old.lowerBound > 0 ? oldPlaces[old.lowerBound - 1] : nil,
      below: old.upperBound < oldPlaces.count ? oldPlaces[old.upperBound] : nil
    )
    guard let filled else {
      var (places, growth) = try renumber(deck: deck, new)
      for (card, place) in zip(oldCards, oldPlaces) { growth &-= card.checksum(deck: deck, place: place) }
      return (places, growth)
    }
    var growth: UInt64 = 0
    var places = oldPlaces
    places.replaceSubrange(old, with: filled)
    let deletion = try connection.statement("DELETE FROM card WHERE deck = ?1 AND place BETWEEN ?2 AND ?3")
    for run in difference.removed {
      deletion.bind(1, deck)
      deletion.bind(2, oldPlaces[run.lowerBound])
      deletion.bind(3, oldPlaces[run.upperBound - 1])
      try deletion.run()
      for index in run { growth &-= oldCards[index].checksum(deck: deck, place: oldPlaces[index]) }
    }
    let insertion = try connection.statement(Self.insertion)
    for (index, origin) in zip(middle, difference.origins) where origin == nil {
      growth &+= try write(new[index], deck: deck, place: places[index], insertion)
    }
    let update = try connection.statement(Self.update)
    for (origin, index) in difference.changed {
      growth &-= oldCards[origin].checksum(deck: deck, place: places[index])
      growth &+= try write(new[index], deck: deck, place: places[index], update)
    }
    return (places, growth)
  }

  /// Deletes all cards of a deck.
  func remove(deck: Int64) throws(StoreError) {
    let deletion = try connection.statement("DELETE FROM card WHERE deck = ?1")
    deletion.bind(1, deck)
    try deletion.run()
  }

  /// The cards of a deck in order, with their places and the sum of their checksums.
  func read(
    deck: Int64,
    isSealed: Bool
  ) throws(StoreError) -> (cards: [Card], places: [Int64], digest: UInt64) {
    let query = try connection.statement(
      """
      SELECT place, id, data, allowed, threshold, draggable, swipeable, loaded, label, hint, checksum
      FROM card WHERE deck = ?1 ORDER BY place
      """
    )
    defer { query.reset() }
    query.bind(1, deck)
    var cards: [Card] = []
    var places: [Int64] = []
    var digest: UInt64 = 0
    while try query.step() {
      let place = query.integer(0)
      var card = Card(id: query.text(1) ?? "", data: query.bytes(2))
      card.allowed = try query.text(3).map { text throws(StoreError) in try directions(text) }
      card.threshold = query.optionalNumber(4)
      card.draggable = query.optionalFlag(5)
      card.swipeable = query.optionalFlag(6)
      card.loaded = query.optionalFlag(7)
      card.label = query.text(8)
      card.hint = query.text(9)
      let checksum = card.checksum(deck: deck, place: place)
      guard !isSealed || checksum == query.checksum(10) else { throw damaged("a card is not as it was written") }
      digest &+= checksum
      cards.append(card)
      places.append(place)
    }
    // A row with its checksum is what was held to these rules before it was written; to repeat that takes 100,000 cards
    // many times as long as reading them.
    if !isSealed {
      do {
        try Card.check(cards)
      } catch {
        throw damaged("a card's \(error.field): expected \(error.expected)")
      }
    }
    return (cards, places, digest)
  }

  private static let insertion = """
    INSERT INTO card (deck, place, id, data, allowed, threshold, draggable, swipeable, loaded, label, hint, checksum)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
    """

  private static let update = """
    UPDATE card SET id = ?3, data = ?4, allowed = ?5, threshold = ?6, draggable = ?7, swipeable = ?8, loaded = ?9,
    label = ?10, hint = ?11, checksum = ?12 WHERE deck = ?1 AND place = ?2
    """

  private func renumber(deck: Int64, _ cards: CardSequence) throws(StoreError) -> (places: [Int64], digest: UInt64) {
    try remove(deck: deck)
    let places = CardOrder.places(cards.count)
    let insertion = try connection.statement(Self.insertion)
    var digest: UInt64 = 0
    for (card, place) in zip(cards, places) { digest &+= try write(card, deck: deck, place: place, insertion) }
    return (places, digest)
  }

  /// - Returns: The row's checksum.
  private func write(_ card: Card, deck: Int64, place: Int64, _ statement: Statement) throws(StoreError) -> UInt64 {
    let checksum = card.checksum(deck: deck, place: place)
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
    statement.bind(12, checksum: checksum)
    try statement.run()
    return checksum
  }

  private func directions(_ text: String) throws(StoreError) -> [Direction] {
    try text.split(separator: " ").map { name throws(StoreError) in
      guard let direction = Direction(rawValue: String(name)) else {
        throw damaged("\(name) among a card's directions")
      }
      return direction
    }
  }

  private func damaged(_ reason: String) -> StoreError {
    .damaged(file: connection.file, reason: reason)
  }
}

extension Card {
  /// The checksum of the card's row.
  fileprivate func checksum(deck: Int64, place: Int64) -> UInt64 {
    var checksum = Checksum()
    checksum.add(deck)
    checksum.add(place)
    checksum.add(id)
    checksum.add(data)
    checksum.add(allowed != nil)
    for direction in allowed ?? [] { checksum.add(direction.rawValue) }
    checksum.add(threshold)
    checksum.add(draggable)
    checksum.add(swipeable)
    checksum.add(loaded)
    checksum.add(label)
    checksum.add(hint)
    return checksum.value
  }
}
