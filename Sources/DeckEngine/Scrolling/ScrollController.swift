package import Kinetics

/// The scroll offset of content that a finger scrolls under a view (W7, W10).
///
/// The content follows the finger, stretches beyond its ends, and continues by itself after the release.
package struct ScrollController: Equatable, Sendable {
  private enum State: Equatable, Sendable {
    /// At rest, or in motion until it comes to rest.
    case free(Motion)
    /// Decelerating until it reaches an end of its range, from where a spring continues.
    case decelerating(DecayMotion, until: Instant, edge: Double)
    /// Drawn at `offset`, under a finger that has moved it by `distance` from `origin`, without the rubber band.
    ///
    /// `excess` is how much farther beyond its range the content was caught than the rubber band can stretch.
    case held(offset: Double, origin: Double, distance: Double, excess: Double)
  }

  /// More than any finger's: 10 m/s at 6.4 pt/mm are 64,000 pt/s.
  private static let greatestVelocity = 100_000.0

  private var state = State.free(.fixed(0))

  /// Content at its beginning.
  package init() {}

  /// The scroll offset, in points; outside the range while the content is stretched beyond an end.
  package var offset: Motion {
    switch state {
    case .free(let motion): motion
    case .decelerating(let decay, _, _): .decay(decay)
    case .held(let offset, _, _, _): .fixed(offset)
    }
  }

  package var isMoving: Bool { offset.end != nil }

  /// When `advance(to:spring:)` must be called next; `nil` while the content rests or a finger holds it.
  package var nextDeadline: Instant? {
    if case .decelerating(_, let arrival, _) = state { arrival } else { offset.end }
  }

  /// Where the content comes to rest if no finger stops it.
  package var goal: Double {
    if case .decelerating(_, _, let edge) = state { edge } else { offset.target }
  }

  package func value(at now: Instant) -> Double { offset.value(at: now) }

  /// Returns how far the content is beyond its range, in points.
  package func distance(beyond range: ClosedRange<Double>, at now: Instant) -> Double {
    let value = value(at: now)
    return (value - value.clamped(to: range)).magnitude
  }

  /// Returns when decelerating content reaches `position`, and how fast it is then; `nil` if it does not.
  package func arrival(at position: Double) -> (at: Instant, speed: Double)? {
    guard case .decay(let decay) = offset, let arrival = decay.arrival(at: position) else { return nil }
    return (arrival, decay.state(at: arrival).velocity.magnitude)
  }

  /// Stops the content where it is.
  package mutating func stop(at now: Instant) { jump(to: value(at: now)) }

  /// Moves the content to `target` at once.
  package mutating func jump(to target: Double) { state = .free(.fixed(target)) }

  /// Moves the content at once to where it would come to rest (M5).
  package mutating func skip() {
    if isMoving { jump(to: goal) }
  }

  /// Stops the content under a finger that catches it.
  package mutating func hold(within behavior: ScrollBehavior, at now: Instant) {
    hold(at: value(at: now), within: behavior, pulledBy: 0)
  }

  /// Moves the content under a finger that has moved by `distance` since it caught the content.
  package mutating func pull(by distance: Double, within behavior: ScrollBehavior) {
    guard case .held(_, let origin, _, let excess) = state else { return }
    let wanted = origin + distance
    let inside = wanted.clamped(to: behavior.range)
    let offset = inside + behavior.band.stretch(for: wanted - inside) + excess
    state = .held(offset: offset, origin: origin, distance: distance, excess: excess)
  }

  /// Returns how a finger's lead along the content moves it: what is stretched moves less; `nil` if no finger holds it.
  func drawn(_ lead: FingerLead, along way: Vector, within behavior: ScrollBehavior) -> FingerLead? {
    guard case .held(let offset, let origin, let distance, let excess) = state else { return nil }
    func step(_ step: Vector) -> Vector {
      var ahead = ScrollController()
      ahead.state = .held(offset: offset, origin: origin, distance: 0, excess: excess)
      ahead.pull(by: distance + step.dx * way.dx + step.dy * way.dy, within: behavior)
      return Vector(dx: ahead.offset.target - offset, dy: 0)
    }
    var lead = lead
    (lead.first, lead.peak) = (step(lead.first), step(lead.peak))
    return lead
  }

  /// Releases the content at `velocity`: it decelerates, or returns to the end that it is beyond.
  ///
  /// Beyond an end the spring starts with the velocity at which the content is drawn, which is the finger's times the
  /// slope of the band. Content that snaps comes to rest within `targets`. Content that no finger holds continues its
  /// motion.
  package mutating func release(
    velocity: Double,
    within behavior: ScrollBehavior,
    snappingTo targets: ClosedRange<Double>? = nil,
    at now: Instant
  ) {
    guard !isMoving else { return }
    let (range, band) = (behavior.range, behavior.band)
    let position = value(at: now)
    let stretch = stretch(within: range)
    let finger = velocity.clamped(to: -Self.greatestVelocity...Self.greatestVelocity)
    let velocity = stretch == 0 ? finger : finger * band.slope(at: stretch)
    jump(to: position)
    let inside = position.clamped(to: range)
    guard position == inside else {
      return settle(to: inside, velocity: velocity, spring: behavior.spring, at: now)
    }
    let decay = DecayMotion(from: position, velocity: velocity, deceleration: behavior.deceleration, at: now)
    if behavior.snap > 0 {
      let target = ((decay.target / behavior.snap).rounded() * behavior.snap).clamped(to: targets ?? range)
      let spring = behavior.spring.fitted(to: velocity, over: target - position, fromRest: behavior.snap / 2)
      return settle(to: target, velocity: velocity, spring: spring, rest: .throws, at: now)
    }
    guard velocity != 0 else { return }
    let edge = velocity > 0 ? range.upperBound : range.lowerBound
    if position == edge {
      return settle(to: edge, velocity: velocity * band.slope(at: 0), spring: behavior.spring, at: now)
    }
    decelerate(decay, to: edge)
  }

  /// Adapts to a changed range: content that moves by itself comes to rest within it, and content that a finger holds
  /// follows from where it is drawn.
  package mutating func fit(within behavior: ScrollBehavior, at now: Instant) {
    if case .held(let offset, _, let distance, _) = state {
      return hold(at: offset, within: behavior, pulledBy: distance)
    }
    let end = goal.clamped(to: behavior.range)
    guard goal != end else { return }
    if case .decay(let decay) = offset, behavior.range.contains(value(at: now)), decay.arrival(at: end) != nil {
      decelerate(decay, to: end)
    } else {
      settle(to: end, spring: behavior.spring, reach: behavior.reach, at: now)
    }
  }

  /// Moves content that is on its way to its goal by `distance` at once; it continues from there, as fast as before.
  package mutating func shift(by distance: Double, spring: Spring, at now: Instant) {
    guard isMoving, distance != 0 else { return }
    state = .free(offset.springing(to: goal, spring, shiftedBy: distance, rest: .points, at: now))
  }

  /// Moves the content to `target` by a spring, from at most `reach` away.
  package mutating func settle(
    to target: Double,
    velocity: Double? = nil,
    spring: Spring,
    reach: Double = .infinity,
    rest: RestThreshold = .points,
    at now: Instant
  ) {
    let distance = value(at: now) - target
    if distance.magnitude > reach { jump(to: target + (distance < 0 ? -reach : reach)) }
    state = .free(offset.springing(to: target, spring, velocity: velocity, rest: rest, at: now))
  }

  /// Stops the content smoothly within `range` from its current velocity, by a spring.
  package mutating func coast(in range: ClosedRange<Double>, spring: Spring, at now: Instant) {
    let current = offset.state(at: now)
    guard current.velocity != 0 else { return stop(at: now) }
    // A critically damped spring that starts at v comes to rest at v/ω₀ from there without passing it.
    let target = (current.position + current.velocity / spring.naturalFrequency).clamped(to: range)
    settle(to: target, velocity: current.velocity, spring: spring, at: now)
  }

  /// Moves the content to `target` at a constant speed.
  package mutating func glide(to target: Double, speed: Double, at now: Instant) {
    let position = value(at: now)
    guard position != target, speed > 0 else { return jump(to: position) }
    let duration = (target - position).magnitude / speed
    state = .free(.curve(CurveMotion(.linear, from: position, to: target, duration: duration, at: now)))
  }

  /// Performs what is due; `spring` stops the content at an end of its range.
  package mutating func advance(to now: Instant, spring: Spring) {
    if case .decelerating(let decay, let arrival, let edge) = state, arrival <= now {
      jump(to: edge)
      settle(to: edge, velocity: decay.state(at: arrival).velocity, spring: spring, at: arrival)
    }
    if let end = offset.end, end <= now { jump(to: offset.target) }
  }

  /// Whether content that moves by itself is so near its goal that nobody sees it move.
  ///
  /// A spring ends slowly: a finger that comes down then means what it touches.
  package func seemsToRest(at now: Instant) -> Bool {
    let state = offset.state(at: now)
    return (state.position - goal).magnitude < 2 && state.velocity.magnitude < 20
  }

  private mutating func decelerate(_ decay: DecayMotion, to edge: Double) {
    guard let arrival = decay.arrival(at: edge) else { return state = .free(.decay(decay)) }
    state = .decelerating(decay, until: arrival, edge: edge)
  }

  /// Holds the content where it is drawn, under a finger that has moved by `distance` since it caught the content.
  private mutating func hold(at offset: Double, within behavior: ScrollBehavior, pulledBy distance: Double) {
    let inside = offset.clamped(to: behavior.range)
    let limit = behavior.band.greatestStretch
    let stretch = (offset - inside).clamped(to: -limit...limit)
    let origin = inside + behavior.band.distance(for: stretch) - distance
    state = .held(offset: offset, origin: origin, distance: distance, excess: offset - inside - stretch)
  }

  /// How far a finger stretches the rubber band, in points.
  private func stretch(within range: ClosedRange<Double>) -> Double {
    let pulled = if case .held(let offset, _, _, let excess) = state { offset - excess } else { offset.target }
    return pulled - pulled.clamped(to: range)
  }
}
