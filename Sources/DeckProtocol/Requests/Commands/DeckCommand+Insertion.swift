extension DeckCommand {
  /// Inserts cards.
  public struct Insertion: Hashable, Sendable {
    /// The cards, with new ids.
    public var cards: CardSequence
    /// The index of the first of them; `nil` for the end of the deck.
    public var index: Int?

    /// An insertion of `cards`.
    public init(_ cards: CardSequence, at index: Int? = nil) {
      self.cards = cards
      self.index = index
    }

    /// An insertion of the cards of an array.
    public init(_ cards: [Card], at index: Int? = nil) { self.init(CardSequence(cards), at: index) }
  }
}

extension DeckCommand.Insertion {
  static let codec = ObjectCodec<Self>(
    "deck.insert",
    Field("cards", .cards(least: 1, most: DeckCommand.mostCards), "The cards, with new ids."),
    Field(optional: "at", Common.givenIndex, "The index of the first of them; the end of the deck where left out."),
    make: { Self($0, at: $1) },
    members: (\.cards, \.index)
  )
}
