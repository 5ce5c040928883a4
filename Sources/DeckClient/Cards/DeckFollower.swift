import DeckProtocol

/// A deck between what the daemon reported and what the model shows: events wait until the cards that they need are there.
///
/// The model is replaced in one step, and an event is delivered only when the model includes it.
struct DeckFollower: Sendable {
  /// What follows from a message.
  enum Step: Hashable, Sendable {
    /// Request cards of the deck.
    case fetch(ClientRequest.CardSelection)
    /// Report that the model has the deck as a new subscription, or `deck.added`, has it.
    case ready
    /// Deliver an event, which the model includes.
    case deliver(ReceivedEvent)
  }

  /// Distinguishes the follower from others of the same deck, whose replies may still arrive.
  let number: Int
  /// The deck in the model; `nil` until its cards are there for the first time.
  private(set) var shown: FollowedDeck?
  /// The events that are not delivered yet, in order.
  private(set) var waiting: [ReceivedEvent]
  /// The state that a snapshot or `deck.added` reports, until its cards are there.
  private var fresh: DeckModel?
  private var fetch: CardFetch?
  private let fetchesCards: Bool
  private let deck: String
  private let limits: RequestParts.Limits

  /// A deck in the state of a snapshot; until its cards are there, the model continues to show `shown`.
  init(
    _ model: DeckModel,
    number: Int,
    shown: FollowedDeck?,
    waiting: [ReceivedEvent],
    fetchesCards: Bool,
    under limits: RequestParts.Limits
  ) {
    self.number = number
    self.limits = limits
    deck = model.deck
    self.shown = shown
    self.waiting = waiting
    self.fetchesCards = fetchesCards
    fresh = model
  }

  /// Begins to follow the deck.
  mutating func begin(_ steps: inout [Step]) throws(DeckModel.Contradiction) {
    guard let fresh else { return }
    guard !fetchesCards || fresh.counts.count == 0 else { return fetchPages(&steps) }
    shown = fetchesCards ? try FollowedDeck(fresh, cards: []) : FollowedDeck(fresh)
    self.fresh = nil
    steps.append(.ready)
    try advance(&steps)
  }

  /// Takes the deck's next event.
  mutating func take(_ event: ReceivedEvent, _ steps: inout [Step]) throws(DeckModel.Contradiction) {
    waiting.append(event)
    if fetch == nil { try advance(&steps) }
  }

  /// Takes the reply to the request of the last step.
  mutating func take(_ page: ReceivedCards, _ steps: inout [Step]) throws(DeckModel.Contradiction) {
    let pending = fetch
    fetch = nil
    switch pending {
    case .pages(let pages): try take(page, after: pages, &steps)
    case .chosen(let chosen): try take(page, after: chosen, &steps)
    case nil: break
    }
  }

  // MARK: - All cards

  /// Whether a page was asked for that is not the first one.
  var isBetweenPages: Bool {
    if case .pages(let pages) = fetch { pages.firstSequence != nil } else { false }
  }

  /// Fetches all cards, from the first page on.
  mutating func fetchPages(_ steps: inout [Step]) {
    fetch = .pages(CardFetch.Pages())
    steps.append(.fetch(.page(from: 0, count: nil)))
  }

  private mutating func take(
    _ page: ReceivedCards,
    after earlier: CardFetch.Pages,
    _ steps: inout [Step]
  ) throws(DeckModel.Contradiction) {
    var pages = earlier
    let first = pages.firstSequence ?? page.sequence
    if pages.firstSequence != nil, waiting.contains(where: { $0.sequence > first && $0.changesList }) {
      return fetchPages(&steps)
    }
    pages.firstSequence = first
    pages.cards += page.cards
    if let next = page.next {
      fetch = .pages(pages)
      return steps.append(.fetch(.page(from: next, count: nil)))
    }
    guard var model = fresh ?? shown?.model else { return }
    for event in events(through: page.sequence) { try model.apply(event) }
    try show(FollowedDeck(model, cards: pages.cards), through: page.sequence, &steps)
  }

  // MARK: - Chosen cards

  private mutating func take(
    _ page: ReceivedCards,
    after earlier: CardFetch.Chosen,
    _ steps: inout [Step]
  ) throws(DeckModel.Contradiction) {
    guard let shown else { return }
    var chosen = earlier
    let following = chosen.take(page)
    let included = events(through: page.sequence).filter { $0.sequence > shown.model.sequence }
    guard !included.contains(where: \.replacesCards) else { return fetchPages(&steps) }
    let missing = following + chosen.missing(for: included).filter { !following.contains($0) }
    guard missing.isEmpty else { return fetchCards(missing, chosen, &steps) }
    try show(shown.applying(included, fetched: chosen.cards), through: page.sequence, &steps)
  }

  private mutating func fetchCards(_ ids: [String], _ chosen: CardFetch.Chosen, _ steps: inout [Step]) {
    var chosen = chosen
    // As if each byte were escaped; the others follow, since their events still wait.
    var room = limits.room(beside: deck)
    let fitting = ids.prefix(limits.cards).prefix { id in
      room -= 6 * id.utf8.count + 3
      return room >= 0
    }
    chosen.requested = Array(ids.prefix(max(fitting.count, 1)))
    fetch = .chosen(chosen)
    steps.append(.fetch(.ids(chosen.requested)))
  }

  // MARK: - Waiting events

  private func events(through sequence: UInt64) -> ArraySlice<ReceivedEvent> {
    waiting.prefix { $0.sequence <= sequence }
  }

  /// Shows a deck that includes the events through `sequence`, delivers these, and continues with those after them.
  private mutating func show(
    _ deck: FollowedDeck,
    through sequence: UInt64,
    _ steps: inout [Step]
  ) throws(DeckModel.Contradiction) {
    if fresh != nil { steps.append(.ready) }
    (shown, fresh) = (deck, nil)
    let included = events(through: sequence)
    steps += included.map { .deliver($0) }
    waiting.removeFirst(included.count)
    try advance(&steps)
  }

  /// Applies and delivers the waiting events, one by one, until one needs cards.
  private mutating func advance(_ steps: inout [Step]) throws(DeckModel.Contradiction) {
    var delivered = 0
    defer { waiting.removeFirst(delivered) }
    while delivered < waiting.count {
      let event = waiting[delivered]
      if fetchesCards, event.sequence > shown?.model.sequence ?? 0 {
        if event.replacesCards { return fetchPages(&steps) }
        if event.changedCard != nil {
          let chosen = CardFetch.Chosen()
          return fetchCards(chosen.missing(for: waiting[delivered...]), chosen, &steps)
        }
      }
      try shown?.apply(event)
      steps.append(.deliver(event))
      delivered += 1
    }
  }
}
