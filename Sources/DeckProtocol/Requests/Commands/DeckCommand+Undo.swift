extension DeckCommand {
  /// Undoes the last decision.
  public struct Undo: Hashable, Sendable {
    /// The id that the decided card must have; `nil` for any card.
    public var card: String?

    /// An undo, of the decision about `card` if given.
    public init(card: String? = nil) {
      self.card = card
    }
  }
}

extension DeckCommand.Undo {
  static let codec = ObjectCodec<Self>(
    "deck.undo",
    Field(
      optional: "card",
      Common.card,
      "The card whose decision is meant: the request is refused where the last decision is about another one."
    ),
    make: { Self(card: $0) },
    members: (\.card)
  )
}
