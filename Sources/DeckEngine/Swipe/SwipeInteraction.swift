package import DeckProtocol
package import Kinetics

/// What holds the front card of a swipe deck: a finger, or a swipe that waits for the delegate.
package enum SwipeInteraction: Equatable, Sendable {
  case idle
  /// A finger is down on the card.
  case pressed(Grab)
  /// A finger moves the card by `translation`, its offset at the catch included.
  ///
  /// `farthest` is the largest progress so far.
  case dragged(Grab, translation: Vector, farthest: Double)
  /// A swipe in this direction waits for the delegate's answer: that of a finger which released the card, or of a
  /// command, without a release, which awaits its reply.
  case awaitingDelegate(Direction, Release?)

  /// The state of a card when a finger came down on it: how it differs from a card dragged by its translation alone.
  package struct Grab: Equatable, Sendable {
    /// The card's translation, in points.
    package var offset: Vector
    /// Degrees.
    var rotation: Double
    /// The greatest rotation of the card: it may have been caught with more than a drag makes.
    var rotationLimit: Double
    var zoom: Double
    /// The smallest zoom of the card.
    var zoomLimit: Double
    /// How far the cards behind had moved up, beyond the progress of the card's offset.
    var rise: Double
    /// The delegate's answers at that moment: a drag keeps them.
    package var rules: DelegateQueries.Rules
  }

  /// How the finger on the card caught it; `nil` without a finger.
  package var grab: Grab? {
    switch self {
    case .pressed(let grab), .dragged(let grab, _, _): grab
    case .idle, .awaitingDelegate: nil
    }
  }

  /// Whether the card is where a finger holds it, or has left it until the delegate answers.
  package var isCardDisplaced: Bool {
    switch self {
    case .pressed, .dragged, .awaitingDelegate(_, _?): true
    case .idle, .awaitingDelegate(_, nil): false
    }
  }

  /// Moves a card that a finger holds.
  package mutating func drag(to translation: Vector, progress: Double) {
    switch self {
    case .pressed(let grab): self = .dragged(grab, translation: translation, farthest: max(0, progress))
    case .dragged(let grab, _, let farthest):
      self = .dragged(grab, translation: translation, farthest: max(farthest, progress))
    case .idle, .awaitingDelegate: break
    }
  }
}
