package import DeckProtocol
import Kinetics

extension SwipeLayout {
  /// The evaluation of a dragged card's translation.
  package struct SwipeProgress: Hashable, Sendable {
    /// The direction that a release is evaluated in; `nil` in the dead zone and where nothing is allowed.
    package var direction: Direction?
    /// The distance in that direction, in drags that make a progress of 1; negative in the opposite direction.
    package var advance: Double

    /// 0…1 (S7).
    package var progress: Double { min(max(advance, 0), 1) }

    package static let none = SwipeProgress(direction: nil, advance: 0)
  }

  /// Evaluates a translation: the nearest of the allowed directions, and the progress toward it (S6, S7).
  func progress(for translation: Vector, allowed: DirectionList) -> SwipeProgress {
    let size = reference
    let unit = Vector(
      dx: translation.dx / (settings.progressSpan * size.width),
      dy: translation.dy / (settings.progressSpan * size.height)
    )
    guard let direction = Self.nearest(to: unit, of: allowed) else { return .none }
    let way = direction.way
    let zone = points(settings.deadZone)
    if zone > 0, max(translation.dx * way.dx, translation.dy * way.dy) <= zone { return .none }
    let square = way.dx * way.dx + way.dy * way.dy
    return SwipeProgress(direction: direction, advance: (unit.dx * way.dx + unit.dy * way.dy) / square)
  }

  /// Evaluates a release at `translation`, with `velocity`, both there and at its predicted end.
  ///
  /// - Returns: the evaluation that commits, the predicted one first, or else the one that comes closer to it (S8, S9).
  func releaseProgress(
    at translation: Vector,
    velocity: Vector,
    allowed: DirectionList,
    threshold: Double
  ) -> SwipeProgress {
    let actual = progress(for: translation, allowed: allowed)
    guard settings.commitFling else { return actual }
    let predicted = progress(for: translation + KineticsDefaults.predictionSpan * velocity, allowed: allowed)
    if commits(predicted, threshold: threshold) { return predicted }
    return commits(actual, threshold: threshold) || actual.advance >= predicted.advance ? actual : predicted
  }

  /// Returns whether a release with this evaluation decides the card.
  func commits(_ swipe: SwipeProgress, threshold: Double) -> Bool {
    guard swipe.direction != nil else { return false }
    return settings.commitBeyond ? swipe.advance > threshold : swipe.advance >= threshold
  }

  /// Returns a dragged card's rotation in degrees, at a translation of `dx` (S5).
  func rotation(at dx: Double, side: Double) -> Double {
    settings.rotationMaximum * strength(at: dx) * side
  }

  /// Returns a dragged card's factor of its size, at a translation of `dx` (S5).
  private func zoom(at dx: Double) -> Double {
    1 - settings.dragShrink * strength(at: dx).magnitude
  }

  /// Returns how fast the rotation changes, in degrees per second, at a translation of `dx` and a speed of `velocity`.
  private func rotationVelocity(at dx: Double, velocity: Double, side: Double) -> Double {
    dx.magnitude < rotationReach ? settings.rotationMaximum * side * velocity / rotationReach : 0
  }

  /// Returns how fast the factor of a dragged card's size changes, per second, at a translation of `dx` and a speed of
  /// `velocity`.
  private func zoomVelocity(at dx: Double, velocity: Double) -> Double {
    guard dx != 0, dx.magnitude < rotationReach else { return 0 }
    return -settings.dragShrink * velocity / rotationReach * (dx < 0 ? -1 : 1)
  }

  /// Returns how fast `SwipeProgress.advance` toward a direction changes, per second, at a finger's `velocity`.
  private func advanceVelocity(to direction: Direction, velocity: Vector) -> Double {
    let (size, way) = (reference, direction.way)
    let span = settings.progressSpan
    let projected = velocity.dx / (span * size.width) * way.dx + velocity.dy / (span * size.height) * way.dy
    return projected / (way.dx * way.dx + way.dy * way.dy)
  }

  // MARK: Moving a card

  /// Returns how a finger catches a card, while the cards behind have moved up by `rise`.
  func grab(
    _ pose: CardPose,
    rise: Double,
    rules: DelegateQueries.Rules,
    allowed: DirectionList,
    at now: Instant
  ) -> SwipeInteraction.Grab {
    let offset = Vector(dx: pose.x.value(at: now), dy: pose.y.value(at: now))
    let (rotation, zoom) = (pose.turn(at: now), pose.zoom.value(at: now))
    let progress = settings.behindFollows ? progress(for: total(of: .zero, from: offset), allowed: allowed).progress : 0
    return SwipeInteraction.Grab(
      offset: offset,
      rotation: rotation - self.rotation(at: offset.dx, side: pose.side),
      rotationLimit: max(settings.rotationMaximum, rotation.magnitude),
      zoom: zoom - self.zoom(at: offset.dx),
      zoomLimit: min(1 - settings.dragShrink, zoom),
      rise: rise - progress,
      rules: rules
    )
  }

