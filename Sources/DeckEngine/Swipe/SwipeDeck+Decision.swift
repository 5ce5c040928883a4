import DeckProtocol
import Kinetics

extension SwipeDeck {
  /// Records the front card's decision and makes the next card front at once (S13).
  mutating func decide(_ direction: Direction, byFinger: Bool, now: Instant) -> [DeckOutcome] {
    guard let front, let pose = poses.first, pose.index == current else { return [] }
    let index = current
    interaction = nil
    history.append(Decision(index: index, direction: direction))
    stayRisen(now: now)
    poses.removeFirst()
    let flying = flyAway(advanced(pose, to: 0, now: now), to: direction, byFinger: byFinger, now: now)
    leaving.append(OutgoingCard(card: front, reason: .decided, place: 0, pose: flying))
    feedback = complete(feedback, of: front, direction, now: now)
    wash.aim(at: 0, now: now)
    current = settings.loop ? (current + 1) % cards.count : current + 1
    promotions.append(now.advanced(bySeconds: settings.promoteDelay))
    let decision = settings.decisions[direction]
    let swiped = DeckEvent.Kind.cardSwiped(
      card: front.id,
      index: index,
      direction: direction,
      decision: decision.isEmpty ? nil : decision
    )
    // At the decision, and never during the drag that leads to it (S21).
    var told = [DeckOutcome.event(swiped)]
    if let kind = settings.swipeHaptics[direction].kind { told.append(.haptic(kind)) }
    guard self.front != nil else { return told + exhaust() }
    isArriving = true
    // With one visible card there is nobody behind to move up: the next appears in its place.
    if settings.promoteDelay == 0 || poses.isEmpty { promote(promotions.count, at: now) }
    return told + arrival()
  }

  /// Takes the last decision back: its card returns from where it is, or from the side it left to (S16).
  mutating func undo(now: Instant) -> [DeckOutcome] {
    guard let decision = history.popLast() else { return [] }
    // The cards that have not yet moved up for that decision need not.
    if promotions.popLast() == nil { _ = incoming.popLast() }
    stayRisen(now: now)
    current = decision.index
    let card = cards[current]
    var pose = CardPose(index: current, depth: 0)
    if let place = leaving.lastIndex(where: { $0.reason != .removed && $0.pose.index == current }) {
      pose = goBack(leaving.remove(at: place).pose, now: now)
    } else if let place = poses.firstIndex(where: { $0.index == current }) {
      // A looping deck shows it already, further behind.
      pose = poses.remove(at: place)
    } else if let direction = decision.direction {
      pose = flyBack(pose, from: direction, now: now)
    } else {
      pose.opacity = fade(from: 0, settings.undoFadeDuration, now)
    }
    // One that a looping deck shows already has nowhere to come from.
    pose.isEntering = pose.isDisplaced || pose.opacity != .fixed(1)
    poses.insert(pose, at: 0)
    promote(promotions.count, at: now)
    isArriving = true
    if let feedback, feedback.card == card.id {
      let fading = curve(.default, .fixed(feedback.value(at: now)), to: 0, settings.undoDuration, now)
      self.feedback?.progress = fading
    }
    let rewound = DeckEvent.Kind.deckRewound(card: card.id, index: current, direction: decision.direction)
    return [.event(rewound)] + arrival()
  }

  /// The overlay of a card that flies away: it becomes complete during the flight, from what a drag has shown (S10).
  private func complete(_ shown: SwipeOverlay?, of card: Card, _ direction: Direction, now: Instant) -> SwipeOverlay {
    let progress = shown.flatMap { $0.card == card.id && $0.direction == direction ? $0.value(at: now) : nil } ?? 0
    return SwipeOverlay(card: card.id, direction: direction, progress: course(.fixed(progress), to: 1, now))
  }

  /// The last card is gone: nobody moves up any more.
  mutating func exhaust() -> [DeckOutcome] {
    promotions = []
    incoming = []
    isArriving = false
    return [.event(.deckExhausted)]
  }

  /// A card on its way off the surface.
  func flyAway(_ pose: CardPose, to direction: Direction, byFinger: Bool, now: Instant) -> CardPose {
    var pose = detached(pose, now: now)
    let turn: Double? =
      if byFinger {
        settings.flyKeepsRotation ? pose.turn(at: now) : nil
      } else {
        settings.flyRotation[direction]
      }
    pose.zoom = .fixed(pose.zoom.value(at: now))
    // A card that still moves up when it has left is as large as it is then.
    var last = pose
    last.depth = .fixed(pose.depth.value(at: now.advanced(bySeconds: settings.flyDuration)))
    let start = Vector(dx: pose.x.value(at: now), dy: pose.y.value(at: now))
    let flight = layout.flight(
      to: direction,
      from: undrawn(last, at: now),
      translation: start,
      rotation: turn,
      side: pose.side
    )
    pose.x = course(pose.x, to: flight.translation.dx, now)
    pose.y = course(pose.y, to: flight.translation.dy, now)
    pose.rotate(along: course(.fixed(pose.turn(at: now)), to: flight.rotation, now))
    return pose
  }

  /// A card on its way back from where it flew to.
  private func flyBack(_ pose: CardPose, from direction: Direction, now: Instant) -> CardPose {
    let flight = layout.flight(
      to: direction,
      from: undrawn(pose, at: now),
      translation: .zero,
      rotation: settings.flyRotation[direction],
      side: pose.side
    )
    var pose = pose
    pose.x = .fixed(flight.translation.dx)
    pose.y = .fixed(flight.translation.dy)
    pose.rotate(along: .fixed(flight.rotation))
    pose.opacity = .fixed(0)
    return goBack(pose, now: now)
  }

  /// A card on its way back from where it is.
  private func goBack(_ pose: CardPose, now: Instant) -> CardPose {
    var pose = pose
    if pose.rotation != .fixed(0) {
      pose.rotate(along: curve(.default, .fixed(pose.turn(at: now)), to: 0, settings.undoDuration, now))
    }
    for (property, target) in [(\CardPose.x, 0.0), (\.y, 0), (\.zoom, 1), (\.opacity, 1)] {
      if pose[keyPath: property] != .fixed(target) {
        pose[keyPath: property] = curve(.default, pose[keyPath: property], to: target, settings.undoDuration, now)
      }
    }
    return pose
  }

  private func course(_ property: Motion, to target: Double, _ now: Instant) -> Motion {
    let position = property.value(at: now)
    guard position != target else { return .fixed(target) }
    return curve(settings.flyCurve.curve, property, to: target, settings.flyDuration, now)
  }
}

// MARK: - Motions

extension SwipeDeck {
  func curve(
    _ shape: CubicBezier,
    _ property: Motion,
    to target: Double,
    _ duration: Double,
    _ now: Instant
  ) -> Motion {
    .curve(CurveMotion(shape, from: property.value(at: now), to: target, duration: duration, at: now))
  }

  /// A card that becomes visible where it is.
  func fade(from opacity: Double, _ duration: Double, _ now: Instant) -> Motion {
    curve(.default, .fixed(opacity), to: 1, duration, now)
  }
}
