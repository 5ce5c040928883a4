/// The trajectory of one property as a closed formula of time, from which frames are made and which clients may
/// evaluate.
///
/// A motion that is not fixed is behind a reference, which its copies share: at most a few of the many properties of a
/// deck move, and all of them are read for every touch.
public enum Motion: Equatable, Hashable, Sendable {
  /// A constant value.
  case fixed(Double)
  /// Pulled by a spring.
  indirect case spring(SpringMotion)
  /// Along a timing curve.
  indirect case curve(CurveMotion)
  /// Released, and decelerating by itself.
  indirect case decay(DecayMotion)

  /// Position and velocity at `instant`.
  public func state(at instant: Instant) -> MotionState {
    switch self {
    case .fixed(let value): MotionState(position: value, velocity: 0)
    case .spring(let motion): motion.state(at: instant)
    case .curve(let motion): motion.state(at: instant)
    case .decay(let motion): motion.state(at: instant)
    }
  }

  /// The position at `instant`, in the property's unit.
  @inlinable
  public func value(at instant: Instant) -> Double {
    if case .fixed(let value) = self { return value }
    return state(at: instant).position
  }

  /// The position at which the motion comes to rest; for a spring with ζ = 0, the position that it swings about.
  public var target: Double {
    switch self {
    case .fixed(let value): value
    case .spring(let motion): motion.target
    case .curve(let motion): motion.target
    case .decay(let motion): motion.target
    }
  }

  /// The first instant at which the motion is at rest.
  ///
  /// `nil` for a fixed value, which is always at rest, and for a motion that never rests; `isResting(at:)`
  /// distinguishes them.
  @inlinable
  public var end: Instant? {
    switch self {
    case .fixed: nil
    case .spring(let motion): motion.end
    case .curve(let motion): motion.end
    case .decay(let motion): motion.end
    }
  }

  /// Returns whether the motion rests on its target from `instant` on.
  public func isResting(at instant: Instant) -> Bool {
    if case .fixed = self { return true }
    return end.map { instant >= $0 } ?? false
  }
}
