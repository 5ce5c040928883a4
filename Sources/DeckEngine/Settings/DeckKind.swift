/// The kind of a deck; each kind has presets and settings of its own.
package enum DeckKind: String, CaseIterable, Hashable, Sendable {
  /// Cards are decided one by one.
  case swipe
  /// Cards are selected and reordered.
  case stack
  /// Cards are browsed side by side.
  case carousel

  /// The name of a deck of the kind in messages and in the documentation.
  package var noun: String {
    switch self {
    case .swipe: "swipe deck"
    case .stack: "stack"
    case .carousel: "carousel"
    }
  }

  /// Whether swipes decide the cards, which a delegate may be asked about.
  package var decidesCards: Bool {
    switch self {
    case .swipe: true
    case .stack, .carousel: false
    }
  }

  /// Whether one card is in front of the others, or else all are on view together.
  package var hasFrontCard: Bool {
    switch self {
    case .swipe, .carousel: true
    case .stack: false
    }
  }

  /// The presets of the kind.
  package var presets: [Preset] { Preset.allCases.filter { $0.kind == self } }

  /// The preset whose settings are the defaults of the kind.
  package var defaultPreset: Preset {
    switch self {
    case .swipe: .usual
    case .stack: .fan
    case .carousel: .carousel
    }
  }
}

extension Set<DeckKind> {
  static let all = Set(DeckKind.allCases)
}
