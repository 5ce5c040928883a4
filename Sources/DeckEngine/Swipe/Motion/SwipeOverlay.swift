package import DeckProtocol
package import Kinetics

/// The feedback on a swipe: its progress on the card, and the tint of the background (S14).
package struct SwipeOverlay: Equatable, Sendable {
  /// The progress of a drag, or of the swipe that it led to, as it is shown.
  private struct Shown: Equatable {
    var card: String
    /// The direction of the swipe; `nil` in the dead zone.
    var direction: Direction?
    /// 0…1 of what commits; a returning card's spring may take it below 0.
    var progress: Motion

    /// When the progress comes to rest; `nil` while it is at rest.
    var end: Instant? { progress.end }

    func value<At: Evaluation>(at now: At) -> At.Number {
      now.value(of: progress).clamped(to: 0...1)
    }
  }

  private var shown: Shown?
  private var tint: BackgroundTint

  /// An overlay that shows nothing; every change of the tint takes `tintDuration` seconds.
  package init(tintDuration: Double) {
    tint = BackgroundTint(duration: tintDuration)
  }

  package var tintDuration: Double {
    get { tint.duration }
    set { tint.duration = newValue }
  }

  /// The id of the card whose progress is shown.
  package var card: String? { shown?.card }
  /// When the progress or the tint comes to rest; `nil` while both are at rest.
  package var end: Instant? { earlier(shown?.end, tint.end) }

  /// Shows the progress of a drag.
  package mutating func follow(
    _ card: String,
    _ direction: Direction?,
    progress: Double,
    tint strength: Double,
    at now: Instant
  ) {
    shown = Shown(card: card, direction: direction, progress: .fixed(progress))
    tint.aim(at: strength, now: now)
  }

  /// Shows that a card was decided: its progress completes along a motion from what a drag has shown (S10).
  package mutating func complete(
    _ card: String,
    _ direction: Direction,
    at now: Instant,
    along motion: (Motion) -> Motion
  ) {
    let progress = shown.flatMap { $0.card == card && $0.direction == direction ? $0.value(at: now) : nil } ?? 0
    shown = Shown(card: card, direction: direction, progress: motion(.fixed(progress)))
    fadeTint(at: now)
  }

  /// Continues with another motion, if it shows this card.
  package mutating func redirect(_ card: String, along motion: (Motion) -> Motion) {
    if let shown, shown.card == card { self.shown?.progress = motion(shown.progress) }
  }

  /// Takes the progress back within `duration` seconds, if it is that of this card.
  package mutating func withdraw(_ card: String, in duration: Double, at now: Instant) {
    redirect(card) { .fixed($0.value(at: now).clamped(to: 0...1)).easing(to: 0, in: duration, at: now) }
  }

  /// Fades the tint out.
  package mutating func fadeTint(at now: Instant) {
    tint.aim(at: 0, now: now)
  }

  /// Replaces every motion that is over by its target.
  package mutating func settle(at now: Instant) {
    shown?.progress.settle(at: now)
    tint.settle(at: now)
  }

  /// Brings every motion to its end at once (M5).
  package mutating func skip() {
    shown?.progress.skip()
    tint.skip()
  }

  /// Removes a progress that has nothing more to show: its card has left, or is back.
  package mutating func removeFinished(whileLeaving isLeaving: Bool) {
    guard let shown, tint.end == nil else { return }
    if shown.progress.target > 0 ? !isLeaving : shown.end == nil { self.shown = nil }
  }

  /// Returns the overlay as it is drawn, with a stamp of `scale` at progress 0 that leans by `rotation` degrees.
  func presented<At: Evaluation>(scale: Double, rotation: Double, at now: At) -> PresentedOverlay<At.Number>? {
    guard let shown else { return nil }
    let progress = shown.value(at: now)
    return PresentedOverlay(
      card: shown.card,
      direction: shown.direction,
      progress: progress,
      stampScale: At.Number(scale) + At.Number(1 - scale) * progress,
      // The stamp leans like the card.
      stampRotation: rotation * (shown.direction?.way.dx ?? 0),
      wash: tint.value(at: now)
    )
  }
}
