extension DeckCommand {
  /// Marks the contents of cards as loaded.
  public struct LoadedContent: Hashable, Sendable {
    /// The cards whose contents are loaded.
    public enum Cards: Hashable, Sendable {
      /// The card with this id.
      case one(String)
      /// The cards with these ids, at least one.
      case several([String])

      /// The cards' ids.
      public var ids: [String] {
        switch self {
        case .one(let id): [id]
        case .several(let ids): ids
        }
      }

      /// How many cards there are.
      package var count: Int {
        switch self {
        case .one: 1
        case .several(let ids): ids.count
        }
      }
    }

    /// The cards.
    public var cards: Cards
    /// The size of the content of each of them; `nil` if unknown.
    public var bytes: Int?

    /// The loaded contents of `cards`.
    public init(of cards: Cards, bytes: Int? = nil) {
      self.cards = cards
      self.bytes = bytes
    }
  }
}

extension DeckCommand.LoadedContent {
  static let codec = ObjectCodec<Self>(
    "card.loaded",
    rules: [.exactlyOne(["card", "cards"], expected: "the id of a card, or cards with several")],
    Field(optional: "card", Common.card, "The card."),
    Field(optional: "cards", Common.cardIDs, "The cards."),
    Field(optional: "bytes", Common.givenIndex, "The size of the content of each of them; unknown where left out."),
    make: { card, cards, bytes in Self(of: card.map { .one($0) } ?? .several(cards ?? []), bytes: bytes) },
    members: (\.card, \.several, \.bytes)
  )

  private var card: String? { if case .one(let card) = cards { card } else { nil } }
  private var several: [String]? { if case .several(let cards) = cards { cards } else { nil } }
}
