extension DeckFrame {
  /// What a screen reader exposes of a deck: one card, and what can be done to it without a swipe.
  public struct Accessibility: Hashable, Sendable {
    /// A request that does what a finger would.
    public struct Action: Hashable, Sendable {
      /// What it does: the decision's name, else the direction, `select` or `dismiss`.
      public var name: String
      /// The method that does it, on this deck.
      public var method: String
      /// The request's `direction`; `nil` where it has none.
      public var direction: Direction?

      /// An action of a method, in a direction where it takes one.
      public init(name: String, method: String, direction: Direction? = nil) {
        self.name = name
        self.method = method
        self.direction = direction
      }
    }

    /// The id of the card on top, the only one that is exposed.
    public var card: String
    /// What the card is called.
    public var label: String
    /// What can be done with it, in its owner's words; may be empty.
    public var hint: String
    /// Whether the card is the chosen one: the front card of a swipe deck always is, a stack's when it is open.
    public var selected: Bool
    /// What replaces the gestures.
    public var actions: [Action]

    /// A card with its words and what can be done to it.
    public init(card: String, label: String, hint: String, selected: Bool, actions: [Action]) {
      self.card = card
      self.label = label
      self.hint = hint
      self.selected = selected
      self.actions = actions
    }

    func writeMembers(to json: inout JSONWriter) {
      json.member("card", card)
      json.member("label", label)
      json.member("hint", hint)
      json.member("selected", selected)
      json.key("actions")
      json.array(actions) { json, action in
        json.object { json in
          json.member("name", action.name)
          json.member("request", action.method)
          if let direction = action.direction { json.member("direction", direction.rawValue) }
        }
      }
    }
  }
}
