import Kinetics

/// Numbers a deck's frames and schedules its ticks.
///
/// Ticks follow a grid at the surface's refresh rate from the last frame that something else caused, so that they do
/// not drift by rounded periods; or the grid of the vsyncs of a client that draws frames.
struct FrameClock: Equatable, Sendable {
  /// The number of the last frame.
  private(set) var number: UInt64 = 0
  /// The moment that the last frame shows.
  private(set) var last = Instant(microseconds: .min)
  private var origin = Instant(microseconds: 0)
  private var ticks = 0

  /// Restarts the ticks at a frame made at `now`.
  mutating func restart(at now: Instant) {
    origin = now
    ticks = 0
  }

  /// Uses the next tick of the grid at `now`; a grid that no client watched in the meantime starts again.
  mutating func tick(at now: Instant, on surface: SurfaceConfiguration) {
    ticks += 1
    if surface.tickVsync != nil || next(on: surface) <= now { restart(at: now) }
  }

  /// Counts a frame that shows `now`.
  ///
  /// - Returns: its number.
  mutating func count(at now: Instant) -> UInt64 {
    number += 1
    last = now
    return number
  }

  /// Returns when the next tick of `surface` is.
  func next(on surface: SurfaceConfiguration) -> Instant {
    surface.tickVsync?.next(after: origin, refresh: surface.refresh)
      ?? origin.advanced(bySeconds: Double(ticks + 1) / surface.refresh)
  }
}

extension SurfaceConfiguration {
  /// The vertical syncs that ticks follow.
  fileprivate var tickVsync: Vsync? { vsync.flatMap { $0.ticks ? $0 : nil } }
}
