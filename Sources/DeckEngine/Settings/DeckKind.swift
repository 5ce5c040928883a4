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
}

extension Set<DeckKind> {
  static let all = Set(DeckKind.allCases)
}
