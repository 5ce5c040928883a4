package import Kinetics

/// A share of the time for work that cannot be divided, with a reserve that is saved up while there is none: a token
/// bucket whose level may fall below zero.
package struct TimeBudget {
  /// The part of all time, above 0.
  private let share: Double
  /// The most microseconds that are saved up.
  private let reserve: Double
  /// The most microseconds that one piece of work counts for.
  let limit: Double
  /// The microseconds that are left at `time`.
  private var level: Double
  private var time: Instant?

  /// A budget of `share` of the time, in seconds: `reserve` is what can be saved up, and there at the start, and `limit`
  /// what one piece of work counts for at most.
  package init(share: Double, reserve: Double, limit: Double) {
    precondition(share > 0 && reserve > 0 && limit > 0, "a budget that nothing fits in")
    (self.share, self.reserve, self.limit) = (share, reserve * 1e6, limit * 1e6)
    level = self.reserve
  }

  /// When the next piece of work may begin, `now` at the earliest.
  package func nextTime(from now: Instant) -> Instant {
    let level = level(at: now)
    return level > 0 ? now : now.advanced(bySeconds: (1 - level) / share / 1e6)
  }

  /// Takes the time of a piece of work, in microseconds, at its end.
  package mutating func charge(_ microseconds: Int64, at now: Instant) {
    level = level(at: now) - min(max(Double(microseconds), 0), limit)
    time = now
  }

  private func level(at now: Instant) -> Double {
    guard let time, now > time else { return level }
    return min(level + share * Double(now.microseconds - time.microseconds), reserve)
  }
}
