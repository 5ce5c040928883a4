import DeckProtocol

extension [Card] {
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
