import DeckProtocol
import Kinetics

/// The events of a stack whose cards a finger pulls apart, and of cards that are together again.
extension StackDeck {
  /// Returns the event of cards that a finger has pulled apart, or that are together again.
  mutating func fanChange(now: Instant) -> [DeckOutcome] {
    guard stack.fans else { return gathered() }
    let stance = stance(at: now)
    let isApart = stance.over > 0 || stance.spread > 0
    if !isFanned, isApart, pullsApart {
      isFanned = true
      return [.event(.stackFanned)]
    }
    // Springs that swing pass through the position at which the cards are together.
    return isApart || spread.end != nil || isReturning ? [] : gathered()
  }

  /// Returns the event that the cards are together, if they were apart.
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

  /// Whether the stack is returning to its beginning.
  private var isReturning: Bool {
    if case .spring = scroll.offset { true } else { false }
  }
}
