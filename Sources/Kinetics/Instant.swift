/// A moment in whole microseconds of a monotonic clock.
///
/// Its origin is the clock's own: `CLOCK_MONOTONIC` on a panel (the clock of libinput's timestamps), the
/// first touch frame in a replay. Nothing in this module reads a clock.
public struct Instant: InstantProtocol, Hashable, Sendable {
  /// Microseconds since the clock's origin.
  public var microseconds: Int64

  /// The moment `microseconds` after the clock's origin.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Whether `left` is the earlier moment.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.microseconds < right.microseconds
  }

  /// This moment moved by `duration`, rounded toward zero to a whole microsecond.
  public func advanced(by duration: Duration) -> Instant {
    Instant(microseconds: microseconds + duration.wholeMicroseconds)
  }

  /// The time from this moment to `other`, negative when `other` is earlier.
  public func duration(to other: Instant) -> Duration {
    .microseconds(other.microseconds - microseconds)
  }

  /// The earlier of two moments, of which either may be missing; `nil` if both are.
  package static func earlier(_ first: Instant?, _ second: Instant?) -> Instant? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
  }

  /// Seconds from `earlier` to this moment, negative when `earlier` is later.
  public func seconds(since earlier: Instant) -> Double {
    Double(microseconds - earlier.microseconds) / 1_000_000
  }

  /// This moment moved by `seconds`, rounded up to a whole microsecond.
  ///
  /// Rounding up puts a motion that ends between two microseconds at its end at the returned instant. Subtracting 0.1
  /// ns first absorbs the rounding error of sums such as 3 · 0.1 s, which would otherwise cost a microsecond.
  public func advanced(bySeconds seconds: Double) -> Instant {
    Instant(microseconds: microseconds + Int64((seconds * 1_000_000 - 1e-4).rounded(.up)))
  }
}

extension Duration {
  /// The duration in microseconds, rounded toward zero.
  public var wholeMicroseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }

  /// The duration in seconds.
  public var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
