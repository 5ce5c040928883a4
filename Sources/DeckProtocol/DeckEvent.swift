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
    /// The deck has its cards.
    case deckLoaded
    /// The deck is at its first card again.
    case deckReset
    /// The last card was decided.
    case deckExhausted
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
    "card.shown", "card.swiped", "card.reset", "card.selected", "deck.loaded", "deck.reset", "deck.exhausted",
  ]

  /// The name of the event on the wire; one of `typeNames`.
  public var type: String {
    switch kind {
    case .cardShown: "card.shown"
    case .cardSwiped: "card.swiped"
    case .cardReset: "card.reset"
    case .cardSelected: "card.selected"
    case .deckLoaded: "deck.loaded"
    case .deckReset: "deck.reset"
    case .deckExhausted: "deck.exhausted"
    }
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("seq", sequence)
      json.member("t", time)
      json.member("deck", deck)
      json.member("type", type)
      switch kind {
      case .cardShown(let card, let index), .cardReset(let card, let index), .cardSelected(let card, let index):
        json.member("card", card)
        json.member("index", index)
      case .cardSwiped(let card, let index, let direction, let decision):
        json.member("card", card)
        json.member("index", index)
        json.member("direction", direction.rawValue)
        if let decision { json.member("decision", decision) }
      case .deckLoaded, .deckReset, .deckExhausted:
        break
      }
    }
  }
}
