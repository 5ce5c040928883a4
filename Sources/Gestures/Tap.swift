/// A finger, or one finger several times, that comes down and is lifted where it came down.
public struct Tap: Gesture {
  /// How many times.
  public var count: Int
  /// The finger must stay nearer than this to where it went down, in points.
  public var slop: Double
  /// The longest the finger may stay down, in seconds; `nil` for as long as it likes.
  public var maximumDuration: Double?
  /// The longest between an up and the next down, in seconds.
  public var interval: Double
  /// The taps must be nearer to the first one than this, in points.
  public var spacing: Double

  /// A tap of `count` times; see `GestureDefaults` for where the figures come from.
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
