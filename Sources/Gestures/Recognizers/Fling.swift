public import Kinetics

/// A finger that leaves the surface while it moves.
public struct Fling: Gesture {
  /// The direction that a finger must be moving in.
  public enum Direction: String, CaseIterable, Hashable, Sendable {
    /// Any.
    case any
    /// To the left.
    case left
    /// To the right.
    case right
    /// Upwards.
    case up
    /// Downwards.
    case down

    /// The speed of `velocity` in this direction, in points per second; negative in the opposite direction.
    func speed(of velocity: Vector) -> Double {
      switch self {
      case .any: velocity.length
      case .left: -velocity.dx
      case .right: velocity.dx
      case .up: -velocity.dy
      case .down: velocity.dy
      }
    }
  }

  /// The lowest speed at which the finger may leave, along `direction`, in points per second.
  public var minimumSpeed: Double
  /// How far the finger must have moved, in points.
  public var minimumDistance: Double
  /// The direction that the finger must be moving in.
  public var direction: Direction
  /// How the finger's velocity is estimated.
  public var velocity: VelocityTuning

  /// A fling of at least `minimumSpeed` points per second along `direction`.
  public init(
    minimumSpeed: Double = GestureDefaults.flingSpeed,
    minimumDistance: Double = GestureDefaults.slop,
    direction: Direction = .any,
    velocity: VelocityTuning = .standard
  ) {
    self.minimumSpeed = minimumSpeed
    self.minimumDistance = max(minimumDistance, GestureDefaults.jitter)
    self.direction = direction
    self.velocity = velocity
  }

  /// The fling alone.
  public var tree: GestureTree { GestureTree(.fling(self)) }
}
