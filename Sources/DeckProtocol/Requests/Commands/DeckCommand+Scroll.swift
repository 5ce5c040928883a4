extension DeckCommand {
  /// Scrolls a stack or a carousel.
  public struct Scroll: Hashable, Sendable {
    /// The target of a scroll.
    public enum Target: Hashable, Sendable {
      /// An offset from the start, in points.
      case offset(Double)
      /// The offset at which the card with this id is visible.
      case card(String)
    }

    /// The offsets that a client may request: beyond the ends of any stack, which scrolls to its nearer end.
    ///
    /// A million cards, the maximum for a deck, a thousand points apart.
    public static let offsets = -1e9...1e9

    /// Where the deck scrolls to.
    public var target: Target

    /// A scroll to `target`.
    public init(to target: Target) {
      self.target = target
    }
  }
}

extension DeckCommand.Scroll {
  static let codec = ObjectCodec<Self>(
    "deck.scroll",
    rules: [.exactlyOne(["to", "card"], expected: "a number of points, or a card in its place")],
    Field(
      optional: "to",
      .number(offsets),
      "From the start of the stack, pt; an offset beyond an end is that end."
    ),
    Field(optional: "card", Common.card, "The card to scroll to."),
    make: { offset, card in Self(to: offset.map { .offset($0) } ?? .card(card ?? "")) },
    members: (\.offset, \.card)
  )

  private var offset: Double? { if case .offset(let offset) = target { offset } else { nil } }
  private var card: String? { if case .card(let card) = target { card } else { nil } }
}
