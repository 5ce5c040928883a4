/// The slots of a carousel: a row of positions, one step apart, that cards take in their order.
///
/// Slot s is in the center at a scroll offset of s steps. In a carousel that loops, the cards repeat to both sides.
package struct CarouselRow: Equatable, Sendable {
  package let count: Int
  /// A slot of the first card.
  package let first: Int
  /// The distance from a slot to the next, in points.
  package let step: Double
  package let loops: Bool

  package init(count: Int, first: Int, step: Double, loops: Bool) {
    (self.count, self.first, self.step, self.loops) = (count, first, step, loops)
  }

  /// The scroll offsets at which a card is in the center or between two that are.
  package var range: ClosedRange<Double> {
    if loops { return -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude }
    return Double(first) * step...Double(first + max(count - 1, 0)) * step
  }

  /// Returns the slot that is nearest to the center at a scroll offset; `first` without cards.
  package func slot(at offset: Double) -> Int {
    let slot = Int((offset / step).rounded().clamped(to: -1e9...1e9))
    return loops ? slot : min(max(slot, first), first + max(count - 1, 0))
  }

  /// Returns the index of the card in a slot.
  package func index(in slot: Int) -> Int {
    guard loops else { return slot - first }
    let index = (slot - first) % count
    return index < 0 ? index + count : index
  }

  /// Returns the slot of a card; of those of a carousel that loops, the nearest to the center at `offset`.
  package func slot(of index: Int, near offset: Double) -> Int {
    guard loops else { return first + index }
    let turns = ((offset / step - Double(first + index)) / Double(count)).rounded()
    return first + index + count * Int(turns)
  }

  /// Returns the slots within `reach` points of the center while the offset is in a range; each card has at most one.
  package func slots(within reach: Double, of offsets: ClosedRange<Double>) -> Range<Int> {
    guard count > 0 else { return 0..<0 }
    let lower = Int(((offsets.lowerBound - reach) / step).rounded(.up).clamped(to: -1e9...1e9))
    let upper = Int(((offsets.upperBound + reach) / step).rounded(.down).clamped(to: -1e9...1e9)) + 1
    guard loops else {
      let start = min(max(lower, first), first + count)
      return start..<max(min(upper, first + count), start)
    }
    let excess = max(upper - lower - count, 0)
    return lower + excess / 2..<max(upper - (excess - excess / 2), lower + excess / 2)
  }
}
