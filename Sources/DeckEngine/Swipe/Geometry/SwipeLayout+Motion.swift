import DeckProtocol
import Kinetics

extension RestThreshold {
  /// For a depth: 0.1 pt and 1 pt/s where a depth makes 500 pt, as for a stretched card.
  static let depths = RestThreshold(distance: 0.0002, speed: 0.002)
}

/// The motions of cards, as the settings describe them.
extension SwipeLayout {
  /// Returns the pose of a card that moves to a depth.
  func promoted(_ pose: CardPose, to depth: Double, at now: Instant) -> CardPose {
    func easing(_ property: Motion) -> Motion {
      property.easing(to: depth, along: own.promoteCurve.curve, in: own.promoteDuration, at: now)
    }
    var pose = pose
    if pose.depth.target != depth {
      // Behind its resting position, a card has no space for a bounce.
      let springs = own.promoteSprings && depth < pose.depth.target
      pose.depth =
        springs
        ? pose.depth.springing(to: depth, own.promoteSpring.spring, rest: .depths, at: now)
        : easing(pose.depth)
    }
    if pose.shade.target != depth { pose.shade = easing(pose.shade) }
    return pose
  }

  // MARK: Flights

  /// Returns the motion of a property of a card that flies off the surface.
  func flying(_ property: Motion, to target: Double, at now: Instant) -> Motion {
    guard property.value(at: now) != target else { return .fixed(target) }
    return property.easing(to: target, along: own.flyCurve.curve, in: own.flyDuration, at: now)
  }

  /// Returns the pose of a card that flies off the surface.
  func flyingAway(_ pose: CardPose, to direction: Direction, byFinger: Bool, at now: Instant) -> CardPose {
    var pose = pose
    let rotation: Double? =
      if byFinger {
        own.flyKeepsRotation ? pose.turn(at: now) : nil
      } else {
        own.flyRotation[direction]
      }
    pose.zoom = .fixed(pose.zoom.value(at: now))
    let flight = flight(
      to: direction,
      from: geometry(of: pose, movedUpFor: own.flyDuration, at: now),
      translation: Vector(dx: pose.x.value(at: now), dy: pose.y.value(at: now)),
      rotation: rotation,
      side: pose.side
    )
    pose.x = flying(pose.x, to: flight.translation.dx, at: now)
    pose.y = flying(pose.y, to: flight.translation.dy, at: now)
    pose.rotate(along: flying(.fixed(pose.turn(at: now)), to: flight.rotation, at: now))
    return pose
  }

  /// Makes a card leave the surface as fast as it is drawn, with its spin: across its direction it slows down by itself
  /// (M8).
  ///
  /// - Returns: when it is off the surface.
  func leave(_ pose: inout CardPose, to direction: Direction, _ velocity: DrawnVelocity, at now: Instant) -> Instant? {
    let (way, turn) = (direction.way, pose.turn(at: now))
    let spin = own.rotationMaximum / rotationReach * pose.side
    pose.zoom = .fixed(pose.zoom.value(at: now))
    let clear = clearance(of: pose, turned: turn, by: spin, towards: way, at: now)
    // Each axis has a spring of its own: the faster one's would pull the other beyond the speed of the finger.
    func spring(_ velocity: Double, along way: Double, over clear: Double) -> Spring? {
      way == 0 ? nil : .leaving(at: velocity * way, over: clear.magnitude, within: own.flyLongest)
    }
    func leaving(_ property: Motion, _ spring: Spring?, by clear: Double, _ velocity: Double, _ rest: RestThreshold)
      -> Motion
    {
      let from = property.value(at: now)
      guard let spring else { return .decay(DecayMotion(from: from, velocity: velocity, at: now, rest: rest)) }
      return .spring(SpringMotion(spring, from: from, velocity: velocity, to: from + 2 * clear, at: now, rest: rest))
    }
    let across = spring(velocity.translation.dx, along: way.dx, over: clear.dx)
    let down = spring(velocity.translation.dy, along: way.dy, over: clear.dy)
    pose.x = leaving(pose.x, across, by: clear.dx, velocity.translation.dx, .points)
    pose.y = leaving(pose.y, down, by: clear.dy, velocity.translation.dy, .points)
    pose.rotate(along: leaving(.fixed(turn), across, by: spin * clear.dx, velocity.rotation, .degrees))
    return [pose.x, pose.y].compactMap { if case .spring(let motion) = $0 { motion.middle } else { nil } }.min()
  }

  /// Returns the geometry now, with the place and size that a card still moving up has after some seconds: a flight has
  /// to clear the surface with those.
  private func geometry(of pose: CardPose, movedUpFor seconds: Double, at now: Instant) -> CardGeometry<Double> {
    var pose = pose
    pose.depth = .fixed(pose.depth.value(at: now.advanced(bySeconds: seconds)))
    return geometry(of: pose, at: now)
  }

