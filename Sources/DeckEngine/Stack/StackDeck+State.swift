import DeckProtocol
import Kinetics

extension StackDeck {
  var state: DeckState {
    DeckState(
      deck: definition.id,
      kind: .stack,
      cards: cards,
      configured: definition.cards,
      isArriving: (isEntering || isArriving) && !cards.isEmpty,
      isFanned: isFanned,
      open: open,
      scroll: restingScroll
    )
  }

  mutating func restore(_ state: DeckState, now: Instant) -> [DeckOutcome] {
    cards = state.cards
    forgetLengths()
    putInPlace()
    tapsFrom = Instant(microseconds: .min)
    scroll.jump(to: state.scroll.clamped(to: scrollRange))
    isArriving = state.isArriving && !cards.isEmpty
    isFanned = state.isFanned
    if let index = cards.firstIndex(where: { $0.id == state.open }) {
      let place = layout.openPlace(count: cards.count)
      openings = [
        Opening(card: cards[index].id, index: index, parting: index, place: place, progress: .fixed(1))
      ]
      openIndex = index
    }
    return []
  }

  mutating func resume(now: Instant) -> [DeckOutcome] {
    let gathered = gathered()
    guard isArriving, let first = cards.first else { return gathered }
    isArriving = false
    return gathered + [.event(.cardShown(card: first.id, index: 0))]
  }

  /// The offset at which the stack comes to rest by itself: where a finger holds it, or, while a dragged card scrolls
  /// it, where it was when that card was picked up.
  private var restingScroll: Double {
    let goal = if case .reordering(let reorder) = finger?.hold { reorder.scroll } else { scroll.goal }
    return goal.clamped(to: scrollRange)
  }
}
