import DeckProtocol
import Kinetics

/// A deck whose front card is decided by swiping it away.
///
/// It connects its collaborators, each of which owns a part of the state.
struct SwipeDeck: Deck {
  var definition: DeckDefinition
  var pile: SwipePile
  var animator: PoseAnimator
  var interaction = SwipeInteraction.idle
  var overlay: SwipeOverlay
  var queries = DelegateQueries()
  var round: DecisionRound

  init(_ definition: DeckDefinition, surface: SurfaceConfiguration) {
    self.definition = definition
    let settings = definition.settings
    pile = SwipePile(definition.cards, loops: settings.loop)
    animator = PoseAnimator(SwipeLayout(definition, on: surface))
    overlay = SwipeOverlay(tintDuration: settings.washDuration)
    round = DecisionRound(isEnabled: settings.roundEnabled)
    animator.arrange(pile, at: Instant(microseconds: 0))
  }

  var layout: SwipeLayout { animator.layout }
  var cards: [Card] { pile.cards }
  var current: Int { pile.current }
  var undoDepth: Int { pile.history.count }
  var touchedCard: String? { pile.front?.id }
  var open: String? { nil }
  var roundPhase: RoundPhase? { round.phase(of: pile) }
  func visible(at now: Instant) -> Int { settings.visible }

  mutating func adopt(_ definition: DeckDefinition, on surface: SurfaceConfiguration) {
    self.definition = definition
    animator.layout = SwipeLayout(definition, on: surface)
    overlay.tintDuration = settings.washDuration
    // Nothing holds a round that begins here.
    if round.isEnabled != settings.roundEnabled { round = DecisionRound(pile, isEnabled: settings.roundEnabled) }
    pile.loops = settings.loop
  }

  /// Lays the deck out again after its surface changed; motions under way keep their trajectories in points.
  mutating func relayout(_ surface: SurfaceConfiguration, now: Instant) -> [DeckOutcome] {
    animator.relayout(SwipeLayout(definition, on: surface), showing: pile, at: now)
    // No motion may be left that would remove it later.
    removeFinishedOverlay()
    return concluded(arrival(), now: now)
  }

  /// Completes a step: decides a swipe that waited, updates the round, and asks the questions that arise.
  mutating func concluded(_ outcomes: [DeckOutcome], now: Instant) -> [DeckOutcome] {
    var outcomes = outcomes
    outcomes.add(resolve(now: now))
    outcomes.add(updateRound(now: now))
    outcomes.add(ask(now: now))
    return outcomes
  }

  /// Returns the event of the front card's arrival, once it is at rest in front.
  mutating func arrival() -> [DeckOutcome] {
    guard pile.isArriving, let front = pile.front, animator.hasArrived(pile.current) else { return [] }
    pile.confirmArrival()
    return [shown(front, at: pile.current)]
  }

  mutating func updateRound(now: Instant) -> [DeckOutcome] {
    round.update(pile, first: settings.roundFirst, at: now).map { [.event(.roundChanged($0))] } ?? []
  }

  /// Removes the progress of a swipe that has nothing more to show.
  mutating func removeFinishedOverlay() {
    guard !interaction.isCardDisplaced, let card = overlay.card else { return }
    overlay.removeFinished(whileLeaving: animator.isLeaving(card))
  }
}

// MARK: - State

extension SwipeDeck {
  var state: DeckState {
    DeckState(
      deck: definition.id,
      kind: .swipe,
      cards: pile.cards,
      configured: definition.cards,
      current: pile.current,
      history: pile.history,
      isArriving: pile.isArriving,
      round: round.published
    )
  }

  /// Starts a deck that was created with the cards of its configuration.
  mutating func start(appearing: Bool, now: Instant) -> [DeckOutcome] {
    pile.presentFront()
    // The cards of a deck that has already appeared count as loaded, too.
    return [.event(.deckLoaded)] + begin(appearing: appearing, isHeld: appearing, now: now)
  }

  mutating func restore(_ state: DeckState, now: Instant) -> [DeckOutcome] {
    pile = SwipePile(state, loops: settings.loop)
    stop(now: now)
    // A round that was held is held again, for the full time.
    beginRound(isHeld: state.round == .loading, now: now)
    round.resume(after: state.round)
    return ask(now: now)
  }

  mutating func resume(now: Instant) -> [DeckOutcome] {
    concluded(arrival(), now: now)
  }

  /// Shows the deck from its front card on, with no motion under way.
  mutating func show(now: Instant) -> [DeckOutcome] {
    stop(now: now)
    return begin(appearing: true, isHeld: true, now: now)
  }

  /// Begins with the front card; the deck appears if the settings require that.
  private mutating func begin(appearing: Bool, isHeld: Bool, now: Instant) -> [DeckOutcome] {
    if appearing, settings.appears, pile.front != nil { animator.appear(at: now) }
    beginRound(isHeld: isHeld, now: now)
    return updateRound(now: now) + arrival()
  }

  /// Puts every card at rest at its position, with no finger on it and no answers of the delegate.
  private mutating func stop(now: Instant) {
    interaction = .idle
    queries.forget(nil, keepingSwipe: false)
    animator.reset(to: pile, at: now)
    overlay = SwipeOverlay(tintDuration: settings.washDuration)
  }

  private mutating func beginRound(isHeld: Bool, now: Instant) {
    round = DecisionRound(
      pile,
      isEnabled: settings.roundEnabled,
      first: settings.roundFirst,
      heldUntil: isHeld ? now.advanced(bySeconds: settings.roundTimeout) : nil
    )
  }
}
