import Kinetics

extension Motion {
  /// Becomes its target once it is over.
  mutating func settle(at now: Instant) {
    if let end, end <= now { self = .fixed(target) }
  }
}

extension Motion {
  /// Is at its target at once (M5).
  mutating func skip() {
    if case .fixed = self { return }
    self = .fixed(target)
  }
}

extension Motion {
  /// Pulled to `target` by a spring from where it is, moved on by `offset`, and as fast as it moves unless `velocity` is
  /// given.
  func springing(
    to target: Double,
    _ spring: Spring,
    velocity: Double? = nil,
    shiftedBy offset: Double = 0,
    rest: RestThreshold,
    at now: Instant
  ) -> Motion {
    let state = state(at: now)
    let (position, velocity) = (state.position + offset, velocity ?? state.velocity)
    guard position != target || velocity != 0 else { return .fixed(target) }
    return .spring(SpringMotion(spring, from: position, velocity: velocity, to: target, at: now, rest: rest))
  }
}

/// The earlier of two moments, either of which may never come.
func earlier(_ left: Instant?, _ right: Instant?) -> Instant? {
  guard let left, let right else { return left ?? right }
  return min(left, right)
}
