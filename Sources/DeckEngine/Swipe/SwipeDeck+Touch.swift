import DeckProtocol
import Kinetics

/// A card less opaque than this is not hit (G6).
private let leastOpacity = 0.01

extension SwipeDeck {
  /// Whether the deck takes no touches because it has not appeared yet.
  var isAppearing: Bool { appearance != nil && settings.appearBlocksTouches }

  /// Returns whether a point of the deck lies on its front card; the others take no touches.
  func isHit(at point: Point, now: Instant) -> Bool {
    guard let pose = poses.first, pose.index == current else { return false }
    let place = drawn(pose, place: 0, at: now)
    return place.opacity >= leastOpacity && place.contains(point)
  }

  /// Begins the interaction of a finger that came down on the front card at `point`, and catches the card where it is.
  mutating func beginInteraction(at point: Point, now: Instant) {
    guard !poses.isEmpty else { preconditionFailure("a finger presses a card that is not there") }
    let rules = front.map { knownRules(of: $0) } ?? Rules()
    // The card behind was touched before its promotion: it moves up at once (S12).
    if !promotions.isEmpty { promote(promotions.count, at: now) }
    grab(at: point, now: now)
    let pose = poses[0]
    let offset = Vector(dx: pose.x.value(at: now), dy: pose.y.value(at: now))
    let (rotation, zoom) = (pose.turn(at: now), pose.zoom.value(at: now))
    let start = Grab(
      offset: offset,
      rotation: rotation - layout.rotation(at: offset.dx, side: pose.side),
      rotationLimit: max(settings.rotationMaximum, rotation.magnitude),
      zoom: zoom - layout.zoom(at: offset.dx),
      zoomLimit: min(1 - settings.dragShrink, zoom),
      follow: follow.value(at: now)
        - (settings.behindFollows ? progress(for: total(of: .zero, from: offset)).progress : 0),
      rules: rules
    )
    poses[0].x = .fixed(offset.dx)
    poses[0].y = .fixed(offset.dy)
    poses[0].rotate(along: .fixed(rotation))
    poses[0].zoom = .fixed(zoom)
    poses[0].isEntering = false
    follow = .fixed(follow.value(at: now))
    if let feedback, feedback.card == front?.id { self.feedback?.progress = .fixed(feedback.value(at: now)) }
    interaction = .pressing(start)
  }

  /// Moves the card by the finger's `translation` since it came down.
  mutating func drag(by translation: Vector, now: Instant) {
    guard let start = interaction?.start, let front else { return }
    let total = total(of: translation, from: start.offset)
    let swipe = progress(for: total)
    interaction = .dragging(start, translation: total, farthest: max(interaction?.farthest ?? 0, swipe.advance))
    let side = poses[0].side
    poses[0].x = .fixed(total.dx)
    poses[0].y = .fixed(start.offset.dy + translation.dy * settings.dragVertical)
    // The displacement at the catch must not take the card beyond what a drag may do.
    let turn = layout.rotation(at: total.dx, side: side) + start.rotation
    poses[0].rotate(along: .fixed(min(max(turn, -start.rotationLimit), start.rotationLimit)))
    poses[0].zoom = .fixed(min(max(layout.zoom(at: total.dx) + start.zoom, start.zoomLimit), 1))
    if settings.behindFollows { follow = .fixed(min(max(swipe.progress + start.follow, 0), 1)) }
    let progress = min(swipe.progress / threshold(of: front), 1)
    feedback = SwipeOverlay(card: front.id, direction: swipe.direction, progress: .fixed(progress))
    wash.aim(at: settings.washOpacity * progress, now: now)
  }

