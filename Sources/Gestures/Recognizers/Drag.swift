public import Kinetics

/// A finger that moves.
public struct Drag: Gesture {
  /// The axes that count toward a minimum distance.
  public enum Axis: String, CaseIterable, Hashable, Sendable {
    /// Any direction.
    case any
    /// Sideways movement only.
    case horizontal
    /// Upward and downward movement only.
    case vertical

    /// How far apart two points are along the axis.
    func distance(from start: Point, to end: Point) -> Double {
      let way = end - start
      return switch self {
      case .any: way.length
      case .horizontal: way.dx.magnitude
      case .vertical: way.dy.magnitude
      }
    }
  }

  /// How far the finger must move along `axis`, in points.
  public var minimumDistance: Double
  /// The axes that count.
  public var axis: Axis
  /// How the finger's velocity is estimated.
  public var velocity: VelocityTuning

  /// A drag of at least `minimumDistance` points along `axis`.
  public init(
    minimumDistance: Double = GestureDefaults.slop,
    axis: Axis = .any,
    velocity: VelocityTuning = .standard
  ) {
    self.minimumDistance = max(minimumDistance, GestureDefaults.jitter)
    self.axis = axis
    self.velocity = velocity
  }

  /// The drag alone.
  public var tree: GestureTree { GestureTree(.drag(self)) }
}
