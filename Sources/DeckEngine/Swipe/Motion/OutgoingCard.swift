package import DeckProtocol
import Kinetics

/// A card that is on the screen and no longer among those in front.
package struct OutgoingCard: Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// It was swiped.
    case decided
    /// It was removed from the deck.
    case removed
    /// Another card replaced it among the visible ones.
    case pushedOut
  }

  package var card: Card
  package var reason: Reason
  /// How many cards were in front of it.
  var rank: Int
  package var pose: CardPose
  /// When it is off the surface, if its motions do not end before; then it is over.
  var leaves: Instant?

  /// Whether the card has left.
  func isOver(at now: Instant) -> Bool {
    if let leaves, leaves <= now { return true }
    let hasFlown = pose.x.end == nil && pose.y.end == nil
    return switch reason {
    case .decided: hasFlown
    // A card that was pushed out before it was removed continues to fade where it is.
    case .removed: hasFlown && (pose.opacity.target > 0 || pose.opacity.end == nil)
    case .pushedOut: pose.opacity.end == nil
    }
  }
}
