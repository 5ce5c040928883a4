public import Kinetics

/// The measurements of a gesture: where it started, where it is and how fast it moves.
///
/// With several fingers, the location is their centroid.
public struct GestureValue: Hashable, Sendable {
  /// Where the finger went down, in points.
  public var startLocation: Point
  /// Where the finger is, in points.
  public var location: Point
  /// Points per second; zero when the finger has stopped.
  public var velocity: Vector
  /// Points per second, for a motion that continues the finger's.
  ///
  /// Of a drag or a long press that ended it is not faster than the finger's mean of the last 40 ms; otherwise it is
  /// `velocity`.
  public var carriedVelocity: Vector
  /// When the finger was there.
  public var time: Instant
  /// The distance of two fingers relative to their initial distance; 1 for one finger.
  public var scale: Double
  /// The change of `scale` per second; 0 for one finger, and for two that have stopped.
  public var scaleVelocity: Double

  /// A gesture from `startLocation` to `location`, moving at `velocity`, which is also its `carriedVelocity`.
  public init(
    startLocation: Point,
    location: Point,
    velocity: Vector,
    time: Instant,
    scale: Double = 1,
    scaleVelocity: Double = 0
  ) {
    self.startLocation = startLocation
    self.location = location
    self.velocity = velocity
    self.carriedVelocity = velocity
    self.time = time
    self.scale = scale
    self.scaleVelocity = scaleVelocity
  }

  /// Returns the gesture with both locations moved by `offset` and the same translation.
  func moved(by offset: Vector) -> GestureValue {
    var value = self
    value.startLocation = startLocation + offset
    value.location = location + offset
    return value
  }

  /// From where the finger went down to where it is, slop included.
  public var translation: Vector {
    location - startLocation
  }

  /// The predicted end of the gesture; see `Projection.predictedEnd(of:velocity:span:)`.
  public var predictedEndLocation: Point {
    Projection.predictedEnd(of: location, velocity: velocity)
  }
}
