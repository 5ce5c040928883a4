extension DeckEvent {
  /// Text for a screen reader to speak.
  public struct Announcement: Hashable, Sendable {
    /// The id of the card that the text is about; `nil` if it is about none.
    public var card: String?
    /// The text.
    public var text: String

    /// A text, about `card`.
    public init(card: String?, text: String) {
      self.card = card
      self.text = text
    }
  }
}

extension DeckEvent.Announcement {
  static let codec = ObjectCodec<Self>(
    "event",
    Field(optional: "card", Common.card, "The card that it is about; left out where it is about none."),
    Field("text", .text.as(.text(least: 1)), "The words, from the deck's settings."),
    make: { Self(card: $0, text: $1) },
    members: (\.card, \.text)
  )
}
