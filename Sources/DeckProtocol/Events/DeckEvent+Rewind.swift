extension DeckEvent {
  /// The undoing of a decision.
  public struct Rewind: Hashable, Sendable {
    /// The card's id.
    public var card: String
    /// The card's index.
    public var index: Int
    /// The direction that the card returns from; `nil` when that is not known.
    public var direction: Direction?

    /// The return of the card at `index`.
    public init(card: String, index: Int, direction: Direction?) {
      self.card = card
      self.index = index
      self.direction = direction
    }
  }
}

extension DeckEvent.Rewind {
  static let codec = ObjectCodec<Self>(
    "event",
    Field("card", Common.card, "The card."),
    Field("index", Common.index, "The card's index."),
    Field(optional: "direction", .name, "Where the card had gone; left out where that is not known."),
    make: { Self(card: $0, index: $1, direction: $2) },
    members: (\.card, \.index, \.direction)
  )
}
