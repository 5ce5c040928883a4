import Kinetics

extension Motion {
  /// Becomes its target once it is over.
  mutating func settle(at now: Instant) {
    if let end, end <= now { self = .fixed(target) }
  }
}