  /// Ends a drag whose finger is lifted at `velocity`: the card is decided, or returns.
  mutating func release(velocity: Vector, now: Instant) -> [DeckOutcome] {
    guard case .dragging(_, let translation, let farthest) = interaction, let front else { return endTouches(now: now) }
    let threshold = threshold(of: front)
    func progress(allowing allowed: [Direction]) -> SwipeLayout.SwipeProgress {
      layout.releaseProgress(at: translation, velocity: velocity, allowed: allowed, threshold: threshold)
    }
    func isReached(by swipe: SwipeLayout.SwipeProgress) -> Bool { layout.commits(swipe, threshold: threshold) }
    let swipe = progress(allowing: allowed(of: front))
    let release = Release(swipe, threshold: threshold, farthest: farthest)
    guard let direction = swipe.direction, isReached(by: swipe) else {
      let other = progress(allowing: Direction.allCases)
      return isReached(by: other)
        ? giveBack(.direction, Release(other, threshold: threshold, farthest: farthest), velocity: velocity, now: now)
        : giveBack(.distance, release, velocity: velocity, now: now)
    }
    guard decides else { return giveBack(.round, release, velocity: velocity, now: now) }
    guard permission(direction) != false else { return giveBack(.delegate, release, velocity: velocity, now: now) }
    return propose(direction, release, now: now)
  }

  /// Handles a cancelled finger: a dragged card returns, whatever the finger had done.
  mutating func cancel(now: Instant) -> [DeckOutcome] {
    guard case .dragging(_, let translation, let farthest) = interaction, let front else { return endTouches(now: now) }
    let release = Release(progress(for: translation), threshold: threshold(of: front), farthest: farthest)
    return giveBack(.cancelled, release, now: now)
  }

  /// Ends an interaction without a drag: a card that the finger caught continues to return.
  mutating func endTouches(now: Instant) -> [DeckOutcome] {
    guard interaction != nil else { return [] }
    interaction = nil
    snapBack(now: now)
    return []
  }

  /// Handles a tap on the front card; a card that the finger caught while it moved was only stopped.
  func touchUp() -> [DeckOutcome] {
    if let start = interaction?.start, start.offset.length >= layout.dragDistance {
      return [.explain(.suppressed(.caught))]
    }
    return tap()
  }

  /// Returns the event that the front card was selected.
  func tap() -> [DeckOutcome] {
    front.map { [.event(.cardSelected(card: $0.id, index: current))] } ?? []
  }

  /// Evaluates a translation of the front card.
  func progress(for translation: Vector) -> SwipeLayout.SwipeProgress {
    layout.progress(for: translation, allowed: front.map { allowed(of: $0) } ?? [])
  }

  /// Returns the translation to evaluate: that of a finger that had also moved the card to where it was caught.
  private func total(of translation: Vector, from offset: Vector) -> Vector {
    let caught = settings.dragVertical > 0 ? offset.dy / settings.dragVertical : 0
    return Vector(dx: offset.dx + translation.dx, dy: caught + translation.dy)
  }

  /// Makes the point under the finger the one about which the front card turns, if the settings want that.
  private mutating func grab(at point: Point, now: Instant) {
    guard settings.dragAnchor == .grab || settings.rotationByHalf else { return }
    // A deck that is appearing is drawn smaller than it is; the card is grabbed where it is drawn.
    guard let fraction = drawn(poses[0], place: 0, at: now).fraction(at: point) else { return }
    // A card that is still turned keeps its side: the other one would be a jump.
    if settings.rotationByHalf, poses[0].turn(at: now) == 0 { poses[0].side = fraction.y < 0.5 ? 1 : -1 }
    guard settings.dragAnchor == .grab else { return }
    let geometry = layout.restingGeometry(atDepth: poses[0].depth.value(at: now))
    let shift = poses[0].shift(toAnchor: fraction, in: geometry, at: now)
    poses[0].anchor = fraction
    poses[0].x = .fixed(poses[0].x.value(at: now) + shift.dx)
    poses[0].y = .fixed(poses[0].y.value(at: now) + shift.dy)
  }

