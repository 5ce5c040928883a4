import DeckProtocol
import Kinetics

extension SwipeDeck {
  /// Records the front card's decision and makes the next card front at once (S13).
  mutating func decide(_ direction: Direction, byFinger: Bool, now: Instant) -> [DeckOutcome] {
    guard let front = pile.front, animator.shows(pile.current) else { return [] }
    let index = pile.current
    interaction = .idle
    pile.decide(direction)
    animator.decide(front, direction, byFinger: byFinger, next: pile, at: now)
    let layout = animator.layout
    overlay.complete(front.id, direction, at: now) { layout.flying($0, to: 1, at: now) }
    let decision = settings.decisions[direction]
    let swipe = DeckEvent.Swipe(
      card: front.id,
      index: index,
      direction: direction,
      decision: decision.isEmpty ? nil : decision
    )
    // The feedback comes with the decision, and never during the drag that leads to it (S21).
    var outcomes = [DeckOutcome.event(.cardSwiped(swipe))]
    if let kind = settings.swipeHaptics[direction].kind { outcomes.append(.haptic(kind)) }
    return outcomes + (pile.front == nil ? [.event(.deckExhausted)] : arrival())
  }

  /// Undoes the last decision.
  mutating func undo(now: Instant) -> [DeckOutcome] {
    guard let decision = pile.undo() else { return [] }
    animator.undo(decision, in: pile, at: now)
    let card = pile.cards[decision.index].id
    let duration = settings.undoDuration
    overlay.redirect(card) { progress in
      .fixed(progress.value(at: now).clamped(to: 0...1)).easing(to: 0, in: duration, at: now)
    }
    let rewind = DeckEvent.Rewind(card: card, index: decision.index, direction: decision.direction)
    return [.event(.deckRewound(rewind))] + arrival()
  }

  // MARK: The delegate

  /// Returns the directions that the front card may be swiped in: its own, the delegate's, or the deck's.
  func allowed(of front: Card) -> [Direction] {
    front.allowed ?? rules(of: front).allowed ?? settings.commitAllowed
  }

  /// Returns the progress that commits the front card: its own, the delegate's, or the deck's.
  func threshold(of front: Card) -> Double {
    front.threshold ?? rules(of: front).threshold ?? settings.commitThreshold
  }

  /// Returns the delegate's rules for the front card; under a finger, those known when it came down.
  private func rules(of front: Card) -> DelegateQueries.Rules {
    interaction.grab?.rules ?? queries.rules(of: front)
  }

  /// Evaluates a translation of the front card.
  func progress(of translation: Vector) -> SwipeLayout.SwipeProgress {
    animator.layout.progress(for: translation, allowed: pile.front.map { allowed(of: $0) } ?? [])
  }

  /// Asks what is not known about the visible cards, and about the swipe under way.
  mutating func ask(now: Instant) -> [DeckOutcome] {
    guard queries.hasDelegate else { return [] }
    var swipe: Direction?
    switch interaction {
    case .idle, .pressed: queries.endSwipe()
    case .dragged(_, let translation, _): swipe = round.heldUntil == nil ? progress(of: translation).direction : nil
    case .awaitingDelegate(let direction, _): swipe = direction
    }
    let asked = queries.ask(
      about: pile,
      visible: settings.visible,
      swipe: swipe,
      deck: definition.id,
      until: now.advanced(bySeconds: settings.delegateDeadline)
    )
    return asked.map { .ask(ticket: $0.ticket, $0.question) }
  }

  func question(_ ticket: UInt64) -> DelegateQuestion? { queries.question(ticket) }

  var lastQuestion: UInt64 { queries.lastTicket }

  mutating func receive(_ answer: DelegateAnswer?, to ticket: UInt64, now: Instant) -> [DeckOutcome] {
    queries.settle(ticket, answer)
    return concluded([], now: now)
  }

  // MARK: Swipes that wait

  /// Decides the front card, which has not been refused, or waits for the delegate's answer.
  ///
  /// - Parameters:
  ///   - direction: the direction of the swipe.
  ///   - release: how a finger released the card; `nil` for a command.
  ///   - now: the current instant.
  /// - Returns: the immediate outcomes.
  mutating func propose(_ direction: Direction, _ release: Release? = nil, now: Instant) -> [DeckOutcome] {
    guard let front = pile.front else { return [] }
    if queries.permission(direction, of: front) == true, release != nil || !queries.awaitsDirections(of: front) {
      let decided = decide(direction, byFinger: release != nil, now: now)
      return decided + .explaining(release.map { .swipe($0, .decided) })
    }
    interaction = .awaitingDelegate(direction, release)
    return [release.map { .explain(.swipe($0, .awaitsDelegate)) } ?? .undecided]
  }

  /// Performs a swipe that waited, if its answer has arrived.
  mutating func resolve(now: Instant) -> [DeckOutcome] {
    guard case .awaitingDelegate(let direction, let release) = interaction, let front = pile.front,
      let isPermitted = queries.permission(direction, of: front)
    else { return [] }
    if let release {
      interaction = .idle
      let outcomes =
        isPermitted
        ? decide(direction, byFinger: true, now: now) + [.explain(.swipe(release, .decided))]
        : returnFront(.delegate, release, now: now)
      return outcomes + [.redraw]
    }
    guard !queries.awaitsDirections(of: front) else { return [] }
    interaction = .idle
    let allowed = allowed(of: front)
    guard allowed.contains(direction) else { return [.decided(.notAllowed(direction, front, allowed))] }
    guard isPermitted else { return [.decided(.notPermitted(direction, front))] }
    let outcomes = decide(direction, byFinger: false, now: now)
    return outcomes + updateRound(now: now) + [.decided(nil), .redraw]
  }

  /// Cancels a swipe that waits, because a finger or a command moves the card: it must not be decided later.
  mutating func giveUpSwipe(now: Instant) -> [DeckOutcome] {
    guard case .awaitingDelegate(_, let release) = interaction else { return [] }
    interaction = .idle
    return release.map { returnFront(.caught, $0, now: now) } ?? [.decided(.overtaken)]
  }
}
