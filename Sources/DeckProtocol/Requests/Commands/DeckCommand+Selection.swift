extension DeckCommand {
  /// Selects a card as a tap would.
  public struct Selection: Hashable, Sendable {
    /// The card's id.
    ///
    /// In a stack `nil` stands for the topmost card, in a carousel for the one in the center. A swipe deck selects only
    /// the front card, which must have this id if given.
    public var card: String?

    /// A selection of `card`.
    public init(card: String? = nil) {
      self.card = card
    }
  }
}

extension DeckCommand.Selection {
  static let codec = ObjectCodec<Self>(
    "deck.select",
    Field(
      optional: "card",
      Common.card,
      "In a stack the card, the one on top where left out; in a swipe deck the card that is meant: the request is refused where another one is in front."
    ),
    make: { Self(card: $0) },
    members: (\.card)
  )
}
