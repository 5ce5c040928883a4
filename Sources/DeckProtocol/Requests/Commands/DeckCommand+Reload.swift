extension DeckCommand {
  /// Lays the cards out again; the front index stays.
  public struct Reload: Hashable, Sendable {
    /// The cards that replace those of the deck; `nil` to keep them.
    public var cards: CardSequence?

    /// A reload, with `cards` if given.
    public init(_ cards: CardSequence? = nil) {
      self.cards = cards
    }

    /// A reload with the cards of an array.
    public init(_ cards: [Card]) { self.init(CardSequence(cards)) }
  }
}

extension DeckCommand.Reload {
  static let codec = ObjectCodec<Self>(
    "deck.reload",
    Field(optional: "cards", .cards(most: DeckCommand.mostCards), "The cards; those that the deck has where left out."),
    make: { Self($0) },
    members: (\.cards)
  )
}
