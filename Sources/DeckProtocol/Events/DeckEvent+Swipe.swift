extension DeckEvent {
  /// The decision of a card.
  public struct Swipe: Hashable, Sendable {
    /// The card's id.
    public var card: String
    /// The card's index.
    public var index: Int
    /// The direction that the card leaves in.
    public var direction: Direction
    /// The name that the settings give the direction; `nil` if they give none.
    public var decision: String?

    /// The decision of the card at `index`.
    public init(card: String, index: Int, direction: Direction, decision: String?) {
      self.card = card
      self.index = index
      self.direction = direction
      self.decision = decision
    }
  }
}

extension DeckEvent.Swipe {
  static let codec = ObjectCodec<Self>(
    "event",
    Field("card", Common.card, "The card."),
    Field("index", Common.index, "The card's index."),
    Field("direction", .name, "Where the card went."),
    Field(
      optional: "decision",
      .text,
      "The name that the settings give the direction, such as \"keep\"; left out where they give none."
    ),
    make: { Self(card: $0, index: $1, direction: $2, decision: $3) },
    members: (\.card, \.index, \.direction, \.decision)
  )
}
