import DeckClient
import DeckProtocol
import JSON

/// A deck with a data source and a delegate, as an application of Koloda has it.
struct KolodaDeck: Sendable {
  private let id: String
  private let source: any KolodaDataSource
  private let delegate: any KolodaDelegate
  private let client: DeckClient

  /// The deck with this id, which has the preset `koloda` or `koloda-stretched`.
  init(_ id: String, socket: String? = nil, source: any KolodaDataSource, delegate: any KolodaDelegate) {
    self.id = id
    self.source = source
    self.delegate = delegate
    var answers = DeckDelegate()
    answers.allowedDirections = { delegate.allowedDirections(at: $0.index) }
    answers.shouldSwipe = { delegate.shouldSwipe(at: $0.index, to: $1) }
    answers.shouldDrag = { delegate.shouldDrag(at: $0.index) }
    var options = DeckSession.Options()
    options.client = "koloda"
    options.deck = id
    options.topics = [.events, .motions, .frames, .gestures]
    client = DeckClient(socket: socket, options: options, delegates: [id: answers])
  }

  // MARK: - The deck's state

  var currentCardIndex: Int { client[id]?.current ?? 0 }
  var countOfCards: Int { client[id]?.count ?? 0 }

  /// Where a card is at this moment; `nil` if it is not visible.
  func place(ofCardAt index: Int) -> PlacedCard? {
    guard let card = client[id]?.card(at: index) else { return nil }
    return client.places(of: id).cards.first { $0.id == card.id }
  }

  /// The data source's cards, with what a front end draws.
  private var cards: [Card] {
    source.cards.map { id in
      var data = JSONWriter()
      data.object { json in
        json.member("title", id)
        if let picture = source.picture(of: id) { json.member("image", picture) }
      }
      return Card(id: id, data: data.bytes)
    }
  }

  // MARK: - Actions

  func swipe(_ direction: Direction, force: Bool = false) async throws {
    try await client.perform(.swipe(.init(direction, force: force)), on: id)
  }

  func revert() async throws { try await client.perform(.undo(.init()), on: id) }
  func resetCurrentCardIndex() async throws { try await client.perform(.reset, on: id) }

  /// Takes the cards of the data source, and keeps the front index.
  func reloadData() async throws {
    try await client.perform(.reload(.init(cards)), on: id)
  }

  // MARK: - The delegate

  /// Gives the deck its cards and settings, and reports to the delegate until the client is closed.
  func run() async throws {
    for await update in client.updates() {
      switch update {
      case .ready: try await prepare()
      case .event(let event): try await report(event)
      case .notification("frame", let frame): report(frame)
      case .notification("gesture", let gesture): reportGesture(gesture)
      case .disconnected(let reason): print(reason)
      case .problem(let error): print("refused: \(error)")
      case .connected, .unknownEvent, .resync, .prefetch, .notification: break
      }
    }
  }

  private func prepare() async throws {
    try await client.request("deck.configure") { json in
      json.member("deck", id)
      json.member("settings") { json in
        json.member("fly.duration", source.speed)
        json.member("appear.enabled", delegate.appears)
        json.member("behind.follows", delegate.movesBackgroundCard)
        if !delegate.transparentizesNextCard { json.member("depth.opacity", 1) }
        if let threshold = delegate.threshold { json.member("commit.threshold", threshold) }
        if let spring = delegate.backgroundCardSpring {
          json.member("promote.springs", true)
          json.member("promote.spring", spring)
        }
      }
    }
    // After a restart the daemon has the cards, and continues where it was.
    if client[id]?.cards.map(\.id) != source.cards {
      try await client.perform(.load(.init(cards)), on: id)
    }
  }

  private func report(_ event: DeckEvent) async throws {
    switch event.kind {
    case .cardSwiped(let swipe): delegate.didSwipe(at: swipe.index, to: swipe.direction)
    case .cardReset(let card): delegate.didReset(at: card.index)
    case .cardShown(let card): delegate.didShow(at: card.index)
    case .cardSelected(let card): delegate.didSelect(at: card.index)
    case .deckRewound(let card): delegate.didRewind(to: card.index)
    case .deckExhausted:
      delegate.didRunOutOfCards()
      try await resetCurrentCardIndex()
    default: break
    }
  }

  private func report(_ frame: JSONValue) {
    guard let drag = frame["drag"], let percent = drag["percent"]?.number, let direction = drag["direction"]?.text
    else { return }
    delegate.didDrag(by: percent, to: Direction(rawValue: direction) ?? .left)
  }

  private func reportGesture(_ gesture: JSONValue) {
    guard gesture["recognizer"]?.text == "drag", let card = gesture["card"]?.text,
      let index = client[id]?.cards.firstIndex(where: { $0.id == card })
    else { return }
    switch gesture["phase"]?.text {
    case "began": delegate.didBeginPan(at: index)
    case "ended", "cancelled": delegate.didFinishPan(at: index)
    default: break
    }
  }
}
