extension DeckCommand {
  /// Sets the length of a card's content.
  public struct DetailLayout: Hashable, Sendable {
    /// The card's id.
    public var card: String
    /// The content's length in the direction in which it scrolls, in points.
    public var length: Double

    /// The layout of the content of `card`.
    public init(card: String, length: Double) {
      self.card = card
      self.length = length
    }
  }
}

extension DeckCommand.DetailLayout {
  static let codec = ObjectCodec<Self>(
    "detail.layout",
    Field("card", Common.card, "The card; the length of one that is not open applies when it opens."),
    Field("length", .number(0...1_000_000), "The content's length in the direction in which it scrolls, pt."),
    make: { Self(card: $0, length: $1) },
    members: (\.card, \.length)
  )
}
