extension DeckEvent {
  /// The move of a card to another index.
  public struct Move: Hashable, Sendable {
    /// The card's id.
    public var card: String
    /// The index that the card had.
    public var from: Int
    /// The index that the card has.
    public var to: Int

    /// The move of a card.
    public init(card: String, from: Int, to: Int) {
      self.card = card
      self.from = from
      self.to = to
    }
  }
}

extension DeckEvent.Move {
  static let codec = ObjectCodec<Self>(
    "event",
    Field("card", Common.card, "The card."),
    Field("from", Common.index, "The index that the card had."),
    Field("to", Common.index, "The index that the card has."),
    make: { Self(card: $0, from: $1, to: $2) },
    members: (\.card, \.from, \.to)
  )
}
