import DeckProtocol
import Kinetics

extension SwipeDeck {
  var state: DeckState {
    DeckState(
      deck: definition.id,
      kind: .swipe,
      cards: cards,
      configured: definition.cards,
      current: current,
      history: history,
      isArriving: isArriving,
      round: round.told
    )
  }

  mutating func restore(_ state: DeckState, now: Instant) -> [DeckOutcome] {
    pending = nil
    cards = state.cards
    history = state.history
    current = state.current
    isArriving = state.isArriving
    if !settings.loop {
      forgetRounds()
    } else if current == cards.count {
      current = 0
      isArriving = true
    }
    if front == nil { isArriving = false }
    putInPlace(now: now)
    restoreRound(told: state.round, now: now)
    return ask(now: now)
  }

  mutating func resume(now: Instant) -> [DeckOutcome] {
    concluded(arrival(), now: now)
  }
}
