/// Which cards' contents a front end should have ready, by how soon the cards may become visible.
public struct PrefetchNote: Hashable, Sendable {
  /// The deck's id.
  public var deck: String
  /// The ids of the cards about to become visible, nearest first: all of them, whether they are ready or not.
  public var load: [String]
  /// How many of `load`, from the first on, have priority over everything else.
  public var high: Int
  /// The ids of the cards that may follow, to be loaded when nothing else is pending.
  public var background: [String]
  /// The ids of the cards that are no longer needed.
  public var evict: [String]

  /// Cards to load, and cards to evict.
  public init(deck: String, load: [String], high: Int, background: [String], evict: [String]) {
    self.deck = deck
    self.load = load
    self.high = high
    self.background = background
    self.evict = evict
  }
}

extension PrefetchNote: DefinedObject {
  package static let object = ObjectWriter<Self>(
    .init("deck", .deckID, "The deck.", at: \.deck),
    .init(
      "load",
      .list(.cardID),
      "All cards to have ready, the nearest first, whether they are ready or not.",
      at: \.load
    ),
    .init("high", .total, "How many of load, from the first on, come before everything else.", at: \.high),
    .init("background", .list(.cardID), "The cards to make ready when there is nothing else to do.", at: \.background),
    .init("evict", .list(.cardID), "The cards that need not be ready any more.", at: \.evict)
  )

  package static let definition = define("prefetch", "Prefetch", "Which cards' contents to have ready.")
}
