extension DeckCommand {
  /// Replaces the cards that have the same ids.
  public struct Update: Hashable, Sendable {
    /// The cards.
    public var cards: CardSequence

    /// An update with `cards`.
    public init(_ cards: CardSequence) {
      self.cards = cards
    }

    /// An update with the cards of an array.
    public init(_ cards: [Card]) { self.init(CardSequence(cards)) }
  }
}

extension DeckCommand.Update {
  static let codec = ObjectCodec<Self>(
    "deck.update",
    Field("cards", .cards(least: 1, most: DeckCommand.mostCards), "Cards with ids of the deck's."),
    make: { Self($0) },
    members: (\.cards)
  )
}
