import DeckProtocol
import Kinetics

extension SwipeDeck {
  /// When `advance(to:)` must be called next; `nil` while nothing moves by itself.
  var nextDeadline: Instant? {
    earlier(earlier(animator.nextDeadline, overlay.end), earlier(round.heldUntil, queries.deadline))
  }

  /// Whether a deadline is pending although nothing moves.
  var isWaiting: Bool { round.heldUntil != nil || queries.deadline != nil }
  /// Whether a frame now would differ from one a moment later.
  var isMoving: Bool { animator.motionEnd != nil || overlay.end != nil }
  var isAnimating: Bool { isMoving || animator.awaitsPromotions }

  /// What the deck is doing.
  var phase: DeckPhase {
    switch interaction {
    case .pressed: .pressing
    case .dragged: .dragging
    case .awaitingDelegate(_, _?): .settling
    case .idle, .awaitingDelegate(_, nil): isAnimating ? .settling : .rest
    }
  }

  /// Performs what is due at `now`, which is `nextDeadline`.
  mutating func advance(to now: Instant) -> [DeckOutcome] {
    let (phaseBefore, wasMoving) = (phase, isMoving)
    let (count, leaving) = (animator.poses.count, animator.outgoing.count)
    animator.settle(at: now, isFrontHeld: interaction.grab != nil)
    overlay.settle(at: now)
    removeFinishedOverlay()
    queries.expire(at: now)
    let isPromoted = animator.promoteDue(in: pile, hasGap: animator.outgoing.count != leaving, at: now)
    var outcomes: [DeckOutcome] = []
    if animator.endAppearance(at: now) { outcomes.append(.event(.deckAppeared)) }
    outcomes.add(arrival())
    let changed = isPromoted || animator.outgoing.count != leaving || animator.poses.count != count
    // No tick shows the end of a motion under a finger that holds still.
    if changed || phase != phaseBefore || wasMoving && !isMoving { outcomes.add(.redrawing) }
    return concluded(outcomes, now: now)
  }

  mutating func skip(to now: Instant) -> [DeckOutcome] {
    animator.skip(to: now)
    overlay.skip()
    return advance(to: now)
  }

  func violations(at now: Instant) -> [String] {
    var found: [String] = []
    let frames = picture(at: now).cards
    let figures = frames.flatMap { [$0.x, $0.y, $0.width, $0.height, $0.scale, $0.rotation, $0.opacity] }
    if !figures.allSatisfy(\.isFinite) { found.append("a card's place is not finite") }
    if Set(frames.map(\.id)).count != frames.count { found.append("a card is twice on the screen") }
    if animator.poses.contains(where: { !cards.indices.contains($0.index) }) { found.append("a pose has no card") }
    let isStillLeaving = animator.outgoing.contains { $0.reason == .decided && $0.pose.index == current }
    if pile.front != nil, !animator.shows(current), !isStillLeaving { found.append("the front card is nowhere") }
    if interaction.grab != nil, animator.poses.isEmpty { found.append("a finger holds no card") }
    if case .awaitingDelegate = interaction, queries.open.isEmpty { found.append("a swipe waits for nobody") }
    return found
  }
}
