public import Kinetics

/// What a gesture has measured: where it started, where it is and where it is going.
public struct GestureValue: Hashable, Sendable {
  /// Where the finger went down, in points.
  public var startLocation: Point
  /// Where the finger is, in points.
  public var location: Point
  /// Points per second; zero when the finger has stopped.
  public var velocity: Vector
  /// When the finger was there.
  public var time: Instant

  /// A gesture from `startLocation` to `location`, moving at `velocity`.
  public init(startLocation: Point, location: Point, velocity: Vector, time: Instant) {
    self.startLocation = startLocation
    self.location = location
    self.velocity = velocity
    self.time = time
  }

  /// A gesture of a finger that just came down.
  init(_ touch: Touch) {
    self.init(startLocation: touch.location, location: touch.location, velocity: .zero, time: touch.time)
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
