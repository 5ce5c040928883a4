extension DeckFrame {
  /// What a screen reader exposes of a deck: one card, and the actions that replace its gestures.
  public struct Accessibility: Hashable, Sendable {
    /// A request with the same effect as a gesture.
    public struct Action: Hashable, Sendable {
      /// The action's name: the decision's name, else the direction, `select`, `dismiss`, `next` or `previous`.
      public var name: String
      /// The method that performs it, on this deck.
      public var method: String
      /// The request's `direction`; `nil` if it has none.
      public var direction: Direction?
      /// The request's `card`; `nil` if it has none.
      public var card: String?

      /// An action that sends `method`, with the parameters that it takes.
      public init(name: String, method: String, direction: Direction? = nil, card: String? = nil) {
        self.name = name
        self.method = method
        self.direction = direction
        self.card = card
      }
    }

    /// The id of the top card, the only one that is exposed.
    public var card: String
    /// The card's name.
    public var label: String
    /// A usage hint from its owner; may be empty.
    public var hint: String
    /// The actions that replace the gestures.
    public var actions: [Action]
    // Last, so that no bytes are unused: `FrameMemory` compares them.
    /// Whether the card is selected: the front card of a swipe deck always is, a stack's when it is open.
    public var selected: Bool

    /// A card with its texts and actions.
    public init(card: String, label: String, hint: String, selected: Bool, actions: [Action]) {
      self.card = card
      self.label = label
      self.hint = hint
      self.actions = actions
      self.selected = selected
    }
  }
}

extension DeckFrame.Accessibility: DefinedObject {
  package static let object = ObjectWriter<Self>(
    .init(
      "card",
      .cardID,
      "The front card; in a stack the open one, else the one on top; in a carousel the one in the center.",
      at: \.card
    ),
    .init("label", "The card's name: its own label, else its id.", at: \.label),
    .init("hint", "What can be done with the card: its own hint, else the deck's; may be empty.", at: \.hint),
    .init("selected", "Whether the card is selected; in a stack only while it is open.", at: \.selected),
    .init("actions", "Requests that replace the gestures.", at: \.actions)
  )

  package static let definition = define(
    "accessibility",
    "Accessibility",
    "The card on top, the only one that a screen reader exposes, and the requests that replace the gestures."
  )
}

extension DeckFrame.Accessibility.Action: WireObject {
  package static let object = ObjectWriter<Self>(
    .init(
      "name",
      .text(least: 1),
      "The decision, else the direction; select or dismiss in a stack; next, previous or select in a carousel.",
      at: \.name
    ),
    .init(
      "request",
      .choice([ClientRequest.MethodName.deckSwipe, .deckSelect, .deckDismiss, .deckScroll].map(\.rawValue)),
      "The method of the request.",
      at: \.method
    ),
    .init(optional: "direction", "The request's direction; only of deck.swipe.", at: \.direction),
    .init(optional: "card", .cardID, "The request's card; only of deck.scroll.", at: \.card)
  )
}
