package import DeckProtocol
package import Kinetics

/// Where the cards of a swipe deck rest (S2, S23).
package enum LayoutKind: String, CaseIterable, Hashable, Sendable {
  /// Every card fitted inside the deck with its own aspect, the deeper the smaller by its scale.
  case fitted
  /// The front card as large as the deck, the deeper the narrower, along an edge of the deck.
  case stacked
  /// The front card inset, one card stretched behind it, the others hidden.
  case stretched
}

/// Where the cards of a stacked deck are seen behind the front card.
package enum LayoutEdge: String, CaseIterable, Hashable, Sendable {
  case top, bottom
}

/// What the ratios of a drag are ratios of.
package enum SizeReference: String, CaseIterable, Hashable, Sendable {
  /// The front card's width and height.
  case card
  /// The deck's width and height.
  case deck
}

/// The point that a dragged card turns and shrinks about.
package enum DragAnchor: String, CaseIterable, Hashable, Sendable {
  case center, grab
}

/// What a finger is to feel, or nothing (S21).
package enum HapticSetting: String, CaseIterable, Hashable, Sendable {
  case none, selection, light, medium, heavy, success

  /// How it feels; `nil` for nothing.
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
