import DeckProtocol
import Kinetics

extension SwipeDeck {
  /// When `advance(to:)` must be called next; `nil` while nothing moves by itself.
  var nextDeadline: Instant? {
    let waiting = earlier(round.heldUntil, queries.deadline)
    return earlier(earlier(motionEnd, waiting), earlier(promotions.first, incoming.first))
  }

  /// Whether a deadline is pending although nothing moves.
  var isWaiting: Bool { round.heldUntil != nil || queries.deadline != nil }

  /// Whether a frame now would differ from one a moment later.
  var isMoving: Bool {
    motionEnd != nil
  }

  /// What the deck is doing.
  var phase: DeckPhase {
    switch interaction {
    case .pressing: .pressing
    case .dragging: .dragging
    case nil where pending?.isByFinger == true: .settling
    case nil: isMoving || !promotions.isEmpty || !incoming.isEmpty ? .settling : .rest
    }
  }

  /// Performs what is due at `now`, which is `nextDeadline`.
  mutating func advance(to now: Instant) -> [DeckOutcome] {
    let (phaseBefore, leavingBefore, posesBefore) = (phase, leaving.count, poses.count)
    let wasMoving = isMoving
    settle(at: now)
    queries.expire(at: now)
    var outcomes: [DeckOutcome] = []
    let promoted = promotions.prefix { $0 <= now }.count
    if promoted > 0 { promote(promoted, at: now) }
    let admitted = incoming.prefix { $0 <= now }.count
    incoming.removeFirst(admitted)
    if admitted > 0 || leaving.count != leavingBefore { arrange(at: now) }
    if let appearance, appearance.end <= now {
      self.appearance = nil
      for place in poses.indices { poses[place].isAppearing = false }
      outcomes.append(.event(.deckAppeared))
    }
    outcomes.add(arrival())
    let changed = promoted > 0 || leaving.count != leavingBefore || poses.count != posesBefore
    // No tick shows the end of a motion under a finger that holds still.
    if changed || phase != phaseBefore || wasMoving && !isMoving { outcomes.add(.redrawing) }
    return concluded(outcomes, now: now)
  }

  private mutating func settle(at now: Instant) {
    for place in poses.indices {
      poses[place].settle(at: now)
      if place > 0 || interaction == nil { poses[place].forgetGrab() }
    }
    for place in leaving.indices { leaving[place].pose.settle(at: now) }
    leaving.removeAll { $0.isOver }
    follow.settle(at: now)
    feedback?.progress.settle(at: now)
    wash.settle(at: now)
    dropFeedback()
  }

  /// Removes a feedback that has nothing more to show.
  mutating func dropFeedback() {
    if let feedback, wash.end == nil, interaction == nil, pending?.isByFinger != true, isOver(feedback) {
      self.feedback = nil
    }
  }

  /// Returns whether a feedback has nothing more to show: its card has left, or is back.
  private func isOver(_ feedback: SwipeOverlay) -> Bool {
    if feedback.progress.target > 0 { return !leaving.contains { $0.card.id == feedback.card } }
    return feedback.progress.end == nil
  }

  /// The earliest moment at which anything comes to rest.
  private var motionEnd: Instant? {
    var next = earlier(earlier(follow.end, feedback?.progress.end), earlier(wash.end, appearance?.end))
    // By index, since a loop over the elements copies all their motions.
    for place in poses.indices { next = earlier(next, poses[place].nextEnd) }
    for place in leaving.indices { next = earlier(next, leaving[place].pose.nextEnd) }
    return next
  }
}

extension SwipeDeck.OutgoingCard {
  private var hasFlown: Bool { pose.x.end == nil && pose.y.end == nil }

  /// Whether the card has left.
  fileprivate var isOver: Bool {
    switch reason {
    case .decided: hasFlown
    // A card that was pushed out before it was removed continues to fade where it is.
    case .removed: hasFlown && (pose.opacity.target > 0 || pose.opacity.end == nil)
    case .pushedOut: pose.opacity.end == nil
    }
  }
}
