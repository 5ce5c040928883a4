extension DeckEvent {
  /// A card that something happened to.
  public struct CardReference: Hashable, Sendable {
    /// The card's id.
    public var card: String
    /// The card's index.
    public var index: Int

    /// The card with this id, at this index.
    public init(card: String, index: Int) {
      self.card = card
      self.index = index
    }
  }
}

extension DeckEvent.CardReference {
  static let codec = codec(index: "The card's index.")

  /// A codec whose documentation describes the index with `summary`.
  static func codec(index summary: String) -> ObjectCodec<Self> {
    ObjectCodec(
      "event",
      Field("card", Common.card, "The card."),
      Field("index", Common.index, summary),
      make: { Self(card: $0, index: $1) },
      members: (\.card, \.index)
    )
  }
}
