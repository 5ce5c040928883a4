public import Kinetics

/// What an accelerometer measures along its axes, in multiples of the standard gravity: at rest, gravity itself.
public struct Acceleration: Hashable, Sendable {
  /// Along the x axis.
  public var x: Double
  /// Along the y axis.
  public var y: Double
  /// Along the z axis.
  public var z: Double

  /// An acceleration in multiples of the standard gravity.
  public init(x: Double, y: Double, z: Double) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  /// The length of the vector.
  public var magnitude: Double { dot(self).squareRoot() }

  fileprivate func dot(_ other: Acceleration) -> Double { x * other.x + y * other.y + z * other.z }

  fileprivate static func - (left: Acceleration, right: Acceleration) -> Acceleration {
    Acceleration(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
  }
}

/// Detects that a device is shaken, from what its accelerometer measures; nothing here reads a clock.
///
/// A low-pass filter follows gravity; what is left of a sample is the device's own motion. A *swing* is a motion of at
/// least `threshold` against the direction of the last swing. A shake is `swings` of them, one soon after another: a
/// device that is turned has one, one that is set down two, and one that is knocked reverses too fast.
public struct ShakeDetector: Hashable, Sendable {
  /// The last swing, and its number in the row that may become a shake.
  private struct Swing: Hashable, Sendable {
    var motion: Acceleration
    var start: Instant
    var number: Int
  }

  /// How many swings are a shake: 6, three to and three fro.
  ///
  /// React Native's `ShakeDetector` waits for 8 reversals within 3 s.
  public static let swings = 6

  /// The shortest time from one swing to the next: 50 ms.
  ///
  /// A hand reverses its direction at most some fifteen times a second. A panel that was knocked rings faster: after a
  /// faster reversal the count begins again.
  public static let shortestSwing = 0.05

  /// The longest time from one swing to the next: 0.3 s.
  ///
  /// Slower ones, as of the steps of somebody who carries the device, are no shake.
  public static let longestSwing = 0.3

  /// The time constant of the filter that follows gravity: 0.5 s.
  ///
  /// It leaves more than nine tenths of a shake of 1 Hz and above, and follows a turn within a second.
  public static let gravityTime = 0.5

  /// The longest time between two samples: 0.5 s.
  ///
  /// After a longer one everything begins again.
  public static let longestGap = 0.5

  /// The least motion of a swing, in multiples of the standard gravity.
  public let threshold: Double

  /// How long after a shake nothing is one, in seconds.
  public let pause: Double

  private var gravity = Acceleration(x: 0, y: 0, z: 0)
  /// The time of the last sample; `nil` before the first.
  private var last: Instant?
  private var swing: Swing?
  private var lastShake: Instant?

  /// A detector that has measured nothing yet.
  ///
  /// - Parameters:
  ///   - threshold: The least motion of a swing, in multiples of the standard gravity.
  ///   - pause: How long after a shake nothing is one, in seconds.
  public init(threshold: Double = 1, pause: Double = 1) {
    (self.threshold, self.pause) = (threshold, pause)
  }

  /// Takes a sample, and returns whether it completes a shake; samples without a value, or from the past, are ignored.
  public mutating func handle(_ sample: Acceleration, at time: Instant) -> Bool {
    guard sample.magnitude.isFinite else { return false }
    guard let last, time.seconds(since: last) <= Self.longestGap else {
      (gravity, self.last, swing) = (sample, time, nil)
      return false
    }
    let passed = time.seconds(since: last)
    guard passed > 0 else { return false }
    self.last = time
    let motion = sample - gravity
    let share = passed / (Self.gravityTime + passed)
    gravity = Acceleration(
      x: gravity.x + share * motion.x,
      y: gravity.y + share * motion.y,
      z: gravity.z + share * motion.z
    )
    guard motion.magnitude >= threshold, lastShake.map({ time.seconds(since: $0) >= pause }) ?? true else {
      return false
    }
    return swings(motion, at: time)
  }

  /// Counts a motion if it is a new swing, and returns whether that completes a shake.
  private mutating func swings(_ motion: Acceleration, at time: Instant) -> Bool {
    guard let previous = swing, time.seconds(since: previous.start) <= Self.longestSwing else {
      swing = Swing(motion: motion, start: time, number: 1)
      return false
    }
    guard motion.dot(previous.motion) < 0 else { return false }
    guard time.seconds(since: previous.start) >= Self.shortestSwing else {
      swing = Swing(motion: motion, start: time, number: 1)
      return false
    }
    guard previous.number + 1 < Self.swings else {
      (swing, lastShake) = (nil, time)
      return true
    }
    swing = Swing(motion: motion, start: time, number: previous.number + 1)
    return false
  }
}
