public import Kinetics

/// What a gesture has measured: where it started, where it is and where it is going.
///
/// Of several fingers the location is their centroid.
public struct GestureValue: Hashable, Sendable {
  /// Where the finger went down, in points.
  public var startLocation: Point
  /// Where the finger is, in points.
  public var location: Point
  /// Points per second; zero when the finger has stopped.
  public var velocity: Vector
  /// When the finger was there.
  public var time: Instant
  /// How much farther apart two fingers are than they were; 1 for one finger.
  public var scale: Double
  /// The change of `scale` per second; 0 for one finger, and for two that have stopped.
  public var scaleVelocity: Double

  /// A gesture from `startLocation` to `location`, moving at `velocity`.
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
    self.time = time
    self.scale = scale
    self.scaleVelocity = scaleVelocity
  }

  /// The gesture as seen from elsewhere: both locations moved by `offset`, the translation as it is.
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

  /// Where the finger would come to rest.
  public var predictedEndLocation: Point {
    Projection.predictedEnd(of: location, velocity: velocity)
  }
}
