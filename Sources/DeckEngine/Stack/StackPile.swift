package import DeckProtocol

/// The cards of a stack in order, with what their owner reported about them.
package struct StackPile: Equatable, Sendable {
  package private(set) var cards: CardSequence
  /// The lengths of the cards' contents by card, in points; only of cards of the pile.
  private var contentLengths: [String: Double] = [:]

  package init(_ cards: CardSequence) { self.cards = cards }

  package func index(of card: String) -> Int? { cards.firstIndex(of: CardKey(card)) }

  /// Returns the length of a card's content, in points; 0 if none was reported.
  package func contentLength(of card: String) -> Double { contentLengths[card] ?? 0 }

  /// Replaces all cards; those that remain keep the length of their content.
  package mutating func replaceCards(with new: CardSequence) {
    cards = new
    guard !contentLengths.isEmpty else { return }
    let present = Set(new.map(\.id))
    contentLengths = contentLengths.filter { present.contains($0.key) }
  }

  /// Inserts `new` cards before the one at `index`.
  package mutating func insert(_ new: CardSequence, at index: Int) -> IndexShift {
    cards.insert(contentsOf: new, at: index)
    return .insertion(at: index, count: new.count)
  }

  package mutating func remove(_ range: Range<Int>) -> IndexShift {
    if !contentLengths.isEmpty { for id in cards.ids(in: range) { contentLengths[id] = nil } }
    cards.removeSubrange(range)
    return .removal(range)
  }

  /// Moves a card; those between make space.
  package mutating func move(_ index: Int, to target: Int) -> IndexShift {
    cards.insert(cards.remove(at: index), at: target)
    return .move(from: index, to: target)
  }

  /// Replaces the cards at these indexes by cards with the same ids.
  package mutating func update(_ new: CardSequence, at indexes: [Int]) { cards.update(new, at: indexes) }

  package mutating func markLoaded(at indexes: [Int]) { cards.markLoaded(at: indexes) }

  /// Sets the length of the content of a card of the pile, in points.
  package mutating func setContentLength(_ length: Double, of card: String) {
    if index(of: card) != nil { contentLengths[card] = length }
  }
}
