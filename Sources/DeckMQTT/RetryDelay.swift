/// When to try again: after 0.5 s to 1 s, then twice as long each time, 60 s at most.
///
/// Half of each delay is random: the 500 panels of a broker that was restarted do not return all at once.
package struct RetryDelay: Sendable {
  private static let shortest = 1.0
  private static let longest = 60.0

  private var limit = shortest

  package init() {}

  /// A connection worked: the next delay is a short one, if it worked for longer than delays are at present.
  ///
  /// Two clients of one name take it from each other when their delays are over: they do so less and less often.
  package mutating func connectionEnded(after seconds: Double) {
    if seconds >= 2 * limit { limit = Self.shortest }
  }

  /// The next delay, in seconds.
  package mutating func next(using generator: inout some RandomNumberGenerator) -> Double {
    defer { limit = min(2 * limit, Self.longest) }
    return Double.random(in: limit / 2...limit, using: &generator)
  }
}
