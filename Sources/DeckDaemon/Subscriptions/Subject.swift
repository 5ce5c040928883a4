import DeckProtocol

/// What events are about, and what clients subscribe to.
package enum Subject: Hashable, Sendable {
  case deck(String)
  case surface(String)

  /// What an event is about.
  init(_ event: DeckEvent) {
    guard let deck = event.deck else {
      guard let surface = event.surface else { preconditionFailure("an event of no deck is a surface's") }
      self = .surface(surface)
      return
    }
    self = .deck(deck)
  }

  /// The text by which the journal finds its events: a deck's id, or a surface's name after a control character, which
  /// no id has.
  package var key: String {
    switch self {
    case .deck(let id): id
    case .surface(let name): "\u{1F}\(name)"
    }
  }

  /// The id of a deck.
  var deck: String? { if case .deck(let id) = self { id } else { nil } }

  /// The name without its kind, for messages.
  var name: String {
    switch self {
    case .deck(let id): id
    case .surface(let name): "surface \(name)"
    }
  }
}

extension Topic {
  /// Whether a subscription to a surface has it, whatever decks the surface has.
  var isOfSurfaces: Bool {
    switch self {
    case .events, .gestures, .touches: true
    case .frames, .haptics, .motions, .panels, .prefetch: false
    }
  }
}
