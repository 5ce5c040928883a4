extension DeckCommand {
  /// Removes cards.
  public struct Removal: Hashable, Sendable {
    /// The cards' indexes.
    public var range: Range<Int>

    /// A removal of the cards with these indexes.
    public init(_ range: Range<Int>) {
      self.range = range
    }
  }
}

extension DeckCommand.Removal {
  static let codec = ObjectCodec<Self>(
    "deck.remove",
    Field("at", Common.givenIndex, "The index of the first of them."),
    Field("count", .integer(1...DeckCommand.mostCards), else: 1, "How many cards."),
    make: { Self($0..<$0 + $1) },
    members: (\.range.lowerBound, \.range.count)
  )
}
