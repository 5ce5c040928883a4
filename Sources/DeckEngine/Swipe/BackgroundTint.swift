import Kinetics

/// The background's tint, which follows the progress of a drag by a timing curve (S14).
///
/// Every change of the target runs its own curve and the running ones add up, as SwiftUI combines animations: one
/// that started over with each touch would hardly move until the finger rests.
struct BackgroundTint: Equatable, Sendable {
  private struct Step: Equatable, Sendable {
    var start: Instant
    var amount: Double
    /// Seconds that it takes.
    var duration: Double

    var end: Instant { start.advanced(bySeconds: duration) }
  }

  /// Seconds that a change takes that begins from now on.
  var duration: Double
  /// Where the tint comes to rest.
  private(set) var target = 0.0
  private var steps: [Step] = []

  init(duration: Double) {
    self.duration = duration
  }

  /// When the tint comes to rest; `nil` while it does.
  var end: Instant? {
    steps.lazy.map(\.end).max()
  }

  /// Lets the tint go to `target` from `now` on.
  mutating func aim(at target: Double, now: Instant) {
    settle(at: now)
    guard target != self.target else { return }
    if duration > 0 { steps.append(Step(start: now, amount: target - self.target, duration: duration)) }
    self.target = target
  }

  /// How strong the tint is at `now`.
  func value<At: Evaluation>(at now: At) -> At.Number {
    steps.reduce(At.Number(target)) { value, step in
      let progress = CurveMotion(.easeInOut, from: 0, to: 1, duration: step.duration, at: step.start)
      return value - At.Number(step.amount) * (1 - now.value(of: .curve(progress)))
    }
  }

  /// Is at its target at once (M5).
  mutating func skip() {
    steps = []
  }

  /// Forgets the changes that are over.
  mutating func settle(at now: Instant) {
    steps.removeAll { $0.end <= now }
  }
}
