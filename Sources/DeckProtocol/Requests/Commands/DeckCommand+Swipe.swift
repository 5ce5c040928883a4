extension DeckCommand {
  /// Decides the front card as a finger would.
  public struct Swipe: Hashable, Sendable {
    /// The direction, one of those that the card allows.
    public var direction: Direction
    /// Whether the delegate is not queried.
    public var force: Bool
    /// The id that the front card must have; `nil` for any card.
    public var card: String?

    /// A swipe of the front card.
    public init(_ direction: Direction, force: Bool = false, card: String? = nil) {
      self.direction = direction
      self.force = force
      self.card = card
    }
  }
}

extension DeckCommand.Swipe {
  static let codec = ObjectCodec<Self>(
    "deck.swipe",
    Field("direction", .name, "One of the directions that the card allows."),
    Field("force", .flag, else: false, "Decides without asking the delegate."),
    Field(
      optional: "card",
      Common.card,
      "The card that is meant: the request is refused where another one is in front."
    ),
    make: { Self($0, force: $1, card: $2) },
    members: (\.direction, \.force, \.card)
  )
}
