/// Where a deck is: what a client that follows events alone has to know of every deck.
public struct DeckCounts: Hashable, Sendable {
  /// The front card's index, equal to `count` when the deck has run out; in a stack that of the open card, else 0.
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
      "The front card's index, equal to count when the deck has run out; in a stack that of the open card, else 0."
    ),
    Field("count", Common.total, "How many cards the deck has."),
    Field("undoDepth", Common.total, "How many decisions can be undone."),
    make: { Self(current: $0, count: $1, undoDepth: $2) },
    members: { ($0.current, $0.count, $0.undoDepth) }
  )
}
