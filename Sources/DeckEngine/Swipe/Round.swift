import DeckProtocol
import Kinetics

/// A round of decisions, which begins with the deck's cards and is held until the first of them are loaded (S19).
struct Round: Equatable, Sendable {
  /// When the round begins at the latest, while it is held in loading.
  var heldUntil: Instant?
  /// Whether any card declares if it is loaded; a round without such a card publishes no phases.
  var isTold = false
  /// The phase that was published last.
  var told: RoundPhase?
}

extension SwipeDeck {
  /// The phase of the round; `nil` in a deck that has none.
  var roundPhase: RoundPhase? {
    guard settings.roundEnabled else { return nil }
    if round.heldUntil != nil { return .loading }
    return front == nil ? .ended : .active
  }

  /// Whether the front card can be decided now.
  var decides: Bool { roundPhase != .loading }

  /// Begins a round with the current cards; it is held until the first ones are loaded, unless all count as loaded.
  mutating func beginRound(isHeld: Bool = true, now: Instant) {
    round = Round(isTold: settings.roundEnabled && cards.contains { $0.loaded != nil })
    if settings.roundEnabled, isHeld, waitsForCards {
      round.heldUntil = now.advanced(bySeconds: settings.roundTimeout)
    }
  }

  /// Resumes a round whose phase `told` was published last; a round that was held then is held again, for the full
  /// time.
  ///
  /// A round that published no phase still publishes none, even if clients have reported since which cards are loaded.
  mutating func restoreRound(told: RoundPhase?, now: Instant) {
    beginRound(isHeld: told == .loading, now: now)
    round.told = settings.roundEnabled ? told : nil
    round.isTold = round.told != nil
  }

  /// Marks these cards as loaded.
  mutating func markLoaded(_ ids: Set<String>) {
    for index in cards.indices where ids.contains(cards[index].id) { cards[index].loaded = true }
  }

  /// Ends the hold of a round that nothing holds any longer.
  ///
  /// - Returns: the event of the round's phase, if that changed.
  mutating func roundChange(now: Instant) -> [DeckOutcome] {
    if let end = round.heldUntil, end <= now || !waitsForCards { round.heldUntil = nil }
    guard round.isTold, let phase = roundPhase, phase != round.told else { return [] }
    round.told = phase
    return [.event(.roundChanged(phase))]
  }

  /// Whether one of the first cards, from the front one on, is declared not to be loaded.
  private var waitsForCards: Bool { !awaitedCards.isEmpty }

  /// The first cards that are declared not to be loaded.
  private var awaitedCards: [String] {
    let left = settings.loop ? cards.count : cards.count - current
    return (0..<min(settings.roundFirst, left)).map { cards[(current + $0) % cards.count] }
      .filter { $0.loaded == false }.map(\.id)
  }

  /// The error of a decision while the round is held.
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