  /// Returns the translation to evaluate: that of a finger that had also moved the card to where it was caught.
  func total(of translation: Vector, from offset: Vector) -> Vector {
    let caught = settings.dragVertical > 0 ? offset.dy / settings.dragVertical : 0
    return Vector(dx: offset.dx + translation.dx, dy: caught + translation.dy)
  }

  /// Returns the finger's own part of a translation to evaluate: the inverse of `total(of:from:)`.
  func translation(of total: Vector, from offset: Vector) -> Vector {
    let caught = self.total(of: .zero, from: offset)
    return Vector(dx: total.dx - caught.dx, dy: total.dy - caught.dy)
  }

  /// Moves a card by the translation of the finger that caught it.
  func drag(_ pose: inout CardPose, _ grab: SwipeInteraction.Grab, by translation: Vector) {
    let dx = grab.offset.dx + translation.dx
    pose.x = .fixed(dx)
    pose.y = .fixed(grab.offset.dy + translation.dy * settings.dragVertical)
    // The displacement at the catch must not take the card beyond what a drag may do.
    let turn = rotation(at: dx, side: pose.side) + grab.rotation
    pose.rotate(along: .fixed(min(max(turn, -grab.rotationLimit), grab.rotationLimit)))
    pose.zoom = .fixed(min(max(zoom(at: dx) + grab.zoom, grab.zoomLimit), 1))
  }

  /// Returns how fast a drag draws its card while the finger moves at `velocity`, in pt/s: the derivative of
  /// `drag(_:_:by:)`.
  func drawnVelocity(
    of grab: SwipeInteraction.Grab,
    at total: Vector,
    velocity: Vector,
    side: Double,
    swipe: SwipeProgress,
    threshold: Double
  ) -> DrawnVelocity {
    let turn = rotation(at: total.dx, side: side) + grab.rotation
    let zoom = zoom(at: total.dx) + grab.zoom
    var drawn = DrawnVelocity()
    drawn.translation = Vector(dx: velocity.dx, dy: velocity.dy * settings.dragVertical)
    if turn.magnitude < grab.rotationLimit {
      drawn.rotation = rotationVelocity(at: total.dx, velocity: velocity.dx, side: side)
    }
    if (grab.zoomLimit...1).contains(zoom) { drawn.zoom = zoomVelocity(at: total.dx, velocity: velocity.dx) }
    if let direction = swipe.direction, (0..<min(threshold, 1)).contains(swipe.advance) {
      drawn.progress = advanceVelocity(to: direction, velocity: velocity) / threshold
    }
    return drawn
  }

  private func strength(at dx: Double) -> Double {
    min(max(dx / rotationReach, -1), 1)
  }

  private var rotationReach: Double { settings.rotationSpan * reference.width }

  private static func nearest(to unit: Vector, of allowed: DirectionList) -> Direction? {
    var nearest: (direction: Direction, distance: Double)?
    for direction in allowed {
      let way = direction.way
      let (across, down) = (unit.dx - way.dx, unit.dy - way.dy)
      let distance = across * across + down * down
      if distance < nearest?.distance ?? .infinity { nearest = (direction, distance) }
    }
    return nearest?.direction
  }
}

/// How fast the properties that a drag moves change as drawn, per second.
struct DrawnVelocity {
  /// In points.
  var translation = Vector.zero
  /// In degrees.
  var rotation = 0.0
  var zoom = 0.0
  /// Of the overlay.
  var progress = 0.0
}

extension Direction {
  /// The direction as a vector with components of −1, 0 and 1.
  var way: Vector {
    switch self {
    case .left: Vector(dx: -1, dy: 0)
    case .right: Vector(dx: 1, dy: 0)
    case .up: Vector(dx: 0, dy: -1)
    case .down: Vector(dx: 0, dy: 1)
    case .topLeft: Vector(dx: -1, dy: -1)
    case .topRight: Vector(dx: 1, dy: -1)
    case .bottomLeft: Vector(dx: -1, dy: 1)
    case .bottomRight: Vector(dx: 1, dy: 1)
    }
  }
}
