import DeckProtocol
import Kinetics

/// A round of decisions, which begins with the deck's cards and is held until the first of them are there (S19).
struct Round: Equatable, Sendable {
  /// When the round begins at the latest, while it is held in loading.
  var heldUntil: Instant?
  /// Whether any card says if it is there; of other rounds nothing is told beside the deck's own events.
  var isTold = false
  /// The phase that was told last.
  var told: RoundPhase?
}

extension SwipeDeck {
  /// How far the round is; `nil` in a deck that has none.
  var roundPhase: RoundPhase? {
    guard settings.roundEnabled else { return nil }
    if round.heldUntil != nil { return .loading }
    return front == nil ? .ended : .active
  }

  /// Whether the front card can be decided now.
  var decides: Bool { roundPhase != .loading }

  /// Begins a round with the cards that there are; held until the first ones are there, unless they all count as that.
  mutating func beginRound(isHeld: Bool = true, now: Instant) {
    round = Round(isTold: settings.roundEnabled && cards.contains { $0.loaded != nil })
    if settings.roundEnabled, isHeld, waitsForCards {
      round.heldUntil = now.advanced(bySeconds: settings.roundTimeout)
    }
  }

  /// Goes on with a round whose phase `told` was told last; one that was held then is held anew, for as long as a new one.
  ///
  /// One of which nothing was told stays so, though clients have said meanwhile what is loaded.
  mutating func restoreRound(told: RoundPhase?, now: Instant) {
    beginRound(isHeld: told == .loading, now: now)
    round.told = settings.roundEnabled ? told : nil
    round.isTold = round.told != nil
  }

  /// What these cards show is there now.
  mutating func markLoaded(_ ids: Set<String>) {
    for index in cards.indices where ids.contains(cards[index].id) { cards[index].loaded = true }
  }

  /// Lets a round go on that nothing holds any more, and tells of its phase if that is another than before.
  mutating func roundChange(now: Instant) -> [DeckOutcome] {
    if let end = round.heldUntil, end <= now || !waitsForCards { round.heldUntil = nil }
    guard round.isTold, let phase = roundPhase, phase != round.told else { return [] }
    round.told = phase
    return [.event(.roundChanged(phase))]
  }

  /// Whether one of the first cards, from the front one on, is declared not to be there.
  private var waitsForCards: Bool { !awaitedCards.isEmpty }

  /// Those of the first cards that are declared not to be there.
  private var awaitedCards: [String] {
    let left = settings.loop ? cards.count : cards.count - current
    return (0..<min(settings.roundFirst, left)).map { cards[(current + $0) % cards.count] }
      .filter { $0.loaded == false }.map(\.id)
  }

  /// Why nothing can be decided while the round is held.
  var heldRefusal: ProtocolError {
    ProtocolError(
      .refused,
      "the round is loading",
      field: "params.deck",
      expected: "a round that is active; card.loaded for \(awaitedCards.joined(separator: ", ")), or wait for "
        + "round.changed, \(settings.roundTimeout) s at the most"
    )
  }
}
