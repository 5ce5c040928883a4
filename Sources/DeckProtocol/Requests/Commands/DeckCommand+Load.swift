extension DeckCommand {
  /// Loads cards and discards all decisions.
  public struct Load: Hashable, Sendable {
    /// The cards; `nil` for the configured ones.
    public var cards: CardSequence?
    /// The index of the front card.
    public var current: Int

    /// A load of `cards`.
    public init(_ cards: CardSequence? = nil, current: Int = 0) {
      self.cards = cards
      self.current = current
    }

    /// A load of the cards of an array.
    public init(_ cards: [Card], current: Int = 0) { self.init(CardSequence(cards), current: current) }
  }
}

extension DeckCommand.Load {
  static let codec = ObjectCodec<Self>(
    "deck.load",
    Field(
      optional: "cards",
      .cards(most: DeckCommand.mostCards),
      "The cards; those of the configuration where left out."
    ),
    Field(
      "current",
      Common.givenIndex,
      else: 0,
      "The index of the front card; the cards before it can be undone."
    ),
    make: { Self($0, current: $1) },
    members: (\.cards, \.current)
  )
}
