import DeckProtocol
import MessageText

/// The checks that commands which change the cards share, for every kind of deck.
extension CommandableDeck {
  /// Throws for the first card whose id another card has.
  func checkIDs(of new: [Card], besides others: [Card] = []) throws(CommandError) {
    // A few cards are compared with all others one by one: hashing every id of a large deck takes ten times as long.
    let isFew = new.count <= few
    var seen = isFew ? [] : Set(others.map(\.id))
    for (number, card) in new.enumerated() {
      let isKnown = isFew && others.contains { $0.id == card.id }
      guard isKnown || !seen.insert(card.id).inserted else { continue }
      throw .duplicateCard(card.id, .listedCard(number))
    }
  }

  /// Throws for the first id in a request's `cards` that no card has.
  func checkKnown(_ ids: [String]) throws(CommandError) {
    let known = ids.count > few ? Set(cards.map(\.id)) : []
    for (number, id) in ids.enumerated()
    where !(ids.count > few ? known.contains(id) : cards.contains { $0.id == id }) {
      throw .unknownCard(id, .listedID(number))
    }
  }

  /// Throws for the first id that no card has, and names the parameter that contains it.
  func checkKnown(_ loaded: DeckCommand.LoadedContent.Cards) throws(CommandError) {
    switch loaded {
    case .one(let id):
      guard cards.contains(where: { $0.id == id }) else { throw .unknownCard(id, .card) }
    case .several(let ids): try checkKnown(ids)
    }
  }

  func checkInsertion(_ insertion: DeckCommand.Insertion) throws(CommandError) {
    let place = insertion.index ?? cards.count
    guard (0...cards.count).contains(place) else {
      throw .outOfRange("at", place, expected: "0 to \(cards.count), the number of cards")
    }
    try checkIDs(of: insertion.cards, besides: cards)
  }

  func checkRemoval(of range: Range<Int>) throws(CommandError) {
    guard cards.indices.contains(range.lowerBound) else {
      throw .outOfRange(
        "at",
        range.lowerBound,
        expected: "the index of a card; the deck has \(pluralized(cards.count, "card"))"
      )
    }
    guard range.upperBound <= cards.count else {
      let left = cards.count - range.lowerBound
      throw .outOfRange("count", range.count, expected: "1 to \(left), the cards from \(range.lowerBound) on")
    }
  }

  func checkLoad(_ load: DeckCommand.Load) throws(CommandError) {
    let new = load.cards ?? definition.cards
    guard (0...new.count).contains(load.current) else {
      throw .outOfRange("current", load.current, expected: "0 to \(new.count), the number of cards")
    }
    try checkIDs(of: new)
  }

  func checkUpdate(with new: [Card]) throws(CommandError) {
    try checkIDs(of: new)
    let known = Set(places(of: new).map(\.card.id))
    for (number, card) in new.enumerated() where !known.contains(card.id) {
      throw .unknownCard(card.id, .listedCard(number))
    }
  }

  /// Returns the indexes of the cards that have the ids of `new`, with their replacements.
  func places(of new: [Card]) -> [(index: Int, card: Card)] {
    guard new.count > few else {
      return new.compactMap { card in cards.firstIndex { $0.id == card.id }.map { ($0, card) } }
    }
    let places = Dictionary(uniqueKeysWithValues: cards.indices.map { (cards[$0].id, $0) })
    return new.compactMap { card in places[card.id].map { ($0, card) } }
  }
}

/// The largest number of cards that are searched for one by one.
private let few = 4
