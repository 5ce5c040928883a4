package import Kinetics

/// When the cards behind move up for decisions already made, and when other cards enter behind them.
package struct PromotionQueue: Equatable, Sendable {
  /// Earliest first.
  private var promotions: [Instant] = []
  /// Earliest first.
  private var entries: [Instant] = []

  package init() {}

  /// How many decisions the cards behind have not followed yet.
  package var count: Int { promotions.count }
  /// How many cards have not entered yet.
  package var vacancies: Int { promotions.count + entries.count }
  /// When the next card moves up or enters.
  package var next: Instant? { earlier(promotions.first, entries.first) }

  /// Schedules a promotion, which does not precede those already scheduled.
  package mutating func schedule(at time: Instant) {
    promotions.append(max(time, promotions.last ?? time))
  }

  /// Returns how many promotions are due at `now`.
  package func due(at now: Instant) -> Int {
    promotions.prefix { $0 <= now }.count
  }

  /// Starts the first `count` promotions; as many cards enter at `entry`, or at once without it.
  package mutating func start(_ count: Int, entry: Instant?) {
    promotions.removeFirst(count)
    guard let entry else { return }
    entries += repeatElement(max(entry, entries.last ?? entry), count: count)
  }

  /// Removes the entries that are due at `now`, and returns whether there were any.
  package mutating func enter(at now: Instant) -> Bool {
    let due = entries.prefix { $0 <= now }.count
    entries.removeFirst(due)
    return due > 0
  }

  /// Removes what the last decision scheduled.
  package mutating func cancelLast() {
    if promotions.popLast() == nil { _ = entries.popLast() }
  }

  /// Makes everything due at `now`.
  package mutating func skip(to now: Instant) {
    promotions = promotions.map { _ in now }
    entries = entries.map { _ in now }
  }
}
