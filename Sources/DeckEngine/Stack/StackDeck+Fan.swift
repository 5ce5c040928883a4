import DeckProtocol
import Kinetics

/// A stack tells when a finger pulls its cards apart, and when they are together again.
extension StackDeck {
  /// Tells of cards that a finger has pulled apart, or that are together again.
  mutating func fanChange(now: Instant) -> [DeckOutcome] {
    guard stack.fans else { return gathered() }
    let stance = stance(at: now)
    let isApart = stance.over > 0 || stance.spread > 0
    if !isFanned, isApart, pullsApart {
      isFanned = true
      return [.event(.stackFanned)]
    }
    // Springs that swing pass through the place where the cards are together.
    return isApart || spread.end != nil || isReturning ? [] : gathered()
  }

  /// The cards are together, if they were apart.
  mutating func gathered() -> [DeckOutcome] {
    guard isFanned else { return [] }
    isFanned = false
    return [.event(.stackGathered)]
  }

  mutating func end() -> [DeckOutcome] { gathered() }

  private var pullsApart: Bool {
    switch finger?.hold {
    case .scrolling, .pinching: true
    case .pressing, .reordering, .scrollingDetail, .dismissing, .idle, nil: false
    }
  }

  /// Whether the stack returns to its beginning.
  private var isReturning: Bool {
    if case .spring = scroll.offset { true } else { false }
  }
}
