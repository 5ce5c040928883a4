import Kinetics

/// Numbers a deck's frames and spaces its ticks: a grid at the surface's refresh rate from the last frame
/// that something else caused, so that ticks do not drift by rounded periods.
struct FrameClock: Equatable, Sendable {
  /// The number of the last frame.
  private(set) var number: UInt64 = 0
  /// The moment that the last frame shows.
  private(set) var last = Instant(microseconds: .min)
  private var origin = Instant(microseconds: 0)
  private var ticks = 0

  /// A frame is made at `now`, and the next tick counts from it.
  mutating func restart(at now: Instant) {
    origin = now
    ticks = 0
  }

  /// The next tick of the grid is used at `now`; a grid that nobody watched meanwhile starts again.
  mutating func tick(at now: Instant, refresh: Double) {
    ticks += 1
    if next(refresh: refresh) <= now { restart(at: now) }
  }

  /// A frame that shows `now` is made; its number.
  mutating func count(at now: Instant) -> UInt64 {
    number += 1
    last = now
    return number
  }

  /// When the next tick is, at `refresh` frames a second.
  func next(refresh: Double) -> Instant {
    origin.advanced(bySeconds: Double(ticks + 1) / refresh)
  }
}
