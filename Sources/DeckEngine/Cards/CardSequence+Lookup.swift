package import DeckProtocol

/// Finds many cards at once.
extension CardSequence {
  /// How many cards are searched for one by one: each search is some tenth of a millisecond in 100,000 cards.
  package static let few = 4

  /// Calls `body` with the index of each card whose id is in a set, and with the id's place there.
  func eachCard(in set: CardIDSet, _ body: (_ index: Int, _ place: Int) -> Void) {
    eachChunk { start, cards in
      for index in cards.indices where set.mayContain(hash: cards[index].idHash) {
        if let place = set.place(of: cards[index].key) { body(start + index, place) }
      }
    }
  }

  /// Returns those of the keys which cards here have, in any order.
  func keys(among others: [CardKey]) -> [CardKey] {
    guard others.count > Self.few else { return others.filter { contains($0) } }
    let set = CardIDSet(others)
    var found: [CardKey] = []
    eachCard(in: set) { found.append(others[$1]) }
    return found
  }

  /// Returns the index of the card with each of these ids; `nil` where there is none.
  package func indexes(of ids: [String]) -> [Int?] { indexes(of: ids.map { CardKey($0) }) }

  /// Returns the index of the card with each of these keys; `nil` where there is none.
  package func indexes(of keys: [CardKey]) -> [Int?] {
    var indexes = [Int?](repeating: nil, count: keys.count)
    var (next, searches) = (0, 0)
    for (place, key) in keys.enumerated() {
      // Clients list the cards in the deck's order, or parts of it: then the next card is that after the one before.
      if next < count, self[next].key == key {
        indexes[place] = next
        next += 1
        continue
      }
      guard searches < Self.few else { return indexesByTable(of: keys) }
      searches += 1
      guard let index = firstIndex(of: key) else { continue }
      indexes[place] = index
      next = index + 1
    }
    return indexes
  }

  /// Returns the indexes of the cards with these ids, each once.
  package func uniqueIndexes(of ids: [String]) -> [Int] { unique(indexes(of: ids).compactMap(\.self)) }

  /// Returns each of these indexes of cards once, where it is first.
  func unique(_ indexes: [Int]) -> [Int] {
    var isListed = [Bool](repeating: false, count: count)
    return indexes.filter { index in
      defer { isListed[index] = true }
      return !isListed[index]
    }
  }

  /// Finds many cards in any order.
  private func indexesByTable(of keys: [CardKey]) -> [Int?] {
    let table = CardIDSet(keys)
    var indexes = [Int?](repeating: nil, count: keys.count)
    eachCard(in: table) { indexes[$1] = $0 }
    guard table.duplicate != nil else { return indexes }
    return keys.map { table.place(of: $0).flatMap { indexes[$0] } }
  }
}
