/// A finger held in one place.
public struct LongPress: Gesture {
  /// How long the finger must stay, in seconds.
  public var minimumDuration: Double
  /// The finger must stay nearer than this to where it went down until the press begins, in points.
  public var allowableMovement: Double

  /// A press of `minimumDuration` seconds within `allowableMovement` points; the defaults are SwiftUI's.
  public init(
    minimumDuration: Double = GestureDefaults.pressDuration,
    allowableMovement: Double = GestureDefaults.slop
  ) {
    self.minimumDuration = minimumDuration
    self.allowableMovement = max(allowableMovement, GestureDefaults.jitter)
  }

  /// The press alone.
  public var tree: GestureTree { GestureTree(.longPress(self)) }
}
