/// When to try again: each delay is twice as long as the one before, between the shortest and the longest.
///
/// Half of each delay is random: the 500 panels of a broker that was restarted do not return all at once.
package struct RetryDelay: Sendable {
  /// The delay of a client of deckd, on the same machine.
  package static let ofDaemon = RetryDelay(from: 0.1, to: 2)

  private let shortest: Double
  private let longest: Double
  private var limit: Double

  /// Delays of these seconds, at most.
  package init(from shortest: Double, to longest: Double) {
    (self.shortest, self.longest, limit) = (shortest, longest, shortest)
  }

  /// A connection worked: the next delay is a short one, if it worked for longer than delays are at present.
  ///
  /// Two clients of one name take it from each other when their delays are over: they do so less and less often.
  package mutating func connectionEnded(after seconds: Double) {
    if seconds >= 2 * limit { limit = shortest }
  }

  /// The next delay, in seconds.
  package mutating func next() -> Double {
    defer { limit = min(2 * limit, longest) }
    return Double.random(in: limit / 2...limit)
  }
}
