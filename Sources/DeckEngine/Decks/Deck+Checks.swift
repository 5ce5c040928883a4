import DeckProtocol
import MessageText

/// The checks that commands which change the cards share, for every kind of deck.
extension CommandableDeck {
  /// Throws for the first card whose id another card has.
  func checkIDs(of new: CardSequence, besides others: CardSequence = []) throws(CommandError) {
    if new.hasDistinctIDs, others.isEmpty { return }
    let first: Int?
    // A few cards are compared with all others one by one: that is quicker than to find each in a table.
    if new.count <= CardSequence.few {
      let keys = new.keys
      first = keys.indices.first { others.contains(keys[$0]) || keys[..<$0].contains(keys[$0]) }
    } else {
      let chosen = CardIDSet(new.keys)
      var taken = chosen.duplicate
      others.eachCard(in: chosen) { taken = min($1, taken ?? $1) }
      first = taken
    }
    if let first { throw .duplicateCard(new[first].id, .listedCard(first)) }
  }

  /// Returns the index of each card that a request lists in `cards`; throws for the first id that no card has.
  @discardableResult
  func indexesOfKnown(_ ids: [String]) throws(CommandError) -> [Int] {
    let found = cards.indexes(of: ids)
    if let first = found.firstIndex(of: nil) { throw .unknownCard(ids[first], .listedID(first)) }
    return found.compactMap(\.self)
  }

  /// Returns the index of each card; throws for the first id that no card has, and names the parameter that contains it.
  @discardableResult
  func indexesOfKnown(_ loaded: DeckCommand.LoadedContent.Cards) throws(CommandError) -> [Int] {
    switch loaded {
    case .one(let id):
      guard let index = cards.firstIndex(of: CardKey(id)) else { throw .unknownCard(id, .card) }
      return [index]
    case .several(let ids): return try indexesOfKnown(ids)
    }
  }

  func checkInsertion(_ insertion: DeckCommand.Insertion) throws(CommandError) {
    let place = insertion.index ?? cards.count
    guard (0...cards.count).contains(place) else {
      throw .outOfRange("at", place, expected: "0 to \(cards.count), the number of cards")
    }
    try checkIDs(of: insertion.cards, besides: cards)
  }

  /// Throws if a parameter is not the index of a card.
  func checkIndex(_ index: Int, of parameter: String) throws(CommandError) {
    guard cards.indices.contains(index) else {
      let expected = "the index of a card; the deck has \(pluralized(cards.count, "card"))"
      throw .outOfRange(parameter, index, expected: expected)
    }
  }

  func checkRemoval(of range: Range<Int>) throws(CommandError) {
    try checkIndex(range.lowerBound, of: "at")
    guard range.upperBound <= cards.count else {
      let left = cards.count - range.lowerBound
      throw .outOfRange("count", range.count, expected: "1 to \(left), the cards from \(range.lowerBound) on")
    }
  }

  func checkLoad(_ load: DeckCommand.Load) throws(CommandError) {
    let count = load.cards?.count ?? definition.cards.count
    guard (0...count).contains(load.current) else {
      throw .outOfRange("current", load.current, expected: "0 to \(count), the number of cards")
    }
    // Those of the definition are checked where they are read.
    if let new = load.cards { try checkIDs(of: new) }
    try checkCurrent(load.current, of: count)
  }

  /// Returns the index of each card that is to be replaced.
  func checkUpdate(with new: CardSequence) throws(CommandError) -> [Int] {
    var isListed = [Bool](repeating: false, count: cards.count)
    var indexes: [Int] = []
    indexes.reserveCapacity(new.count)
    for (number, index) in cards.indexes(of: new.keys).enumerated() {
      guard let index else { throw .unknownCard(new[number].id, .listedCard(number)) }
      guard !isListed[index] else { throw .duplicateCard(new[number].id, .listedCard(number)) }
      isListed[index] = true
      indexes.append(index)
    }
    return indexes
  }
}
