/// Where a moving property is and how fast it moves.
public struct MotionState: Equatable, Hashable, Sendable {
  /// The value, in the property's unit (points, degrees, or none for scale and opacity).
  public var position: Double

  /// The rate of change, in the property's unit per second.
  public var velocity: Double

  /// A property at `position` that changes by `velocity` a second.
  public init(position: Double, velocity: Double) {
    self.position = position
    self.velocity = velocity
  }
}