  /// Returns how far a card goes, by at least 1 pt, to be off the surface, while it turns by `spin` degrees a point.
  private func clearance(
    of pose: CardPose,
    turned turn: Double,
    by spin: Double,
    towards way: Vector,
    at now: Instant
  ) -> Vector {
    // Also from where it is: it may be off before it has moved up.
    var places = [geometry(of: pose, at: now), geometry(of: pose, movedUpFor: own.flyLongest, at: now)]
    var (clear, before) = (Vector.zero, Vector.zero)
    // The way depends on the rotation at its end, and that on the way: each round leaves less than half of the error.
    for _ in 0..<8 {
      let rotation = turn + spin * clear.dx
      (clear, before) = (.zero, clear)
      for index in places.indices {
        places[index].rotation = rotation
        let one = clearance(of: places[index].bounds, towards: way)
        if one.dx.magnitude > clear.dx.magnitude { clear.dx = one.dx }
        if one.dy.magnitude > clear.dy.magnitude { clear.dy = one.dy }
      }
    }
    // What is left of the error is less than what the last round changed.
    let left = clear - before
    clear = clear + Vector(dx: way.dx * left.dx.magnitude, dy: way.dy * left.dy.magnitude)
    return Vector(dx: clear.dx.distance(atLeast: way.dx), dy: clear.dy.distance(atLeast: way.dy))
  }

  /// Returns the pose of a card that flies back from where it flew to.
  func flyingBack(_ pose: CardPose, from direction: Direction, at now: Instant) -> CardPose {
    let flight = flight(
      to: direction,
      from: geometry(of: pose, at: now),
      translation: .zero,
      rotation: own.flyRotation[direction],
      side: pose.side
    )
    var pose = pose
    pose.x = .fixed(flight.translation.dx)
    pose.y = .fixed(flight.translation.dy)
    pose.rotate(along: .fixed(flight.rotation))
    pose.opacity = .fixed(0)
    return returning(pose, at: now)
  }

  /// Returns the pose of a card that returns from where it is, after an undo.
  func returning(_ pose: CardPose, at now: Instant) -> CardPose {
    var pose = pose
    if pose.rotation != .fixed(0) {
      pose.rotate(along: Motion.fixed(pose.turn(at: now)).easing(to: 0, in: own.undoDuration, at: now))
    }
    for (property, target) in [(\CardPose.x, 0.0), (\.y, 0), (\.zoom, 1), (\.opacity, 1)] {
      if pose[keyPath: property] != .fixed(target) {
        pose[keyPath: property] = pose[keyPath: property].easing(to: target, in: own.undoDuration, at: now)
      }
    }
    return pose
  }

  // MARK: Snapping back

  /// Moves a card that a finger releases at `velocity` back to its position.
  func snapBack(_ pose: inout CardPose, _ velocity: DrawnVelocity, at now: Instant) {
    let turn = pose.turn(at: now)
    pose.x = springBack(pose.x, velocity: velocity.translation.dx, to: 0, rest: .points, at: now)
    pose.y = springBack(pose.y, velocity: velocity.translation.dy, to: 0, rest: .points, at: now)
    pose.rotate(
      along: turnBack(.fixed(turn), velocity: velocity.rotation, to: 0, rest: .degrees, at: now),
      // The spring may swing beyond what a drag can do (S5).
      limit: max(own.rotationMaximum, turn.magnitude)
    )
    pose.zoom = turnBack(pose.zoom, velocity: velocity.zoom, to: 1, rest: .unitless, at: now)
  }

  /// Returns a motion for the properties beside the translation: with a duration of its own, or with the spring.
  func turnBack(
    _ property: Motion,
    velocity: Double,
    to target: Double,
    rest: RestThreshold,
    at now: Instant
  ) -> Motion {
    guard own.snapDuration > 0 else {
      return springBack(property, velocity: velocity, to: target, rest: rest, at: now)
    }
    return property.value(at: now) == target
      ? .fixed(target) : property.easing(to: target, in: own.snapDuration, at: now)
  }

  private func springBack(
    _ property: Motion,
    velocity: Double,
    to target: Double,
    rest: RestThreshold,
    at now: Instant
  ) -> Motion {
    property.springing(to: target, own.snapSpring.spring, velocity: velocity, rest: rest, at: now)
  }
}

extension Double {
  /// Returns the distance in the direction of `way`, −1 or 1, at least 1 pt; 0 where `way` is 0.
  fileprivate func distance(atLeast way: Double) -> Double {
    way == 0 ? 0 : way * Swift.max(magnitude, 1)
  }
}

extension Motion {
  /// Returns a motion to `target` along a timing curve, from the current position.
  func easing(
    to target: Double,
    along curve: CubicBezier = .default,
    in duration: Double,
    at now: Instant
  ) -> Motion {
    .curve(CurveMotion(curve, from: value(at: now), to: target, duration: duration, at: now))
  }
}
