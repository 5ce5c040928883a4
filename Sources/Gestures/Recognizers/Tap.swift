/// A finger that comes down and is lifted where it came down, once or several times.
public struct Tap: Gesture {
  /// The number of taps.
  public var count: Int
  /// The finger must stay nearer than this to where it went down, in points.
  public var slop: Double
  /// The longest time that the finger may stay down, in seconds; `nil` for no limit.
  public var maximumDuration: Double?
  /// The longest time between an up and the next down, in seconds.
  public var interval: Double
  /// The taps must be nearer to the first one than this, in points.
  public var spacing: Double

  /// A tap of `count` times; see `GestureDefaults` for the sources of the figures.
  public init(
    count: Int = 1,
    slop: Double = GestureDefaults.slop,
    maximumDuration: Double? = nil,
    interval: Double = GestureDefaults.tapInterval,
    spacing: Double = GestureDefaults.tapSpacing
  ) {
    precondition(count >= 1, "a tap needs a finger at least once, not \(count) times")
    self.count = count
    self.slop = max(slop, GestureDefaults.jitter)
    self.maximumDuration = maximumDuration
    self.interval = interval
    self.spacing = spacing
  }

  /// The tap alone.
  public var tree: GestureTree { GestureTree(.tap(self)) }
}
