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
    // The feedback comes with the decision, and never during the drag that leads to it (S21).
    var told = [DeckOutcome.event(swiped)]
    if let kind = settings.swipeHaptics[direction].kind { told.append(.haptic(kind)) }
    guard self.front != nil else { return told + exhaust() }
    isArriving = true
    // With one visible card there is none behind that moves up: the next one appears at its position.
    if settings.promoteDelay == 0 || poses.isEmpty { promote(promotions.count, at: now) }
    return told + arrival()
  }

  /// Undoes the last decision: its card returns from where it is, or from the side to which it left (S16).
  mutating func undo(now: Instant) -> [DeckOutcome] {
    guard let decision = history.popLast() else { return [] }
    // Cards that have not yet moved up for that decision no longer need to.
    if promotions.popLast() == nil { _ = incoming.popLast() }
    stayRisen(now: now)
    current = decision.index
    let card = cards[current]
    var pose = CardPose(index: current, depth: 0)
    if let place = leaving.lastIndex(where: { $0.reason != .removed && $0.pose.index == current }) {
      pose = goBack(leaving.remove(at: place).pose, now: now)
    } else if let place = poses.firstIndex(where: { $0.index == current }) {
      // A looping deck already shows it, further behind.
      pose = poses.remove(at: place)
    } else if let direction = decision.direction {
      pose = flyBack(pose, from: direction, now: now)
    } else {
      pose.opacity = fade(from: 0, settings.undoFadeDuration, now)
    }
    // A card that a looping deck already shows does not enter.
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

  /// Returns the overlay of a card that flies away: it completes during the flight, from what a drag has shown (S10).
  private func complete(_ shown: SwipeOverlay?, of card: Card, _ direction: Direction, now: Instant) -> SwipeOverlay {
    let progress = shown.flatMap { $0.card == card.id && $0.direction == direction ? $0.value(at: now) : nil } ?? 0
    return SwipeOverlay(card: card.id, direction: direction, progress: course(.fixed(progress), to: 1, now))
  }

  /// Ends the promotions after the last card was decided or removed.
  mutating func exhaust() -> [DeckOutcome] {
    promotions = []
    incoming = []
    isArriving = false
    return [.event(.deckExhausted)]
  }

  /// Returns the pose of a card that flies off the surface.
  func flyAway(_ pose: CardPose, to direction: Direction, byFinger: Bool, now: Instant) -> CardPose {
    var pose = detached(pose, now: now)
    let turn: Double? =
      if byFinger {
        settings.flyKeepsRotation ? pose.turn(at: now) : nil
      } else {
        settings.flyRotation[direction]
      }
    pose.zoom = .fixed(pose.zoom.value(at: now))
    // The flight has to clear the surface with the size that a card still moving up has at the end.
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

  /// Returns the pose of a card that flies back from where it flew to.
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

  /// Returns the pose of a card that returns from where it is.
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

  /// Returns the opacity of a card that fades in where it is.
  func fade(from opacity: Double, _ duration: Double, _ now: Instant) -> Motion {
    curve(.default, .fixed(opacity), to: 1, duration, now)
  }
}