  /// Moves the front card back to its position, at first as fast as a finger that moves at `velocity` drew it (M2).
  ///
  /// - Parameters:
  ///   - drag: the drag that the finger released; `nil` if nothing was dragged, or the finger was cancelled.
  ///   - velocity: the finger's velocity, in pt/s.
  ///   - now: the current instant.
  mutating func snapBack(from drag: TouchInteraction? = nil, velocity: Vector = .zero, now: Instant) {
    let speed = settings.snapCarriesVelocity ? velocity.limited(to: settings.snapMaximumVelocity) : .zero
    let drawn = drag.map { drawnVelocity(of: $0, finger: speed) } ?? DrawnVelocity()
    let pose = poses[0]
    let turn = pose.turn(at: now)
    poses[0].x = springBack(pose.x, velocity: drawn.translation.dx, rest: .points, now: now)
    poses[0].y = springBack(pose.y, velocity: drawn.translation.dy, rest: .points, now: now)
    poses[0].rotate(
      along: turnBack(.fixed(turn), velocity: drawn.rotation, to: 0, rest: .degrees, now: now),
      // The spring may swing beyond what a drag can do (S5).
      limit: max(settings.rotationMaximum, turn.magnitude)
    )
    poses[0].zoom = turnBack(pose.zoom, velocity: drawn.zoom, to: 1, rest: .unitless, now: now)
    if follow != .fixed(0) { follow = curve(.linear, follow, to: 0, settings.snapBehindDuration, now) }
    if let feedback, feedback.card == front?.id {
      let fading = turnBack(feedback.progress, velocity: drawn.progress, to: 0, rest: .unitless, now: now)
      self.feedback?.progress = fading
    }
    wash.aim(at: 0, now: now)
    poses[0].forgetGrab()
    dropFeedback()
  }

  private func springBack(
    _ property: Motion,
    velocity: Double,
    to target: Double = 0,
    rest: RestThreshold,
    now: Instant
  ) -> Motion {
    property.springing(to: target, settings.snapSpring.spring, velocity: velocity, rest: rest, at: now)
  }

  /// Returns a motion for the properties beside the translation: with a duration of its own, or with the spring.
  private func turnBack(
    _ property: Motion,
    velocity: Double,
    to target: Double,
    rest: RestThreshold,
    now: Instant
  ) -> Motion {
    guard settings.snapDuration > 0 else {
      return springBack(property, velocity: velocity, to: target, rest: rest, now: now)
    }
    return property.value(at: now) == target
      ? .fixed(target) : curve(.default, property, to: target, settings.snapDuration, now)
  }
}

/// How fast the properties that a drag moves change as drawn, per second.
private struct DrawnVelocity {
  /// In points.
  var translation = Vector.zero
  /// In degrees.
  var rotation = 0.0
  var zoom = 0.0
  /// Of the overlay.
  var progress = 0.0
}

extension SwipeDeck {
  /// Returns how fast a drag draws its card while the finger moves at `velocity`, in pt/s: the derivative of
  /// `drag(by:now:)`.
  private func drawnVelocity(of drag: TouchInteraction, finger velocity: Vector) -> DrawnVelocity {
    guard case .dragging(let start, let total, _) = drag, let front else { return DrawnVelocity() }
    let side = poses[0].side
    let turn = layout.rotation(at: total.dx, side: side) + start.rotation
    let zoom = layout.zoom(at: total.dx) + start.zoom
    let swipe = progress(for: total)
    let threshold = threshold(of: front)
    var drawn = DrawnVelocity()
    drawn.translation = Vector(dx: velocity.dx, dy: velocity.dy * settings.dragVertical)
    if turn.magnitude < start.rotationLimit {
      drawn.rotation = layout.rotationVelocity(at: total.dx, velocity: velocity.dx, side: side)
    }
    if (start.zoomLimit...1).contains(zoom) { drawn.zoom = layout.zoomVelocity(at: total.dx, velocity: velocity.dx) }
    if let direction = swipe.direction, (0..<min(threshold, 1)).contains(swipe.advance) {
      drawn.progress = layout.advanceVelocity(to: direction, velocity: velocity) / threshold
    }
    return drawn
  }
}

extension Vector {
  /// Returns the vector, shortened to `limit` if it is longer.
  fileprivate func limited(to limit: Double) -> Vector {
    length > limit ? (limit / length) * self : self
  }
}

extension SwipeDeck.TouchInteraction {
  var start: SwipeDeck.Grab {
    switch self {
    case .pressing(let start), .dragging(let start, _, _): start
    }
  }

  /// The largest progress of the drag so far.
  var farthest: Double {
    switch self {
    case .pressing: 0
    case .dragging(_, _, let farthest): farthest
    }
  }
}
