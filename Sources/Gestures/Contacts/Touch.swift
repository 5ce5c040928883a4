public import Kinetics

/// One finger at one moment, on a surface.
public struct Touch: Hashable, Sendable {
  /// What happened to the finger.
  public enum Phase: Hashable, Sendable {
    /// It came down.
    case down
    /// It is at `location`; it may not have moved.
    case moved
    /// It was lifted.
    case up
    /// It was cancelled: palm, device removed, suspend, grab lost.
    case cancelled
  }

  /// What happened to the finger.
  public var phase: Phase
  /// Where the finger is, in points of the surface.
  public var location: Point
  /// The kernel's timestamp of the hardware frame.
  public var time: Instant

  /// A finger at `location` at `time`.
  public init(_ phase: Phase, at location: Point, time: Instant) {
    self.phase = phase
    self.location = location
    self.time = time
  }
}
