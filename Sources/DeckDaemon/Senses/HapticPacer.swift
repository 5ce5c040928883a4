package import Kinetics

/// Bounds how often a motor plays.
package struct HapticPacer: Hashable, Sendable {
  /// The shortest time from one effect to the next: 40 ms.
  ///
  /// More than 25 effects a second are one buzz to a finger, as a flicked carousel would be.
  package static let shortestInterval = Duration.milliseconds(40)

  private var last: Instant?

  /// A motor that has not played yet.
  package init() {}

  /// Returns whether an effect may begin at `now`, which then counts as played.
  package mutating func admits(at now: Instant) -> Bool {
    if let last, now < last.advanced(by: Self.shortestInterval) { return false }
    last = now
    return true
  }
}
