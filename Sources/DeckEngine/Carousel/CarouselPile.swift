package import DeckProtocol

/// The cards of a carousel, and which of them is in the center.
package struct CarouselPile: Equatable, Sendable {
  package private(set) var cards: CardSequence
  /// The index of the card that last came to rest in the center.
  package private(set) var current = 0
  /// The index of the card that was last in the center, also in passing.
  package private(set) var middle = 0
  /// Whether the arrival of the current card is still to be published.
  package private(set) var isArriving = false

  package init(_ cards: CardSequence) { self.cards = cards }

  /// Restores a persisted pile, which scrolls to the card that was to come to rest.
  ///
  /// The card published last stays current until the arrival of that one is published.
  package init(_ state: DeckState) {
    cards = state.cards
    let last = max(cards.count - 1, 0)
    current = min(state.current, last)
    middle = Int(state.scroll.rounded().clamped(to: 0...Double(last)))
    isArriving = !cards.isEmpty && (state.isArriving || middle != current)
  }

  package func index(of card: String) -> Int? { cards.firstIndex(of: CardKey(card)) }

  /// Replaces all cards; the one at `index`, or the last one if there are fewer, is in the center.
  package mutating func show(_ cards: CardSequence, centering index: Int) {
    self = CarouselPile(cards)
    current = min(index, max(cards.count - 1, 0))
    middle = current
  }

  /// Records that a card is in the center.
  ///
  /// - Returns: whether it was another one before.
  package mutating func pass(_ index: Int) -> Bool {
    defer { middle = index }
    return index != middle
  }

  /// Records that a card has come to rest in the center.
  ///
  /// - Returns: the card, if its arrival is to be published.
  package mutating func arrive(at index: Int) -> Card? {
    guard !cards.isEmpty, index != current || isArriving else { return nil }
    (current, isArriving) = (index, false)
    return cards[index]
  }

  // MARK: Edits

  /// Inserts cards; the current one stays current, unless the pile was empty.
  package mutating func insert(_ new: CardSequence, at index: Int) -> IndexShift {
    if cards.isEmpty { isArriving = !new.isEmpty }
    return edit(.insertion(at: index, count: new.count)) { $0.insert(contentsOf: new, at: index) }
  }

  /// Removes cards; the next one that remains, or the last one, becomes current in place of one that is removed.
  package mutating func remove(_ range: Range<Int>) -> IndexShift {
    if range.contains(current) { isArriving = true }
    let shift = edit(.removal(range)) { $0.removeSubrange(range) }
    if cards.isEmpty { isArriving = false }
    return shift
  }

  /// Moves a card; those between make space.
  package mutating func move(_ index: Int, to target: Int) -> IndexShift {
    edit(.move(from: index, to: target)) { $0.insert($0.remove(at: index), at: target) }
  }

  /// Replaces the cards at these indexes.
  package mutating func update(_ new: CardSequence, at indexes: [Int]) { cards.update(new, at: indexes) }

  package mutating func markLoaded(at indexes: [Int]) { cards.markLoaded(at: indexes) }

  private mutating func edit(_ shift: IndexShift, _ change: (inout CardSequence) -> Void) -> IndexShift {
    let before = cards.count
    change(&cards)
    current = successor(of: current, after: shift, from: before)
    middle = successor(of: middle, after: shift, from: before)
    return shift
  }

  /// Returns the index after an edit of `count` cards of the card at `index`, or of the one that takes its place.
  package func successor(of index: Int, after shift: IndexShift, from count: Int) -> Int {
    if case .removal(let range) = shift, range.contains(index) {
      return min(range.lowerBound, max(cards.count - 1, 0))
    }
    return count == 0 ? 0 : shift.newIndex(of: index) ?? 0
  }
}
