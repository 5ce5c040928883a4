import DeckProtocol

extension [Card] {
  /// Replaces the cards at these indexes by cards with the same ids.
  mutating func update(_ new: [Card], at indexes: [Int?]) {
    for case let (card, index?) in zip(new, indexes) {
      precondition(self[index].id == card.id, "an updated card keeps its id")
      self[index] = card
    }
  }

  /// Marks the cards at these indexes as loaded.
  mutating func markLoaded(at indexes: [Int?]) {
    for case let index? in indexes { self[index].loaded = true }
  }

  /// Above this capacity, memory of removed cards is worth giving back; 160 KiB.
  private static let keptCapacity = 2048

  /// Removes the cards in `range`, and gives their memory back when few of many remain: `removeSubrange` keeps it.
  mutating func remove(_ range: Range<Int>) {
    let remaining = count - range.count
    // Only when three quarters are free, so that a copy is paid by the removals before it.
    guard capacity > Self.keptCapacity, remaining < capacity / 4 else { return removeSubrange(range) }
    var rest: [Card] = []
    rest.reserveCapacity(remaining)
    rest += self[..<range.lowerBound]
    rest += self[range.upperBound...]
    self = rest
  }
}
