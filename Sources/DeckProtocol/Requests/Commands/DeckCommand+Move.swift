extension DeckCommand {
  /// Moves a card to another index.
  public struct Move: Hashable, Sendable {
    /// The card's id.
    public var card: String
    /// The index that the card has afterwards.
    public var index: Int

    /// A move of `card`.
    public init(card: String, to index: Int) {
      self.card = card
      self.index = index
    }
  }
}

extension DeckCommand.Move {
  static let codec = ObjectCodec<Self>(
    "deck.move",
    Field("card", Common.card, "The card."),
    Field("to", Common.givenIndex, "The index that it has afterwards."),
    make: { Self(card: $0, to: $1) },
    members: (\.card, \.index)
  )
}
