package import DeckProtocol
package import Kinetics

/// Where the cards of a swipe deck rest (S2, S23).
package enum LayoutKind: String, CaseIterable, Hashable, Sendable {
  /// Every card fits inside the deck with its own aspect; deeper cards are smaller by their scale.
  case fitted
  /// The front card is as large as the deck; deeper cards are narrower, along an edge of the deck.
  case stacked
  /// The front card is inset, one card is stretched behind it, and the others are hidden.
  case stretched
}

/// The edge of a stacked deck at which the cards behind the front card are visible.
package enum LayoutEdge: String, CaseIterable, Hashable, Sendable {
  case top, bottom
}

/// The size that the ratios of a drag refer to.
package enum SizeReference: String, CaseIterable, Hashable, Sendable {
  /// The front card's width and height.
  case card
  /// The deck's width and height.
  case deck
}

/// The point about which a dragged card turns and shrinks.
package enum DragAnchor: String, CaseIterable, Hashable, Sendable {
  case center, grab
}

/// The haptic feedback of a decision, or none (S21).
package enum HapticSetting: String, CaseIterable, Hashable, Sendable {
  case none, selection, light, medium, heavy, success

  /// The kind of feedback; `nil` for none.
  package var kind: HapticKind? { HapticKind(rawValue: rawValue) }
}

/// A timing curve by name (M4).
package enum Easing: String, CaseIterable, Hashable, Sendable {
  case linear, `default`, easeIn, easeOut, easeInOut

  /// The curve's function.
  package var curve: CubicBezier {
    switch self {
    case .linear: .linear
    case .default: .default
    case .easeIn: .easeIn
    case .easeOut: .easeOut
    case .easeInOut: .easeInOut
    }
  }
}
