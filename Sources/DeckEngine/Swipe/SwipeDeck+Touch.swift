import DeckProtocol
import Kinetics

extension SwipeDeck {
  /// Whether the deck accepts no touches because it has not appeared yet.
  var isAppearing: Bool { animator.isAppearing && settings.appearBlocksTouches }

  func isHit(at point: Point, now: Instant) -> Bool {
    animator.isHit(at: point, front: pile.current, now: now)
  }

  /// Moves the card by the finger's `translation` since it came down.
  mutating func drag(by translation: Vector, now: Instant) {
    guard let grab = interaction.grab, let front = pile.front else { return }
    let total = animator.layout.total(of: translation, from: grab.offset)
    let swipe = progress(of: total)
    interaction.drag(to: total, progress: swipe.advance)
    animator.drag(grab, by: translation, progress: swipe.progress)
    let progress = min(swipe.progress / threshold(of: front), 1)
    let tint = settings.washOpacity * progress
    overlay.follow(front.id, swipe.direction, progress: progress, tint: tint, at: now)
  }

  /// Ends a drag whose finger is lifted at `velocity`: the card is decided, or returns.
  mutating func release(velocity: Vector, now: Instant) -> [DeckOutcome] {
    guard case .dragged(_, let translation, let farthest) = interaction, let front = pile.front else {
      return endTouches(now: now)
    }
    let (layout, threshold) = (animator.layout, threshold(of: front))
    func evaluate(allowing allowed: [Direction]) -> (release: Release, commits: Bool) {
      let swipe = layout.releaseProgress(at: translation, velocity: velocity, allowed: allowed, threshold: threshold)
      let release = Release(swipe, threshold: threshold, farthest: farthest)
      return (release, layout.commits(swipe, threshold: threshold))
    }
    let (release, commits) = evaluate(allowing: allowed(of: front))
    guard let direction = release.direction, commits else {
      let (other, commits) = evaluate(allowing: Direction.allCases)
      return returnFront(commits ? .direction : .distance, commits ? other : release, velocity: velocity, now: now)
    }
    guard round.heldUntil == nil else { return returnFront(.round, release, velocity: velocity, now: now) }
    guard queries.permission(direction, of: front) != false else {
      return returnFront(.delegate, release, velocity: velocity, now: now)
    }
    return propose(direction, release, now: now)
  }

  /// Handles a cancelled finger: a dragged card returns, whatever the finger had done.
  mutating func cancel(now: Instant) -> [DeckOutcome] {
    guard case .dragged(_, let translation, let farthest) = interaction, let front = pile.front else {
      return endTouches(now: now)
    }
    let release = Release(progress(of: translation), threshold: threshold(of: front), farthest: farthest)
    return returnFront(.cancelled, release, now: now)
  }

  /// Ends an interaction without a drag: a card that the finger caught continues to return.
  mutating func endTouches(now: Instant) -> [DeckOutcome] {
    guard interaction.grab != nil else { return [] }
    interaction = .idle
    snapBack(velocity: .zero, now: now)
    return []
  }

  /// Moves the front card back to its position, undecided.
  mutating func returnFront(
    _ reason: DeckEvent.Reset.Reason,
    _ release: Release,
    velocity: Vector = .zero,
    now: Instant
  ) -> [DeckOutcome] {
    guard let front = pile.front else { return [] }
    snapBack(velocity: velocity, now: now)
    let reset = DeckEvent.Reset(
      card: front.id,
      index: pile.current,
      reason: reason,
      direction: release.direction,
      progress: release.progress,
      threshold: release.threshold
    )
    let isOwn = reason == .delegate && front.swipeable == false
    return [.event(.cardReset(reset)), .explain(.swipe(release, isOwn ? .notSwipeable : .reset(reason)))]
  }

  /// Ends the interaction and moves the front card back, at first as fast as a finger at `velocity` dragged it (M2).
  private mutating func snapBack(velocity: Vector, now: Instant) {
    let layout = animator.layout
    var drawn = DrawnVelocity()
    if case .dragged(let grab, let translation, _) = interaction, let front = pile.front,
      let side = animator.poses.first?.side
    {
      drawn = layout.drawnVelocity(
        of: grab,
        at: translation,
        velocity: settings.snapCarriesVelocity ? velocity.limited(to: settings.snapMaximumVelocity) : .zero,
        side: side,
        swipe: progress(of: translation),
        threshold: threshold(of: front)
      )
    }
    interaction = .idle
    animator.snapBack(drawn, at: now)
    overlay.fadeTint(at: now)
    if let card = pile.front?.id {
      overlay.redirect(card) { layout.turnBack($0, velocity: drawn.progress, to: 0, rest: .unitless, at: now) }
    }
    removeFinishedOverlay()
  }
}

extension Vector {
  /// Returns the vector, shortened to `limit` if it is longer.
  fileprivate func limited(to limit: Double) -> Vector {
    length > limit ? (limit / length) * self : self
  }
}
