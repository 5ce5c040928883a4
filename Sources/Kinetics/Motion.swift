/// One property's path as a closed formula of time: what frames are made from and what clients may evaluate.
public enum Motion: Equatable, Hashable, Sendable {
  /// A value that stays.
  case fixed(Double)
  /// Pulled by a spring.
  case spring(SpringMotion)
  /// Along a timing curve.
  case curve(CurveMotion)
  /// Let go, and slowing down by itself.
  case decay(DecayMotion)

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
  public func value(at instant: Instant) -> Double {
    state(at: instant).position
  }

  /// The position that the motion comes to rest at; that of a spring with ζ = 0 it swings about.
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
  /// `nil` for a fixed value, which always is, and for a motion that never is; `isResting(at:)` tells them apart.
  public var end: Instant? {
    switch self {
    case .fixed: nil
    case .spring(let motion): motion.end
    case .curve(let motion): motion.end
    case .decay(let motion): motion.end
    }
  }

  /// Whether the motion is on its target, and still, at `instant` and ever after.
  public func isResting(at instant: Instant) -> Bool {
    if case .fixed = self { return true }
    return end.map { instant >= $0 } ?? false
  }
}
