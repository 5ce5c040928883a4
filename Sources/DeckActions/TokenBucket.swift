import Kinetics

/// A rate that may be exceeded for a moment: so many at once, and from then on so many per second.
struct TokenBucket {
  private let rate: Double
  private let capacity: Double
  private var tokens: Double
  private var last: Instant?

  /// A full bucket.
  init(rate: Double, capacity: Double) {
    (self.rate, self.capacity, tokens) = (rate, capacity, capacity)
  }

  /// Returns whether one more is within the rate, and counts it.
  mutating func take(at now: Instant) -> Bool {
    if let last { tokens = min(tokens + max(now.seconds(since: last), 0) * rate, capacity) }
    last = now
    // The sum of many small additions may be a little less than one.
    guard tokens >= 1 - 1e-9 else { return false }
    tokens -= 1
    return true
  }
}
