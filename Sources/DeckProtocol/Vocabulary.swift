/// Where a card can be swiped to, as named on the wire.
public enum Direction: String, CaseIterable, Hashable, Sendable {
  case left, right, up, down, topLeft, topRight, bottomLeft, bottomRight
}

extension Direction: WireName {
  package static let definition = NameDefinition("direction", "Direction", "Where a card is swiped to.")

  package var meaning: String {
    switch self {
    case .left: "to the left"
    case .right: "to the right"
    case .up: "upwards"
    case .down: "downwards"
    case .topLeft: "up and to the left"
    case .topRight: "up and to the right"
    case .bottomLeft: "down and to the left"
    case .bottomRight: "down and to the right"
    }
  }
}

/// What a deck is doing, as named on the wire.
public enum DeckPhase: String, CaseIterable, Hashable, Sendable {
  /// Nothing moves and nothing is touched.
  case rest
  /// A finger is down on a card and has not moved it.
  case pressing
  /// A finger moves a card.
  case dragging
  /// A finger scrolls a stack or a carousel.
  case scrolling
  /// A swipe waits for the delegate's answer.
  case awaiting
  /// An animation runs without a finger.
  case settling
}

extension DeckPhase: WireName {
  package static let definition = NameDefinition("deckPhase", "Deck phase", "What a deck is doing.")

  package var meaning: String {
    switch self {
    case .rest: "nothing moves and no finger is on a card"
    case .pressing: "a finger is down on a card and has not moved it"
    case .dragging: "a finger moves a card"
    case .scrolling: "a finger scrolls a stack or a carousel"
    case .awaiting: "a swipe waits for the delegate; the card stays where the finger left it"
    case .settling: "an animation runs"
    }
  }
}

/// The phase of a round of decisions, as named on the wire.
public enum RoundPhase: String, CaseIterable, Hashable, Sendable {
  /// The first cards are still being loaded; no card can be decided.
  case loading
  case active
  /// Every card is decided.
  case ended
}

extension RoundPhase: WireName {
  package static let definition = NameDefinition("roundPhase", "Round phase", "How far a round of decisions is.")

  package var meaning: String {
    switch self {
    case .loading: "cards that are declared not to be loaded hold the round, and no card can be decided"
    case .active: "cards can be decided"
    case .ended: "every card is decided"
    }
  }
}

/// A card's current role in a frame, as named on the wire.
public enum CardRole: String, CaseIterable, Hashable, Sendable {
  case front, behind, dragged, leaving, arriving, open, hidden
}

extension CardRole: WireName {
  package static let definition = NameDefinition("cardRole", "Card role", "What a card is at the moment.")

  package var meaning: String {
    switch self {
    case .front: "the card on top: in a swipe deck, the only one that takes touches"
    case .behind: "a card below the front card"
    case .dragged: "a finger moves it"
    case .leaving:
      "it was decided or removed, and is drawn until it is out of sight; its index may belong to another card"
    case .arriving: "it moves into the deck: the deck appears, or the card was inserted or its decision undone"
    case .open: "the open card of a stack"
    case .hidden: "a card below the front card that the settings make invisible, to be drawn at opacity 0 or left out"
    }
  }
}

/// What the fingers of a gesture of a surface do, as named on the wire.
public enum SurfaceGestureKind: String, CaseIterable, Hashable, Sendable {
  case swipe, tap, hold, pinch, rotate
}

extension SurfaceGestureKind: WireName {
  package static let definition = NameDefinition(
    "surfaceGestureKind",
    "Kind of a surface's gesture",
    "What the fingers of a gesture of a surface do."
  )

  package var meaning: String {
    switch self {
    case .swipe: "they move together in one direction"
    case .tap: "they come down and are lifted, once or several times"
    case .hold: "they stay down without moving"
    case .pinch: "they move apart or together"
    case .rotate: "they turn around their middle"
    }
  }
}

/// The stages a recognizer reports, as named on the wire.
public enum GesturePhase: String, CaseIterable, Hashable, Sendable {
  case possible, began, changed, ended, failed, cancelled
}

extension GesturePhase: WireName {
  package static let definition = NameDefinition(
    "gesturePhase",
    "Gesture phase",
    "The stage of a recognizer. Each that was possible ends once."
  )

  package var meaning: String {
    switch self {
    case .possible: "a finger came down that the gesture can come of"
    case .began: "the gesture is recognized and continues"
    case .changed: "the finger moved or its velocity changed"
    case .ended: "the gesture is complete"
    case .failed: "the touch is not this gesture, or another gesture won"
    case .cancelled: "the touch or the deck was taken away"
    }
  }
}

/// How a haptic should feel, as named on the wire.
public enum HapticKind: String, CaseIterable, Hashable, Sendable {
  /// The selection changed.
  case selection
  /// A light impact.
  case light
  case medium
  case heavy
  /// A task succeeded.
  case success
}

extension HapticKind: WireName {
  package static let definition = NameDefinition("hapticKind", "Haptic kind", "How a haptic should feel.")

  package var meaning: String {
    switch self {
    case .selection: "the selection changes"
    case .light: "small or light objects collide"
    case .medium: "medium-sized objects collide"
    case .heavy: "large or heavy objects collide"
    case .success: "a task is complete"
    }
  }
}

/// A stream that a client can subscribe to.
public enum Topic: String, CaseIterable, Hashable, Sendable {
  case events, frames, motions, gestures, haptics, prefetch, touches
  /// A topic of the daemon, not of a deck.
  case panels
}

extension Topic: WireName {
  package static let definition = NameDefinition("topic", "Topic", "A stream that a client can subscribe to.")

  package var meaning: String {
    switch self {
    case .events: "what happened to the deck"
    case .frames: "the positions of all visible cards"
    case .motions: "the animation of each property, as a formula"
    case .gestures: "the transitions of gesture recognizers"
    case .haptics: "what a finger should feel"
    case .prefetch: "the cards whose contents to have ready"
    case .touches: "the contacts of the deck's surface"
    case .panels: "panels that are connected, disconnected and calibrated"
    }
  }
}
