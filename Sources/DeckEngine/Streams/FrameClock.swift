import Kinetics

/// Numbers a deck's frames and schedules its ticks.
///
/// Ticks follow a grid at the surface's refresh rate from the last frame that something else caused, so that they do
/// not drift by rounded periods; or the grid of the vsyncs of a client that draws frames.
struct FrameClock: Equatable, Sendable {
  /// The vsyncs of a client that draws.
  private struct Grid: Equatable, Sendable {
    /// One of the vsyncs.
    var sync: Instant
    /// Seconds from each to the next; `nil` for the surface's refresh rate.
    var period: Double?
    /// Whether ticks follow it.
    var ticks: Bool

    /// Returns the first vsync after `moment`.
    func next(after moment: Instant, refresh: Double) -> Instant {
      let period = period ?? 1 / refresh
      let passed = (moment.seconds(since: sync) / period).rounded(.down)
      let next = sync.advanced(bySeconds: (passed + 1) * period)
      // A vsync is rounded to a whole microsecond, which may be a little after the grid's own moment.
      return next > moment ? next : sync.advanced(bySeconds: (passed + 2) * period)
    }
  }

  /// The number of the last frame.
  private(set) var number: UInt64 = 0
  /// The moment that the last frame shows.
  private(set) var last = Instant(microseconds: .min)
  private var origin = Instant(microseconds: 0)
  private var ticks = 0
  private var grid: Grid?

  /// Records that a client draws at `sync` and every `period` seconds from it, `nil` for the surface's refresh rate, and
  /// aligns ticks with that if `ticks` is set.
  mutating func align(to sync: Instant, period: Double?, ticks: Bool) {
    grid = Grid(sync: sync, period: period, ticks: ticks)
  }

  /// The grid that ticks follow.
  private var tickGrid: Grid? { grid.flatMap { $0.ticks ? $0 : nil } }

  /// Returns the period of a client's vsyncs in seconds; `nil` without such a client.
  func vsyncPeriod(refresh: Double) -> Double? { grid.map { $0.period ?? 1 / refresh } }

  /// Restarts the ticks at a frame made at `now`.
  mutating func restart(at now: Instant) {
    origin = now
    ticks = 0
  }

  /// Uses the next tick of the grid at `now`; a grid that no client watched in the meantime starts again.
  mutating func tick(at now: Instant, refresh: Double) {
    ticks += 1
    if tickGrid != nil || next(refresh: refresh) <= now { restart(at: now) }
  }

  /// Counts a frame that shows `now`.
  ///
  /// - Returns: its number.
  mutating func count(at now: Instant) -> UInt64 {
    number += 1
    last = now
    return number
  }

  /// Returns when the next tick is, at `refresh` frames a second.
  func next(refresh: Double) -> Instant {
    tickGrid?.next(after: origin, refresh: refresh) ?? origin.advanced(bySeconds: Double(ticks + 1) / refresh)
  }
}
