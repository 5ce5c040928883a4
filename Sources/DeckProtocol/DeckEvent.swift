/// Something that happened to a deck: durable, numbered, never dropped.
public struct DeckEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// The animation that brought the card to the front is complete.
    case cardShown(card: String, index: Int)
    /// The card was decided; it is still to be seen leaving.
    case cardSwiped(card: String, index: Int, direction: Direction, decision: String?)
    /// The card was let go undecided and returns.
    case cardReset(card: String, index: Int)
    /// The card was chosen, by a tap.
    case cardSelected(card: String, index: Int)
    /// The open card was closed; it is still to be seen returning.
    case cardDismissed(card: String, index: Int)
    /// The card was put at another place.
    case cardMoved(card: String, from: Int, to: Int)
    /// The card was put in; it has this index now.
    case cardInserted(card: String, index: Int)
    /// The card was taken out; it had this index.
    case cardRemoved(card: String, index: Int)
    /// The card has other data, directions or another threshold than before.
    case cardUpdated(card: String, index: Int)
    /// The deck has its cards.
    case deckLoaded
    /// The deck is at its first card again.
    case deckReset
    /// The card's decision was taken back; it returns from where it went, `nil` when that is not known.
    case deckRewound(card: String, index: Int, direction: Direction?)
    /// The last card was decided.
    case deckExhausted
    /// The animation that the deck appears with is complete.
    case deckAppeared
    /// The cards jumped and have come to rest.
    case deckBounced
    /// The deck is in the configuration no more; nothing comes of it after this.
    case deckRemoved
    /// The deck's preset or settings are others than before; those that changed, with the values that hold now.
    case deckConfigured(kind: String, preset: String, settings: [SettingValue])
    /// The deck's surface, or the deck's place on it, is another than before.
    case surfaceChanged(DeckPlace)
    /// The round has begun, can be played, or is over.
    case roundChanged(RoundPhase)
    /// Something for a screen reader to say, about this card where it is about one.
    case announcement(card: String?, text: String)
  }

  /// One sequence for the daemon, from 1, never reused.
  public var sequence: UInt64
  /// Microseconds of the deck's clock.
  public var time: Int64
  /// The deck's id.
  public var deck: String
  /// What happened, with its particulars.
  public var kind: Kind

  /// An event with its number, its time in microseconds and its deck.
  public init(sequence: UInt64, time: Int64, deck: String, kind: Kind) {
    self.sequence = sequence
    self.time = time
    self.deck = deck
    self.kind = kind
  }

  /// Every name that `type` can have.
  public static let typeNames = [
    "card.shown", "card.swiped", "card.reset", "card.selected", "card.dismissed", "card.moved", "card.inserted",
    "card.removed", "card.updated", "deck.loaded", "deck.reset", "deck.rewound", "deck.exhausted", "deck.appeared",
    "deck.bounced", "deck.removed", "deck.configured", "surface.changed", "round.changed", "announcement",
  ]

  /// The name of the event on the wire; one of `typeNames`.
  public var type: String {
    switch kind {
    case .cardShown: "card.shown"
    case .cardSwiped: "card.swiped"
    case .cardReset: "card.reset"
    case .cardSelected: "card.selected"
    case .cardDismissed: "card.dismissed"
    case .cardMoved: "card.moved"
    case .cardInserted: "card.inserted"
    case .cardRemoved: "card.removed"
    case .cardUpdated: "card.updated"
    case .deckLoaded: "deck.loaded"
    case .deckReset: "deck.reset"
    case .deckRewound: "deck.rewound"
    case .deckExhausted: "deck.exhausted"
    case .deckAppeared: "deck.appeared"
    case .deckBounced: "deck.bounced"
    case .deckRemoved: "deck.removed"
    case .deckConfigured: "deck.configured"
    case .surfaceChanged: "surface.changed"
    case .roundChanged: "round.changed"
    case .announcement: "announcement"
    }
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("seq", sequence)
      json.member("t", time)
      json.member("deck", deck)
      json.member("type", type)
      switch kind {
      case .cardShown(let card, let index), .cardReset(let card, let index), .cardSelected(let card, let index),
        .cardDismissed(let card, let index), .cardInserted(let card, let index), .cardRemoved(let card, let index),
        .cardUpdated(let card, let index):
        json.member("card", card)
        json.member("index", index)
      case .cardMoved(let card, let from, let to):
        json.member("card", card)
        json.member("from", from)
        json.member("to", to)
      case .cardSwiped(let card, let index, let direction, let decision):
        json.member("card", card)
        json.member("index", index)
        json.member("direction", direction.rawValue)
        if let decision { json.member("decision", decision) }
      case .deckRewound(let card, let index, let direction):
        json.member("card", card)
        json.member("index", index)
        if let direction { json.member("direction", direction.rawValue) }
      case .deckConfigured(let kind, let preset, let settings):
        json.member("kind", kind)
        json.member("preset", preset)
        json.member("settings") { json in
          for setting in settings { setting.writeMember(to: &json) }
        }
      case .surfaceChanged(let place): place.writeMembers(to: &json)
      case .roundChanged(let phase):
        json.member("phase", phase.rawValue)
      case .announcement(let card, let text):
        if let card { json.member("card", card) }
        json.member("text", text)
      case .deckLoaded, .deckReset, .deckExhausted, .deckAppeared, .deckBounced, .deckRemoved:
        break
      }
    }
  }
}
