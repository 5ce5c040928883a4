import DeckProtocol
import JSON

extension DeckSession {
  /// Takes a message of the daemon.
  mutating func take(_ line: [UInt8]) throws(DeckSessionError) {
    let json: JSONValue
    do {
      json = try JSONReader.read(line)
    } catch {
      throw .unreadable("\(error)")
    }
    guard case .object = json else { throw .unreadable("\(json.kind), not an object") }
    let message = ReceivedMessage(json)
    do {
      guard let method = message.method else { return try takeReply(message) }
      let parameters = message.parameters?.value ?? .object([])
      if let id = message.id {
        try takeQuestion(method, parameters, id: Array(id.source))
      } else {
        try takeNotification(method, parameters)
      }
    } catch let error as ProtocolError {
      throw .unreadable("\(error.message), expected \(error.expected)")
    } catch let error as DeckSessionError {
      throw error
    } catch {
      preconditionFailure("messages have errors of two kinds, not \(error)")
    }
  }

  private mutating func takeNotification(_ method: String, _ parameters: JSONValue) throws {
    switch method {
    case "event": take(try ReceivedEvent.read(parameters))
    case "motion":
      // Motions do not wait for the disk as events do: those of a new deck may precede its `deck.added`.
      guard let motion = try DeckMotion.read(parameters) else { break }
      try motions[motion.deck, default: MotionTable()].take(motion)
    case "prefetch": effects.append(.deliver(.prefetch(try PrefetchNote.read(parameters))))
    case "delegate.closed":
      guard case .object(let members) = parameters, let id = members.member("id") else { break }
      effects.append(.close(id: Array(id.source)))
    default: effects.append(.deliver(.notification(method, parameters)))
    }
  }

  private mutating func takeQuestion(_ method: String, _ parameters: JSONValue, id: [UInt8]) throws {
    if let question = try DelegateQuestion.read(method, parameters),
      options.delegates[question.deck]?.contains(question.subject.topic) ?? false
    {
      effects.append(.ask(question, id: id))
    } else if method.hasPrefix("delegate.") {
      respond(to: id) { $0.raw(Array("null".utf8)[...]) }
    }
  }

  // MARK: - Replies

  private mutating func takeReply(_ message: ReceivedMessage) throws {
    let failure = try message.error.map { try ProtocolError.read($0.value) }
    guard case .number(let number) = message.id?.value, let id = Int(exactly: number),
      let purpose = requests.remove(id)
    else {
      // An error without an id is about a line of this client's, or says why the daemon disconnects.
      if let failure { effects.append(.deliver(.problem(.refused(failure)))) }
      return
    }
    let result = message.result
    switch (purpose, failure) {
    case (.subscription, nil): try begin(ReceivedSubscription.read(result?.value ?? .null))
    case (.subscription, let failure?): throw DeckSessionError.refused(method: "subscribe", failure)
    case (.cards(let deck, let follower), _) where followers[deck]?.number != follower: break
    case (.cards(let deck, _), nil):
      let page = try ReceivedCards.read(result?.value ?? .null)
      follow(deck) { (follower, steps) throws(DeckModel.Contradiction) in try follower.take(page, &steps) }
    case (.cards(let deck, _), let failure?):
      guard followers[deck]?.isBetweenPages == true else {
        throw DeckSessionError.refused(method: "deck.cards", failure)
      }
      // The list is shorter by now than where the page was to begin.
      follow(deck) { (follower, steps) in follower.fetchPages(&steps) }
    case (.greeting, nil): limits = RequestParts.Limits(Received<Reply.Greeting>(result?.value ?? .null).limits)
    case (.greeting, let failure?), (.courtesy, let failure?): effects.append(.deliver(.problem(.refused(failure))))
    case (.courtesy, nil): break
    case (.author(let id, let rest), nil) where !rest.isEmpty: make(rest, for: id, as: requests.reserve())
    case (.author(let id, _), nil):
      effects.append(.answer(id, result?.value ?? .null, source: Array(result?.source ?? [])))
      finish(id)
    case (.author(let id, _), let failure?):
      effects.append(.fail(id, .refused(failure)))
      finish(id)
    }
  }

