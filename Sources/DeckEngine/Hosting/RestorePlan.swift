package import DeckProtocol

/// What a deck becomes when it is restored from a state: the article Restoring has the rules of precedence.
package struct RestorePlan: Equatable, Sendable {
  /// How the deck begins at the engine's start, or resumes after a rollback.
  package enum Mode: Equatable, Sendable {
    /// As its configuration defines it.
    case fresh
    /// With a command: its cards, or its kind, changed since its state was taken.
    case by(DeckCommand)
    /// Unchanged, with the events that it still owed.
    case unchanged
  }

  /// A valid state of the deck's kind.
  package private(set) var state: DeckState
  package private(set) var mode = Mode.fresh
  /// Whether the deck keeps cards of its own although those of the configuration changed.
  package private(set) var keepsOwnCards = false

  /// The plan for a deck defined by `definition`; `nil` is the state of a deck that has none.
  package init(_ restored: DeckState?, for definition: DeckDefinition) {
    let (kind, cards) = (definition.preset.kind, definition.cards)
    state = DeckState(deck: definition.id, kind: kind, cards: cards, configured: cards)
    defer { state = state.sound }
    guard let restored else { return }
    let hasOwn = !restored.hasCards(cards)
    // As for a reload of the configuration: a deck that had the configured cards takes the new ones.
    let takes = hasOwn && restored.hasConfiguredCards
    if restored.kind == kind {
      (state, mode) = (restored, takes ? .by(.reload(.init(cards))) : .unchanged)
    } else if !takes, restored.cards != cards {
      state.cards = restored.cards
      mode = .by(.load(.init(state.sound.cards, current: 0)))
    }
    keepsOwnCards = hasOwn && !takes && restored.configured != cards
  }
}

extension DeckState {
  /// The state with its invalid parts corrected: each card once, and no entries about cards that it does not have.
  fileprivate var sound: DeckState {
    var state = self
    var seen: Set<String> = []
    let isFirst = cards.map { seen.insert($0.id).inserted }
    if seen.count < cards.count {
      // How many of the cards before each one are kept: its index, if it is kept itself.
      let places = isFirst.reduce(into: [0]) { $0.append(($0.last ?? 0) + ($1 ? 1 : 0)) }
      state.cards = CardSequence(zip(cards, isFirst).filter(\.1).map(\.0))
      state.current = places[min(max(current, 0), cards.count)]
      state.history = history.filter { cards.indices.contains($0.index) && isFirst[$0.index] }
        .map { Decision(index: places[$0.index], direction: $0.direction) }
    }
    state.current = min(max(state.current, 0), state.cards.count)
    state.history.removeAll { !state.cards.indices.contains($0.index) }
    if open.map(seen.contains) == false { state.open = nil }
    if !scroll.isFinite { state.scroll = 0 }
    return state
  }
}
