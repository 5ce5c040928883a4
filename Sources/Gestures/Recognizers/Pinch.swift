/// Two fingers that part or approach each other.
public struct Pinch: Gesture {
  /// How much the distance between the fingers must change, in points.
  public var minimumChange: Double
  /// How far the first finger may move before the second comes down, in points; `nil` for any distance.
  ///
  /// With a limit, a pinch fails early for the gestures that wait for its failure.
  public var aloneMovement: Double?

  /// A pinch of at least `minimumChange` points.
  public init(minimumChange: Double = GestureDefaults.pinchSlop, aloneMovement: Double? = nil) {
    self.minimumChange = max(minimumChange, GestureDefaults.jitter)
    self.aloneMovement = aloneMovement.map { max($0, GestureDefaults.jitter) }
  }

  /// The pinch alone.
  public var tree: GestureTree { GestureTree(.pinch(self)) }
}
