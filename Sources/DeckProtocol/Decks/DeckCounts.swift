/// A deck's current index and counts, which a client needs to track every deck by its events alone.
public struct DeckCounts: Hashable, Sendable {
  /// The front card's index, equal to `count` when the deck is exhausted; in a stack, the open card's index, or 0.
  public var current: Int
  /// How many cards the deck has.
  public var count: Int
  /// How many decisions can be undone.
  public var undoDepth: Int

  /// A deck of `count` cards.
  public init(current: Int, count: Int, undoDepth: Int) {
    self.current = current
    self.count = count
    self.undoDepth = undoDepth
  }
}

extension DeckCounts {
  static let codec = ObjectCodec<Self>(
    "counts",
    Field(
      "current",
      Common.index,
      "The front card's index, equal to count when the deck has run out; in a stack that of the open card, else 0; in "
        + "a carousel that of the card last at rest in the center."
    ),
    Field("count", Common.total, "How many cards the deck has."),
    Field("undoDepth", Common.total, "How many decisions can be undone."),
    make: { Self(current: $0, count: $1, undoDepth: $2) },
    members: (\.current, \.count, \.undoDepth)
  )
}
