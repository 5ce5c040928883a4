import DeckProtocol
import Kinetics

/// What a drag, or the swipe that came of it, shows of its progress (S14).
struct SwipeOverlay: Equatable, Sendable {
  /// The id of the card that is swiped.
  var card: String
  /// Where it is swiped to; `nil` in the dead zone.
  var direction: Direction?
  /// 0…1 of what commits; a returning card's spring may take it below 0.
  var progress: Motion

  /// The progress that is shown at `now`.
  func value<At: Evaluation>(at now: At) -> At.Number {
    now.value(of: progress).clamped(to: 0...1)
  }
}