  /// Begins with the decks of a subscription.
  private mutating func begin(_ subscription: ReceivedSubscription) throws {
    let missed = hasSubscribed && (journal == nil || subscription.resync)
    let earlier = followers
    floor = subscription.sequence
    if missed || !hasSubscribed { last = floor }
    journal = subscription.journal
    (phase, hasSubscribed, followers, motions) = (.following, true, [:], [:])
    effects.append(.deliver(.connected))
    if missed { effects.append(.deliver(.resync)) }
    for deck in subscription.decks {
      motions[deck.model.deck] = try MotionTable(deck.motions)
      let before = earlier[deck.model.deck]
      begin(deck.model, shown: before?.shown, waiting: missed ? [] : before?.waiting ?? [])
    }
    for (id, follower) in earlier where followers[id] == nil && !missed {
      effects += follower.waiting.map { .deliver(DeckUpdate($0)) }
    }
  }

  // MARK: - Decks

  /// Follows a deck from a state without its cards on.
  private mutating func begin(_ model: DeckModel, shown: FollowedDeck? = nil, waiting: [ReceivedEvent]) {
    followerCount += 1
    followers[model.deck] = DeckFollower(
      model,
      number: followerCount,
      shown: shown,
      waiting: waiting,
      fetchesCards: options.cards,
      under: limits
    )
    follow(model.deck) { (follower, steps) throws(DeckModel.Contradiction) in try follower.begin(&steps) }
  }

  private mutating func take(_ event: ReceivedEvent) {
    last = event.sequence
    // Events after a contradiction are missed, and belong to the new beginning.
    guard phase == .following else { return }
    let isNew = event.sequence > floor
    if isNew, case .deckAdded = event.event?.kind, let deck = event.deck { registerDelegate(of: deck) }
    guard let deck = event.deck else { return effects.append(.deliver(DeckUpdate(event))) }
    switch event.event?.kind {
    case .deckRemoved where isNew:
      let follower = followers.removeValue(forKey: deck)
      motions[deck] = nil
      effects += ((follower?.waiting ?? []) + [event]).map { .deliver(DeckUpdate($0)) }
    case .deckAdded where isNew && followers[deck] == nil:
      guard let model = event.event.flatMap({ DeckModel($0) }) else { break }
      begin(model, waiting: [event])
    default:
      guard followers[deck] != nil else { return effects.append(.deliver(DeckUpdate(event))) }
      follow(deck) { (follower, steps) throws(DeckModel.Contradiction) in try follower.take(event, &steps) }
    }
  }

  /// Lets a deck's follower do something, and performs the steps that follow.
  private mutating func follow(
    _ deck: String,
    _ body: (inout DeckFollower, inout [DeckFollower.Step]) throws(DeckModel.Contradiction) -> Void
  ) {
    // Taken out and put back, so that the deck's cards are not copied.
    guard phase == .following, var follower = followers.removeValue(forKey: deck) else { return }
    var steps: [DeckFollower.Step] = []
    var isContradicted = false
    do {
      try body(&follower, &steps)
    } catch {
      isContradicted = true
    }
    followers[deck] = follower
    for step in steps {
      switch step {
      case .ready: effects.append(.deliver(.ready(deck)))
      case .deliver(let event): effects.append(.deliver(DeckUpdate(event)))
      case .fetch(let selection): if !isContradicted { fetch(selection, of: deck, for: follower.number) }
      }
    }
    if isContradicted { startOver() }
  }

  /// Subscribes again after an event that contradicts the model; what the model shows stays until that is there.
  private mutating func startOver() {
    journal = nil
    subscribe()
  }
}
