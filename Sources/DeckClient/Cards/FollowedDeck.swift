public import DeckProtocol
public import JSON

/// A deck with all of its cards, as it is after an event.
public struct FollowedDeck: Equatable, Sendable {
  /// The deck's state; its `cards` are ids, `nil` if the session does not fetch cards.
  public private(set) var model: DeckModel
  private var contents: [String: ReceivedCard]

  /// A deck without its cards.
  init(_ model: DeckModel) {
    self.model = model
    contents = [:]
  }

  /// A deck with its cards, by index; throws if their number differs from the deck's count.
  init(_ model: DeckModel, cards: [ReceivedCard]) throws(DeckModel.Contradiction) {
    self.model = model
    try self.model.follow(cards: cards.map(\.card.id))
    contents = Dictionary(cards.map { ($0.card.id, $0) }) { first, _ in first }
    try checkContents()
  }

  /// The deck's id.
  public var id: String { model.deck }
  /// How many cards the deck has.
  public var count: Int { model.counts.count }
  /// The front card's index, equal to `count` when the deck is exhausted; in a stack, the open card's index, or 0.
  public var current: Int { model.counts.current }
  /// The cards by index; empty if the session does not fetch them.
  public var cards: [Card] { model.cards?.compactMap { contents[$0]?.card } ?? [] }
  /// The card at `current`; `nil` when the deck is exhausted.
  public var front: Card? { card(at: current) }

  /// The card with this id; `nil` if the deck has none.
  public func card(_ id: String) -> Card? { contents[id]?.card }

  /// The members of a card that this version does not know; empty for a daemon of the same version.
  public func otherMembers(ofCard id: String) -> [JSONValue.Member] { contents[id]?.others ?? [] }

  /// The card at an index; `nil` if the deck has none there.
  public func card(at index: Int) -> Card? {
    guard let ids = model.cards, ids.indices.contains(index) else { return nil }
    return contents[ids[index]]?.card
  }

  /// Writes the deck as an object, by the names of a snapshot, with its cards as the daemon returned them.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      model.writeMembers(to: &json)
      guard let ids = model.cards else { return }
      json.key("cards")
      json.array(ids.compactMap { contents[$0] }) { $1.write(to: &$0) }
    }
  }

  /// Updates the deck with an event that needs no card to be fetched.
  ///
  /// A contradiction leaves the deck as it was.
  mutating func apply(_ event: ReceivedEvent) throws(DeckModel.Contradiction) {
    var next = model
    try next.apply(event)
    // A deck that was loaded: without cards, or they would be fetched.
    if model.cards != nil, next.cards == nil {
      try next.follow(cards: [])
      contents = [:]
    }
    model = next
    if case .cardRemoved(let removed) = event.event?.kind { contents[removed.card] = nil }
  }

  /// The deck after several events; `fetched` has the cards that they insert or update, as far as the deck still has them.
  func applying(
    _ events: some Sequence<ReceivedEvent>,
    fetched: [String: ReceivedCard]
  ) throws(DeckModel.Contradiction) -> FollowedDeck {
    var next = self
    for event in events where event.sequence > next.model.sequence {
      try next.apply(event)
      if let card = event.changedCard { next.contents[card] = fetched[card] }
    }
    try next.checkContents()
    return next
  }

  private func checkContents() throws(DeckModel.Contradiction) {
    guard let ids = model.cards, ids.count != contents.count else { return }
    throw DeckModel.Contradiction(description: "\(id) has cards that the daemon does not return")
  }
}

extension ReceivedEvent {
  /// The card whose content the event changes, and which has to be fetched.
  var changedCard: String? {
    switch event?.kind {
    case .cardInserted(let card), .cardUpdated(let card): card.card
    default: nil
    }
  }

  /// Whether the deck has other cards after the event, all of which have to be fetched.
  var replacesCards: Bool {
    switch event?.kind {
    case .deckLoaded, .deckAdded: (event?.counts?.count ?? 0) > 0
    default: false
    }
  }

  /// Whether pages of cards from before and after the event do not fit together.
  var changesList: Bool {
    switch event?.kind {
    case .deckLoaded, .deckAdded, .cardInserted, .cardRemoved, .cardMoved, .cardUpdated: true
    default: false
    }
  }
}
