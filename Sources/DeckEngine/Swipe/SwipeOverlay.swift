import DeckProtocol
import Kinetics

/// The progress of a drag, or of the swipe that it led to, as it is shown (S14).
struct SwipeOverlay: Equatable, Sendable {
  /// The id of the card that is swiped.
  var card: String
  /// The direction of the swipe; `nil` in the dead zone.
  var direction: Direction?
  /// 0…1 of what commits; a returning card's spring may take it below 0.
  var progress: Motion

  /// Returns the progress that is shown at `now`.
  func value<At: Evaluation>(at now: At) -> At.Number {
    now.value(of: progress).clamped(to: 0...1)
  }
}
