import DeckProtocol
import Kinetics

extension StackDeck {
  /// When `advance(to:)` must be called next; `nil` while nothing moves by itself.
  var nextDeadline: Instant? {
    var next = earlier(motionEnd, earlier(scroll.nextDeadline, detail.nextDeadline))
    next = earlier(next, nextProposal)
    return earlier(next, earlier(bounce?.falls.first?.at, bounce?.arrival))
  }

  /// Whether a frame now would differ from one a moment later.
  var isMoving: Bool {
    scroll.isMoving || detail.isMoving || motionEnd != nil
  }

  /// What the deck is doing.
  var phase: DeckPhase {
    switch finger?.hold {
    case .pressing, .idle: .pressing
    case .scrolling, .scrollingDetail: .scrolling
    // A card that a press has moved is not dragged yet.
    case .reordering: finger?.mayTap == true ? .pressing : .dragging
    case .dismissing, .pinching: .dragging
    case nil: isMoving || bounce != nil ? .settling : .rest
    }
  }

  /// Performs what is due at `now`, which is `nextDeadline`.
  mutating func advance(to now: Instant) -> [DeckOutcome] {
    let (phaseBefore, leavingBefore, wasMoving) = (phase, leaving.count, isMoving)
    scroll.advance(to: now, spring: scrollSpring)
    detail.advance(to: now, spring: stack.scrollSpring.spring)
    for index in poses.keys { poses[index]?.settle(at: now) }
    poses = poses.filter { !$0.value.isAtRest }
    for place in openings.indices {
      openings[place].progress.settle(at: now)
      openings[place].dismissal.settle(at: now)
    }
    openings.removeAll { ($0.index == nil || $0.index != openIndex) && $0.progress == .fixed(0) }
    spread.settle(at: now)
    for place in leaving.indices { leaving[place].opacity.settle(at: now) }
    leaving.removeAll { $0.opacity.end == nil }
    var outcomes = propose(now: now)
    outcomes.add(advanceBounce(to: now))
    outcomes.add(fanChange(now: now))
    if isEntering, poses.isEmpty {
      isEntering = false
      outcomes.append(.event(.deckAppeared))
      if let first = cards.first { outcomes.append(.event(.cardShown(card: first.id, index: 0))) }
    }
    let isDone = wasMoving && !isMoving
    if phase != phaseBefore || leaving.count != leavingBefore || isDone { outcomes.add(.redrawing) }
    return outcomes
  }

  /// The earliest moment at which anything but the scroll comes to rest.
  private var motionEnd: Instant? {
    var next = spread.end
    for pose in poses.values { next = earlier(next, pose.end) }
    for opening in openings { next = earlier(next, earlier(opening.progress.end, opening.dismissal.end)) }
    for card in leaving { next = earlier(next, card.opacity.end) }
    return next
  }
}
