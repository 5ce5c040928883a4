/// Where a card can be swiped to, as named on the wire.
public enum Direction: String, CaseIterable, Hashable, Sendable {
  case left, right, up, down, topLeft, topRight, bottomLeft, bottomRight
}

/// What a deck is doing, as named on the wire.
public enum DeckPhase: String, CaseIterable, Hashable, Sendable {
  /// Nothing moves and nothing is touched.
  case rest
  /// A finger is down on a card and has not moved it.
  case pressing
  /// A finger moves a card.
  case dragging
  /// A finger scrolls a stack.
  case scrolling
  /// Something moves by itself.
  case settling
}

/// How far a round of decisions is, as named on the wire.
public enum RoundPhase: String, CaseIterable, Hashable, Sendable {
  /// The first cards are still being loaded; nothing is decided.
  case loading
  case active
  /// Every card is decided.
  case ended
}

/// What a card in a frame is at the moment, as named on the wire.
public enum CardRole: String, CaseIterable, Hashable, Sendable {
  case front, behind, dragged, leaving, arriving, open, hidden
}

/// The stages a recognizer reports, as named on the wire.
public enum GesturePhase: String, CaseIterable, Hashable, Sendable {
  case possible, began, changed, ended, failed, cancelled
}

/// How a haptic should feel, as named on the wire.
public enum HapticKind: String, CaseIterable, Hashable, Sendable {
  /// Another thing is chosen.
  case selection
  /// Small things that meet.
  case light
  case medium
  case heavy
  /// Something is done.
  case success
}

/// A stream that a client can subscribe to.
public enum Topic: String, CaseIterable, Hashable, Sendable {
  case events, frames, motions, gestures, haptics, prefetch, touches
}
