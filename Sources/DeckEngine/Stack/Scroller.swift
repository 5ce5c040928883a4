import Kinetics

/// Content that a finger scrolls under a view (W7, W10).
///
/// It follows the finger, stretches beyond its ends, and continues by itself after the release.
struct Scroller: Sendable {
  /// The scroll offset, in points; below 0 or above its range while the content is stretched beyond an end.
  private(set) var offset = Motion.fixed(0)
  /// The offset at which the finger caught it, without the rubber band; `nil` while no finger holds it.
  private var pulled: Double?
  /// How far the finger has moved it since.
  private var way = 0.0
  /// When decelerating content reaches an end of its range, and which end.
  private var turn: (at: Instant, edge: Double)?

  var isMoving: Bool { offset.end != nil }

  /// When `advance(to:)` must be called next.
  var nextDeadline: Instant? {
    earlier(turn?.at, offset.end)
  }

  func value(at now: Instant) -> Double { offset.value(at: now) }

  /// Returns how far it is beyond its range, in points.
  func distance(beyond range: ClosedRange<Double>, at now: Instant) -> Double {
    let value = value(at: now)
    return (value - value.clamped(to: range)).magnitude
  }

  /// Stops where it is.
  mutating func stop(at now: Instant) {
    offset = .fixed(offset.value(at: now))
    turn = nil
    pulled = nil
  }

  /// Moves to `target` at once.
  mutating func jump(to target: Double) {
    offset = .fixed(target)
    turn = nil
    pulled = nil
  }

  /// Where it comes to rest if no finger stops it.
  var goal: Double { turn?.edge ?? offset.target }

  /// Moves at once to where it would come to rest (M5).
  mutating func skip() {
    if isMoving { jump(to: goal) }
  }

  /// Stops the content under a finger that catches it.
  mutating func hold(in range: ClosedRange<Double>, band: RubberBand, at now: Instant) {
    stop(at: now)
    let value = offset.value(at: now)
    let beyond = value - value.clamped(to: range)
    pulled = value.clamped(to: range) + band.distance(for: beyond)
    way = 0
  }

  /// Moves the content under a finger that has moved by `way` since it caught the content.
  mutating func pull(by way: Double, in range: ClosedRange<Double>, band: RubberBand) {
    guard let pulled else { return }
    self.way = way
    let wanted = pulled + way
    let inside = wanted.clamped(to: range)
    offset = .fixed(inside + band.stretch(for: wanted - inside))
  }

  /// Releases the content at `velocity`: it decelerates, or returns to the end that it is beyond.
  ///
  /// Beyond an end the spring starts with the velocity at which the content is drawn, which is the finger's times the
  /// slope of the band. Content that no finger holds continues its motion.
  mutating func release(
    velocity: Double,
    in range: ClosedRange<Double>,
    band: RubberBand,
    deceleration: Deceleration,
    spring: Spring,
    snap: Double = 0,
    at now: Instant
  ) {
    guard pulled != nil || !isMoving else { return }
    pulled = nil
    turn = nil
    let position = offset.value(at: now)
    let inside = position.clamped(to: range)
    guard position == inside else {
      let drawn = velocity * band.slope(at: position - inside)
      return settle(to: inside, velocity: drawn, spring: spring, at: now)
    }
    let decay = DecayMotion(from: position, velocity: velocity, deceleration: deceleration, at: now)
    if snap > 0 {
      let target = ((decay.target / snap).rounded() * snap).clamped(to: range)
      return settle(to: target, velocity: velocity, spring: spring, at: now)
    }
    guard velocity != 0 else { return }
    let edge = velocity > 0 ? range.upperBound : range.lowerBound
    if position == edge { return settle(to: edge, velocity: velocity * band.slope(at: 0), spring: spring, at: now) }
    offset = .decay(decay)
    if let arrival = decay.arrival(at: edge) { turn = (arrival, edge) }
  }

  /// Adapts to a changed range: content that moves by itself comes to rest within it, and content that a finger holds
  /// follows from where it is drawn.
  mutating func fit(in range: ClosedRange<Double>, band: RubberBand, spring: Spring, at now: Instant) {
    if pulled != nil {
      let value = offset.value(at: now)
      let inside = value.clamped(to: range)
      pulled = inside + band.distance(for: value - inside) - way
      return
    }
    let goal = turn?.edge ?? offset.target
    let end = goal.clamped(to: range)
    guard goal != end else { return }
    if case .decay(let decay) = offset, range.contains(value(at: now)), let arrival = decay.arrival(at: end) {
      turn = (arrival, end)
    } else {
      settle(to: end, spring: spring, at: now)
    }
  }

  /// Moves to `target` by a spring.
  mutating func settle(to target: Double, velocity: Double? = nil, spring: Spring, at now: Instant) {
    pulled = nil
    turn = nil
    offset = offset.springing(to: target, spring, velocity: velocity, rest: .points, at: now)
  }

  /// Comes to a stop within `range` from its current velocity, by a spring.
  mutating func coast(in range: ClosedRange<Double>, spring: Spring, at now: Instant) {
    let state = offset.state(at: now)
    guard state.velocity != 0 else { return stop(at: now) }
    // A critically damped spring that starts at v comes to rest at v/ω₀ from there without passing it.
    let target = (state.position + state.velocity / spring.naturalFrequency).clamped(to: range)
    settle(to: target, velocity: state.velocity, spring: spring, at: now)
  }

  /// Moves to `target` at a constant speed.
  mutating func glide(to target: Double, speed: Double, at now: Instant) {
    let position = offset.value(at: now)
    turn = nil
    pulled = nil
    guard position != target, speed > 0 else { return offset = .fixed(position) }
    let duration = (target - position).magnitude / speed
    offset = .curve(CurveMotion(.linear, from: position, to: target, duration: duration, at: now))
  }

  /// Performs what is due.
  mutating func advance(to now: Instant, spring: Spring) {
    if let turn, turn.at <= now {
      let velocity = offset.state(at: turn.at).velocity
      offset = .fixed(turn.edge)
      settle(to: turn.edge, velocity: velocity, spring: spring, at: turn.at)
    }
    if let end = offset.end, end <= now { offset = .fixed(offset.target) }
  }

  /// Returns when decelerating content reaches `position`, and how fast it is then; `nil` if it does not.
  func arrival(at position: Double) -> (at: Instant, speed: Double)? {
    guard case .decay(let decay) = offset, let arrival = decay.arrival(at: position) else { return nil }
    return (arrival, decay.state(at: arrival).velocity.magnitude)
  }
}
