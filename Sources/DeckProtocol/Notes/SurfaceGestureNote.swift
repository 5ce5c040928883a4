/// What the fingers of a surface did of one of its gestures.
public struct SurfaceGestureNote: Hashable, Sendable {
  /// Microseconds of the panel's clock.
  public var time: Int64
  /// The surface's name.
  public var surface: String
  /// The gesture's name in the configuration.
  public var gesture: String
  /// What the fingers do.
  public var kind: SurfaceGestureKind
  /// What the gesture did; `ended` is followed by the event `gesture.performed`.
  public var phase: GesturePhase
  /// Where the middle of the fingers is, in points of the surface, from its left edge.
  public var x: Double
  /// Where the middle of the fingers is, in points of the surface, from its upper edge.
  public var y: Double
  /// How far the fingers have moved to the right, in points.
  public var translationX: Double
  /// How far the fingers have moved down, in points.
  public var translationY: Double
  /// The velocity to the right, in points per second.
  public var velocityX: Double
  /// The velocity downwards, in points per second.
  public var velocityY: Double
  /// The distance of the fingers relative to that at the start.
  public var scale: Double
  /// How far the fingers turned, in degrees clockwise.
  public var rotation: Double
  /// The share of what the gesture takes that the fingers have done.
  public var progress: Double

  /// A gesture that has not moved.
  public init(
    time: Int64,
    surface: String,
    gesture: String,
    kind: SurfaceGestureKind,
    phase: GesturePhase,
    x: Double,
    y: Double,
    progress: Double
  ) {
    (self.time, self.surface, self.gesture, self.kind, self.phase) = (time, surface, gesture, kind, phase)
    (self.x, self.y, self.progress) = (x, y, progress)
    (translationX, translationY, velocityX, velocityY, scale, rotation) = (0, 0, 0, 0, 1, 0)
  }
}

extension SurfaceGestureNote: DefinedObject {
  package static let object = ObjectWriter<Self>(
    .init("t", .time, "When, µs.", at: \.time),
    .init("surface", .surfaceID, "The surface that is touched.", at: \.surface),
    .init("gesture", "The gesture's name in the configuration.", at: \.gesture),
    .init("kind", "What the fingers do.", at: \.kind),
    .init(
      "phase",
      "What the gesture did; `ended` is followed by the event gesture.performed, and `cancelled` is the end without.",
      at: \.phase
    ),
    .init("x", "The middle of the fingers, pt from the surface's left edge.", at: \.x),
    .init("y", "The middle of the fingers, pt from the surface's upper edge.", at: \.y),
    .init("dx", "How far they moved to the right, pt.", at: \.translationX),
    .init("dy", "How far they moved down, pt.", at: \.translationY),
    .init("vx", "Velocity to the right, pt/s.", at: \.velocityX),
    .init("vy", "Velocity downwards, pt/s.", at: \.velocityY),
    .init("scale", "The fingers' distance relative to that at the start; 1 for one finger.", at: \.scale),
    .init("rotation", "How far the fingers turned, degrees clockwise.", at: \.rotation),
    .init(
      "progress",
      "The share of what the gesture takes: it is performed if the fingers are lifted at 1.",
      at: \.progress
    )
  )

  package static let definition = define("surfaceGesture", "Gesture of a surface", "What fingers did.")
}
