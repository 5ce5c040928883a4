import Kinetics

/// What a group of fingers has done of one gesture; lengths in points.
struct SurfaceMeasure {
  let gesture: SurfaceGesture
  let group: FingerGroup
  /// Points per millimeter.
  let scale: Double

  /// How many times over the fingers have done what the gesture begins with; `nil` if they do something else.
  var beginning: Double? {
    switch gesture.motion {
    case .swipe(let headings, _):
      guard let heading, headings.contains(heading), movesTogether(heading) else { return nil }
      return group.translation.component(along: heading) / slop
    case .pinch(let spread):
      let radii = group.radii
      guard movesApart, (radii.now > radii.start) == (spread == .apart) else { return nil }
      return (radii.now - radii.start).magnitude / (slop / 2)
    case .rotate(let turn):
      guard movesApart, (group.rotation > 0) == (turn == .clockwise) else { return nil }
      let arc = group.rotation.magnitude * group.radii.now
      return min(group.rotation.magnitude / SurfaceGestureDefaults.rotationSlop, arc / (slop / 2))
    case .tap, .hold: return nil
    }
  }

  /// The share of what it takes that the fingers have done.
  var progress: Double {
    switch gesture.motion {
    case .swipe(_, let distance):
      heading.map { group.translation.component(along: $0) / (distance * scale) } ?? 0
    case .pinch(let spread):
      max(0, (spread == .apart ? group.scale : 1 / max(group.scale, smallestScale)) - 1)
        / (SurfaceGestureDefaults.pinchScale - 1)
    case .rotate(let turn): max(0, group.rotation / SurfaceGestureDefaults.rotation * (turn == .clockwise ? 1 : -1))
    case .tap, .hold: 1
    }
  }

  /// Returns the measurements at `time`.
  func value(at time: Instant) -> SurfaceGestureReport.Value {
    SurfaceGestureReport.Value(
      location: group.center,
      translation: group.translation,
      velocity: group.velocity(at: time),
      scale: group.scale,
      rotation: group.rotation,
      heading: isSwipe ? heading : nil,
      progress: progress
    )
  }

  /// Returns why a gesture that has begun is not performed by a lift at `time`; `nil` if it is.
  func shortfall(at time: Instant) -> SurfaceGestureFailure? {
    guard case .swipe(let headings, let distance) = gesture.motion else {
      return progress >= 1 ? nil : .changedTooLittle
    }
    guard let heading, headings.contains(heading) else { return .direction }
    let reached = group.translation.component(along: heading) / scale
    let speed = group.velocity(at: time).component(along: heading) / scale
    if speed < -SurfaceGestureDefaults.returnSpeed { return .back }
    let isFast = speed >= SurfaceGestureDefaults.flingSpeed
    let needed = isFast ? min(distance, SurfaceGestureDefaults.flingDistance) : distance
    return reached >= needed ? nil : .movedTooLittle(reached, needed: needed)
  }

  /// Returns why fingers that were lifted at `time` have not made a gesture that never began.
  func failure(at time: Instant) -> SurfaceGestureFailure {
    let (count, travel) = (group.downs.count, group.travel / scale)
    if count != gesture.fingers { return .fingers(count, needed: gesture.fingers) }
    switch gesture.motion {
    case .swipe(_, let distance):
      return travel < SurfaceGestureDefaults.slop ? .movedTooLittle(travel, needed: distance) : .direction
    case .pinch, .rotate: return .changedTooLittle
    case .tap:
      if travel > SurfaceGestureDefaults.tapMovement {
        return .movedTooFar(travel, limit: SurfaceGestureDefaults.tapMovement)
      }
      let seconds = time.seconds(since: group.beginning)
      let limit = SurfaceGestureDefaults.tapDuration
      return seconds > limit ? .tooLong(seconds, limit: limit) : .taps
    case .hold(let duration):
      return travel > SurfaceGestureDefaults.tapMovement
        ? .movedTooFar(travel, limit: SurfaceGestureDefaults.tapMovement)
        : .tooShort(time.seconds(since: group.lastDown), needed: duration)
    }
  }

  private var slop: Double { SurfaceGestureDefaults.slop * scale }

  private var isSwipe: Bool { if case .swipe = gesture.motion { true } else { false } }

  /// The direction that the fingers move in; `nil` between two directions, unless the gesture has them all.
  private var heading: SurfaceGesture.Heading? {
    let all = SurfaceGesture.Heading.allCases
    let isAny = if case .swipe(let headings, _) = gesture.motion { headings.count == all.count } else { false }
    let slant = isAny ? 1 : SurfaceGestureDefaults.slant
    return all.first { heading in
      let (along, across) = (group.translation.component(along: heading), group.translation.component(across: heading))
      return along > 0 && across.magnitude <= slant * along
    }
  }

  /// Whether the fingers move relative to each other at least as far as together, or around one that rests.
  ///
  /// Fingers that swipe begin to move one after another, which would be a rotation until the last one does.
  private var movesApart: Bool {
    let common = group.translation
    let ways = group.fingers.map { $0.location - $0.start }
    if ways.contains(where: { $0.length < SurfaceGestureDefaults.jitter * scale }) {
      let alone = group.firstMoved.map { group.latest.seconds(since: $0) } ?? 0
      return alone >= SurfaceGestureDefaults.settling
        && ways.contains { $0.length >= SurfaceGestureDefaults.pivot * scale }
    }
    return ways.reduce(0) { $0 + ($1 - common).length } >= Double(ways.count) * common.length
  }

  private func movesTogether(_ heading: SurfaceGesture.Heading) -> Bool {
    let least = SurfaceGestureDefaults.fingerShare * group.translation.component(along: heading)
    return group.fingers.allSatisfy { ($0.location - $0.start).component(along: heading) >= least }
  }
}

/// Of fingers that meet in one point.
private let smallestScale = 0.01

extension Vector {
  fileprivate func component(along heading: SurfaceGesture.Heading) -> Double {
    switch heading {
    case .left: -dx
    case .right: dx
    case .up: -dy
    case .down: dy
    }
  }

  fileprivate func component(across heading: SurfaceGesture.Heading) -> Double {
    switch heading {
    case .left, .right: dy
    case .up, .down: dx
    }
  }
}
