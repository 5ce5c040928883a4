/// What a deck is for; each kind has presets and settings of its own.
package enum DeckKind: String, CaseIterable, Hashable, Sendable {
  /// Cards are decided one by one.
  case swipe
  /// Cards are chosen and put in order.
  case stack

  /// What a deck of the kind is called in messages and in the documentation.
  package var noun: String {
    switch self {
    case .swipe: "swipe deck"
    case .stack: "stack"
    }
  }
}
