import Kinetics

/// The background's tint, which follows the progress of a drag by a timing curve (S14).
///
/// Every change of the target runs its own curve and the running ones add up, as SwiftUI combines animations: a single
/// curve that restarts with each touch would hardly move until the finger rests.
struct BackgroundTint: Equatable, Sendable {
  private struct Step: Equatable, Sendable {
    var start: Instant
    var amount: Double
    /// Its duration in seconds.
    var duration: Double
    /// Stored, since every touch asks for the end of every change.
    var end: Instant

    init(by amount: Double, in duration: Double, at start: Instant) {
      (self.start, self.amount, self.duration) = (start, amount, duration)
      end = start.advanced(bySeconds: duration)
    }
  }

  /// The duration in seconds of a change that begins from now on.
  var duration: Double
  /// Where the tint comes to rest.
  private(set) var target = 0.0
  private var steps: [Step] = []

  init(duration: Double) {
    self.duration = duration
  }

  /// When the tint comes to rest; `nil` while it is at rest.
  var end: Instant? {
    var latest: Instant?
    for step in steps { latest = max(latest ?? step.end, step.end) }
    return latest
  }

  /// Moves the tint to `target` from `now` on.
  mutating func aim(at target: Double, now: Instant) {
    settle(at: now)
    guard target != self.target else { return }
    if duration > 0 { steps.append(Step(by: target - self.target, in: duration, at: now)) }
    self.target = target
  }

  /// Returns the strength of the tint at `now`.
  func value<At: Evaluation>(at now: At) -> At.Number {
    steps.reduce(At.Number(target)) { value, step in
      let progress = CurveMotion(.easeInOut, from: 0, to: 1, duration: step.duration, at: step.start)
      return value - At.Number(step.amount) * (1 - now.value(of: progress))
    }
  }

  /// Moves the tint to its target at once (M5).
  mutating func skip() {
    steps = []
  }

  /// Removes the changes that are over.
  mutating func settle(at now: Instant) {
    // Asked with each touch, when none is over as a rule.
    if steps.contains(where: { $0.end <= now }) { steps.removeAll { $0.end <= now } }
  }
}
