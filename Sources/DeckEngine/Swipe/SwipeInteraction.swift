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

  /// The delegate's answers that a finger on the card keeps; `nil` without a finger.
  package var rules: DelegateQueries.Rules? {
    switch self {
    case .pressed(let grab), .dragged(let grab, _, _): grab.rules
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

  /// Whether a finger moves the card.
  package var isDrag: Bool { if case .dragged = self { true } else { false } }

  /// Whether a swipe waits for the delegate.
  package var isWaiting: Bool { if case .awaitingDelegate = self { true } else { false } }

  /// Returns the direction in which the card may be decided next, by its rules; while its round is held, a finger
  /// decides nothing.
  package func direction(by rules: SwipeRules, isHeld: Bool, in layout: SwipeLayout) -> Direction? {
    switch self {
    case .idle, .pressed: nil
    case .dragged(_, let translation, _): isHeld ? nil : rules.progress(of: translation, in: layout).direction
    case .awaitingDelegate(let direction, _): direction
    }
  }

  /// Returns a finger's effect on the card with this id, as it is published; `nil` if none moves it.
  func frame(of card: String, by rules: SwipeRules, in layout: SwipeLayout) -> DeckFrame.Drag? {
    guard case .dragged(_, let translation, _) = self else { return nil }
    let swipe = rules.progress(of: translation, in: layout)
    return DeckFrame.Drag(
      card: card,
      dx: translation.dx,
      dy: translation.dy,
      direction: swipe.direction,
      progress: swipe.progress
    )
  }

  /// Returns how fast a card that a finger moves is drawn when the finger releases it at `velocity`, in pt/s (M2).
  ///
  /// `side` is 1 for a card that a drag to the right turns clockwise, −1 for one that it turns counterclockwise.
  func drawnVelocity(of velocity: Vector, side: Double, by rules: SwipeRules, in layout: SwipeLayout) -> DrawnVelocity {
    guard case .dragged(let grab, let translation, _) = self else { return DrawnVelocity() }
    return layout.drawnVelocity(
      of: grab,
      at: translation,
      velocity: velocity.limited(to: layout.own.snapMaximumVelocity),
      side: side,
      swipe: rules.progress(of: translation, in: layout),
      threshold: rules.threshold
    )
  }

  /// Moves a card that a finger holds.
  package mutating func drag(to translation: Vector, progress: Double) {
    switch consume self {
    case .pressed(let grab): self = .dragged(grab, translation: translation, farthest: max(0, progress))
    case .dragged(let grab, _, let farthest):
      self = .dragged(grab, translation: translation, farthest: max(farthest, progress))
    case let other: self = other
    }
  }
}

extension Vector {
  /// Returns the vector, shortened to `limit` if it is longer.
  fileprivate func limited(to limit: Double) -> Vector {
    length > limit ? (limit / length) * self : self
  }
}
