import DeckProtocol
import MessageText

/// The checks that commands which change the cards share, for every kind of deck.
extension CommandableDeck {
  /// Throws for the first card whose id another card has.
  func checkIDs(of new: [Card], besides others: [Card] = []) throws(CommandError) {
    // A few cards are compared with all others one by one: that is quicker than to look at the bytes of every id.
    let isFew = new.count <= few
    let known = isFew ? [] : others.ids(among: new.lazy.map(\.id))
    var seen: Set<String> = []
    for (number, card) in new.enumerated() {
      let isKnown = isFew ? others.contains { $0.id == card.id } : known.contains(card.id)
      guard isKnown || !seen.insert(card.id).inserted else { continue }
      throw .duplicateCard(card.id, .listedCard(number))
    }
  }

  /// Throws for the first id in a request's `cards` that no card has.
  func checkKnown(_ ids: [String]) throws(CommandError) {
    let known = ids.count > few ? cards.ids(among: ids) : []
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
    let chosen = CardIDSet(new.lazy.map(\.id))
    var places: [String: Int] = [:]
    for (index, card) in cards.enumerated() where chosen.contains(card.id) { places[card.id] = index }
    return new.compactMap { card in places[card.id].map { ($0, card) } }
  }
}

extension [Card] {
  /// Returns the ids of the cards that are among `ids`.
  fileprivate func ids(among ids: some Sequence<String>) -> Set<String> {
    guard !isEmpty else { return [] }
    let chosen = CardIDSet(ids)
    return Set(lazy.map(\.id).filter { chosen.contains($0) })
  }
}

/// The largest number of cards that are searched for one by one.
private let few = 4
