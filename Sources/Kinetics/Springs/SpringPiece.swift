/// One closed formula of a spring motion: a spring and the state it takes over at `start`.
///
/// It holds from `start` until the next piece's start.
public struct SpringPiece: Equatable, Hashable, Sendable {
  /// When the piece takes over.
  public let start: Instant

  /// The displacement from the motion's target at `start`, in the property's unit.
  public let displacement: Double

  /// The velocity at `start`, in the property's unit per second.
  public let velocity: Double

  /// The spring that moves it.
  public let spring: Spring

  /// A spring that takes over `displacement` and `velocity` at `start`.
  init(_ spring: Spring, displacement: Double, velocity: Double, at start: Instant) {
    self.spring = spring
    self.displacement = displacement
    self.velocity = velocity
    self.start = start
  }

  /// The displacement from the target, as `position`, and the velocity at `instant`.
  public func state(at instant: Instant) -> MotionState {
    spring.state(after: instant.seconds(since: start), displacement: displacement, velocity: velocity)
  }

  /// Returns the piece that continues with `spring` from the state of this one at `start`.
  func continued(by spring: Spring, at start: Instant) -> SpringPiece {
    let state = state(at: start)
    return SpringPiece(spring, displacement: state.position, velocity: state.velocity, at: start)
  }

  /// Returns the seconds after `start` from which the motion rests; at most the time to `next`, `nil` if it never
  /// rests.
  func restTime(_ rest: RestThreshold, until next: Instant?) -> Double? {
    spring.restTime(
      displacement: displacement,
      velocity: velocity,
      rest: rest,
      within: next.map { $0.seconds(since: start) } ?? .infinity
    )
  }
}
