import Kinetics

extension Motion {
  /// Replaces a motion that is over by its target.
  mutating func settle(at now: Instant) {
    if let end, end <= now { self = .fixed(target) }
  }
}

extension Motion {
  /// Replaces the motion by its target at once (M5).
  mutating func skip() {
    if case .fixed = self { return }
    self = .fixed(target)
  }
}

extension Motion {
  /// Returns a spring motion to `target`, from the current position plus `offset`, at the current velocity unless
  /// `velocity` is specified.
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

/// Returns the earlier of two moments; `nil` stands for never.
func earlier(_ left: Instant?, _ right: Instant?) -> Instant? {
  guard let left, let right else { return left ?? right }
  return min(left, right)
}
