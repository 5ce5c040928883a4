package import Kinetics

/// The vertical syncs of a client that draws a surface.
package struct Vsync: Hashable, Sendable {
  /// One of them.
  package var sync: Instant
  /// Seconds from each to the next; `nil` for the surface's refresh rate.
  package var period: Double?
  /// Whether ticks follow them: the client draws frames.
  package var ticks: Bool

  /// Syncs at `sync` and every `period` seconds from it.
  package init(sync: Instant, period: Double? = nil, ticks: Bool = true) {
    (self.sync, self.period, self.ticks) = (sync, period, ticks)
  }

  /// Returns the seconds from one sync to the next, on a surface with `refresh` frames a second.
  func period(refresh: Double) -> Double { period ?? 1 / refresh }

  /// Returns the first sync after `moment`, on a surface with `refresh` frames a second.
  func next(after moment: Instant, refresh: Double) -> Instant {
    let period = period(refresh: refresh)
    let passed = (moment.seconds(since: sync) / period).rounded(.down)
    let next = sync.advanced(bySeconds: (passed + 1) * period)
    // A sync is rounded to a whole microsecond, which may be a little after the grid's own moment.
    return next > moment ? next : sync.advanced(bySeconds: (passed + 2) * period)
  }
}
