package import DeckProtocol

/// The fingers on a carousel, from the first one's down to the last one's up.
package struct CarouselTouch: Equatable, Sendable {
  private enum Mode: Equatable, Sendable {
    /// Down, with nothing decided yet.
    case pressing
    case scrolling
    /// Done, and not lifted yet.
    case idle
  }

  /// The index of the card under the first finger.
  package private(set) var card: Int?
  /// The slot in the center when it came down.
  private let slot: Int
  private var mode = Mode.pressing

  /// A finger that comes down on a card, or beside all, with a slot in the center.
  package init(on card: Int?, centering slot: Int) {
    (self.card, self.slot) = (card, slot)
  }

  /// Whether each move of the fingers changes the picture.
  package var isScrolling: Bool { mode == .scrolling }

  package var phase: DeckPhase { isScrolling ? .scrolling : .pressing }

  /// Records that the fingers scroll the carousel.
  package mutating func scroll() { mode = .scrolling }

  /// Records that the fingers have released the carousel.
  package mutating func release() { mode = .idle }

  /// Returns the scroll offsets at which the carousel may settle after a fling that moves it by one card, with `center`
  /// in the center: as far as the finger itself has moved it, and at least to the next card (K3).
  package func targets(centering center: Int, in row: CarouselRow) -> ClosedRange<Double> {
    let (low, high) = (Double(min(center, slot - 1)) * row.step, Double(max(center, slot + 1)) * row.step)
    return low.clamped(to: row.range)...high.clamped(to: row.range)
  }

  /// Adapts to an edit of the cards.
  package mutating func remap(by shift: IndexShift) { card = card.flatMap(shift.newIndex) }
}
