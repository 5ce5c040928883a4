import RealModule

/// The trajectory of a property that is released with a velocity and decelerates by itself (M4).
///
/// x(t) = from + v/λ·(1 − rate^(1000t)) with λ = −1000·ln(rate) in 1/s and t in seconds.
public struct DecayMotion: Equatable, Hashable, Sendable {
  /// The position up to `start`.
  public let from: Double

  /// The velocity at `start`, in the property's unit per second.
  public let velocity: Double

  /// How the property slows down.
  public let deceleration: Deceleration

  /// When the property was released.
  public let start: Instant

  /// Where the property comes to rest by itself: from + v/λ.
  public let target: Double

  /// The first instant from which the remaining distance *and* the speed are within the rest threshold.
  public let end: Instant

  /// λ in 1/s, stored because computing it takes a logarithm.
  private let decayRate: Double

  /// A motion that begins with a release.
  ///
  /// - Parameters:
  ///   - from: the position at `start`, finite.
  ///   - velocity: the velocity at `start`, in the property's unit per second, finite.
  ///   - deceleration: how the property slows down.
  ///   - start: when the property is released.
  ///   - rest: the threshold at which it counts as at rest, in the property's unit.
  public init(
    from: Double,
    velocity: Double,
    deceleration: Deceleration = .normal,
    at start: Instant,
    rest: RestThreshold = .points
  ) {
    precondition(from.isFinite && velocity.isFinite, "a motion's position and velocity are finite")
    let decayRate = deceleration.decayRate
    let way = velocity / decayRate
    let excess = max(way.magnitude / rest.distance, velocity.magnitude / rest.speed)
    // A rate near 1, or a threshold of 0, would put the end outside the range of `Instant`.
    let duration = excess > 1 ? min(Double.log(excess) / decayRate, KineticsDefaults.endless) : 0
    self.from = from
    self.velocity = velocity
    self.deceleration = deceleration
    self.start = start
    self.decayRate = decayRate
    target = from + way
    end = start.advanced(bySeconds: duration)
  }

  /// Returns position and velocity at `instant`: at rest at `from` before the start, at rest on the target from the end
  /// on.
  public func state(at instant: Instant) -> MotionState {
    guard instant < end else { return MotionState(position: target, velocity: 0) }
    guard instant >= start else { return MotionState(position: from, velocity: 0) }
    let time = instant.seconds(since: start)
    return MotionState(
      position: from - velocity / decayRate * Double.expMinusOne(-decayRate * time),
      velocity: velocity * Double.exp(-decayRate * time)
    )
  }

  /// Returns when the property reaches `position`, such as the edge of a scroll range; `nil` if it comes to rest before
  /// that or starts beyond it.
  public func arrival(at position: Double) -> Instant? {
    let part = (position - from) / (target - from)
    guard part >= 0, part < 1 else { return nil }
    let arrival = start.advanced(bySeconds: -Double.log(onePlus: -part) / decayRate)
    return arrival < end ? arrival : nil
  }
}
