package import Kinetics

/// Limits one client's frames of one deck to the rate that it requested; the newest frame is always sent in the end.
package struct FramePacer: Sendable {
  /// A frame this little early still counts as in time, in seconds: ticks are whole microseconds, and a
  /// client that asks for 60 a second must get each tick of a 60 Hz surface.
  private static let tolerance = 0.0005

  /// Seconds between frames; `nil` for every frame.
  private let interval: Double?
  private var lastSent: Instant?
  private var held: [UInt8]?

  /// A pacer for `rate` frames a second; every frame when `nil`.
  package init(rate: Double?) {
    interval = rate.map { 1 / $0 }
  }

  /// When the held frame is due; `nil` when none is held.
  package var deadline: Instant? {
    guard held != nil, let lastSent, let interval else { return nil }
    return lastSent.advanced(bySeconds: interval)
  }

  /// Returns a new frame if it may be sent now; otherwise holds it in place of an older one.
  package mutating func offer(_ line: [UInt8], at now: Instant) -> [UInt8]? {
    if let interval, let lastSent, now.seconds(since: lastSent) < interval - Self.tolerance {
      held = line
      return nil
    }
    held = nil
    lastSent = now
    return line
  }

  /// Removes and returns the held frame, once it is due.
  package mutating func takeDue(at now: Instant) -> [UInt8]? {
    guard let deadline, deadline <= now, let line = held else { return nil }
    held = nil
    lastSent = now
    return line
  }
}
