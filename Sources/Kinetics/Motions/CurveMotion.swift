/// The trajectory of one property along a timing curve, as a pure function of time (M4).
public struct CurveMotion: Equatable, Hashable, Sendable {
  /// The timing curve.
  public let curve: CubicBezier

  /// The value up to `start`.
  public let from: Double

  /// The value from `end` on.
  public let target: Double

  /// Seconds from `start` to `end`, 0 or more.
  public let duration: Double

  /// When the property starts to move, after the delay.
  public let start: Instant

  /// The first instant at which the property is on its target.
  public let end: Instant

  /// A motion along `curve`.
  ///
  /// - Parameters:
  ///   - curve: the timing curve.
  ///   - from: the value at the start, finite.
  ///   - target: the value at the end, finite.
  ///   - duration: seconds, finite, 0 or more; 0 is a jump.
  ///   - start: when the delay begins.
  ///   - delay: seconds, finite, 0 or more.
  public init(
    _ curve: CubicBezier,
    from: Double,
    to target: Double,
    duration: Double,
    at start: Instant,
    delay: Double = 0
  ) {
    precondition(from.isFinite && target.isFinite, "a motion's values are finite")
    precondition(
      (0..<KineticsDefaults.endless).contains(duration) && (0..<KineticsDefaults.endless).contains(delay),
      "a motion's duration and delay are 0 s or more, and finite"
    )
    self.curve = curve
    self.from = from
    self.target = target
    self.duration = duration
    self.start = start.advanced(bySeconds: delay)
    end = self.start.advanced(bySeconds: duration)
  }

  /// Returns position and velocity at `instant`: at rest at `from` before the start, at rest on the target from the end
  /// on.
  public func state(at instant: Instant) -> MotionState {
    guard instant < end else { return MotionState(position: target, velocity: 0) }
    guard instant >= start else { return MotionState(position: from, velocity: 0) }
    let progress = instant.seconds(since: start) / duration
    let way = target - from
    return MotionState(
      position: from + way * curve.value(at: progress),
      velocity: way * curve.slope(at: progress) / duration
    )
  }
}
