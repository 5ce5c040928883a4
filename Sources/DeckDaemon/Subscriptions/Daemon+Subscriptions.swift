import DeckConfiguration
import DeckEngine
import DeckProtocol
import DeckSocket
import DeckStore
import EventLoop
import Logging

/// A subscription begins with the deck as it was at the time of the request, followed by the events after `since` up to
/// then, and continues with every later event: with no gap and no overlap.
extension Daemon {
  /// Starts a subscription; the reply is sent once the events that its snapshots include are on disk.
  func subscribe(
    _ client: Client,
    _ request: ClientRequest,
    _ wanted: ClientRequest.Subscription
  ) throws(ProtocolError) {
    let decks = try decks(of: wanted.scope)
    try checkSubscriptions(of: client, to: decks)
    let sequence = decks.sequence
    var beginning = Outbox.PendingSubscription(wanted: wanted, decks: decks, isLost: false, batch: batch)
    guard let since = wanted.since, since != sequence || wanted.journal != nil else {
      return send(.subscription(client, request, beginning))
    }
    let isOfAnother = wanted.journal.map { $0 != gate.journal?.name } ?? false
    beginning.isLost = gate.journal == nil || isOfAnother || since > sequence
    guard !beginning.isLost, since < sequence,
      let ticket = gate.read(after: since, upTo: sequence, deck: decks.deck, share: client.share)
    else { return send(.subscription(client, request, beginning)) }
    beginning.question = ticket
    gate.hold(.subscription(client, request, beginning), until: ticket)
  }

  private func decks(of scope: ClientRequest.Subscription.Scope) throws(ProtocolError) -> Outbox.SubscribedDecks {
    let ids = engine.deckEntries.map(\.id)
    switch scope {
    case .deck(let id): return .one(try snapshot(of: id))
    case .unnamed where ids.count < 2: return .one(try snapshot(of: nil))
    case .unnamed, .all:
      let now = Loop.now
      return .all(ids.compactMap { engine.snapshot(of: $0, at: now) }, sequence: engine.sequence)
    }
  }

  /// Begins a subscription: sends the reply, then the missed events, then new events.
  func begin(
    _ client: Client,
    _ request: ClientRequest,
    _ beginning: Outbox.PendingSubscription,
    _ missed: Result<JournalAnswer, StoreError>?
  ) {
    // The deck may have been removed since.
    if let deck = beginning.decks.deck, engine.surfaceName(of: deck) == nil {
      if let id = request.id { reply(Reply.failure(id: id, engine.unknownDeck(deck)), to: client) }
      return
    }
    let topics = Set(beginning.wanted.topics)
    let (isLost, lines, rest) = catchUp(client, beginning, missed)
    if beginning.decks.deck == nil {
      endSubscriptions(of: client) { _ in true }
      client.everything = Client.Everything(topics: topics, rate: beginning.wanted.rate, replay: rest)
    }
    for snapshot in beginning.decks.snapshots {
      add(snapshot.model.deck, to: client, topics, rate: beginning.wanted.rate, isOfAll: beginning.decks.deck == nil)
    }
    if let deck = beginning.decks.deck { client.setReplay(rest, of: deck) }
    updateInterest()
    answer(request, of: client, beginning, isLost: isLost)
    for snapshot in beginning.decks.snapshots { sendPrefetch(of: snapshot.model.deck, to: client, topics) }
    if topics.contains(.panels) { sendPanels(to: client) }
    if !lines.isEmpty { reply(lines, to: client) }
    // While the client waited for the disk, the deck may have come to rest: no further frame would show it.
    guard beginning.batch != batch, topics.contains(.frames) else { return }
    for snapshot in beginning.decks.snapshots { publish(engine.show(snapshot.model.deck)) }
  }

  /// Returns whether missed events are unavailable, those that the client receives now, and those it has yet to
  /// receive.
  private func catchUp(
    _ client: Client,
    _ beginning: Outbox.PendingSubscription,
    _ missed: Result<JournalAnswer, StoreError>?
  ) -> (isLost: Bool, lines: [UInt8], rest: MissedEvents?) {
    let wantsEvents = beginning.wanted.topics.contains(.events)
    switch missed {
    case nil: return (beginning.isLost, [], nil)
    case .success(.lines(let bytes, let through)):
      guard wantsEvents else { return (beginning.isLost, [], nil) }
      // The missed events of many decks at once would exceed the queue's limit before the client has read any of them.
      let hasRoom = client.connection.outgoing.lineBytes < client.share
      let last = hasRoom ? through : beginning.wanted.since ?? through
      let sequence = beginning.decks.sequence
      let rest = last < sequence ? MissedEvents(since: last, last: sequence) : nil
      return (beginning.isLost, hasRoom ? bytes : [], rest)
    case .success(.tooOld), .success(.ahead): return (true, [], nil)
    case .failure(let error):
      log.error("the journal cannot be read: \(error)")
      return (true, [], nil)
    }
  }

  /// Subscribes a client to a deck, in place of an earlier subscription to it.
  private func add(_ deck: String, to client: Client, _ topics: Set<Topic>, rate: Double?, isOfAll: Bool) {
    let key = encoder.key(for: deck)
    client.subscriptions.removeAll { $0.deck == deck }
    client.subscriptions.append(
      Client.Subscription(deck: deck, key: key, topics: topics, pacer: FramePacer(rate: rate), isOfAll: isOfAll)
    )
    // A frame that is still queued is older than the snapshot.
    client.connection.outgoing.removeFrame(for: key)
  }

  private func answer(
    _ request: ClientRequest,
    of client: Client,
    _ beginning: Outbox.PendingSubscription,
    isLost: Bool
  ) {
    guard let id = request.id else { return }
    let showsMotions = beginning.wanted.topics.contains(.motions)
    func complete(_ snapshot: DeckSnapshot) -> DeckSnapshot {
      var snapshot = snapshot
      if showsMotions { snapshot.motions = engine.motions(of: snapshot.model.deck, at: Loop.now) }
      return snapshot
    }
    let line =
      switch beginning.decks {
      case .one(let snapshot):
        Reply.subscribed(id: id, complete(snapshot), journal: gate.journal?.name, resync: isLost)
      case .all(let snapshots, _):
        Reply.subscribed(id: id, all: snapshots.map(complete), journal: gate.journal?.name, resync: isLost)
      }
    reply(line, to: client)
  }

  private func sendPrefetch(of deck: String, to client: Client, _ topics: Set<Topic>) {
    guard topics.contains(.prefetch), let note = engine.prefetch(of: deck) else { return }
    reply(DeckNotification.prefetch(note).line, to: client)
  }

  /// Subscribes the clients of all decks to one that a reload has added, before they receive its first event.
  func join(_ deck: String) {
    guard engine.surfaceName(of: deck) != nil else { return }
    for client in Array(clients.values) where !client.subscriptions.contains(where: { $0.deck == deck }) {
      guard let everything = client.everything, !client.phase.isLeaving else { continue }
      add(deck, to: client, everything.topics, rate: everything.rate, isOfAll: true)
    }
    updateInterest()
  }

  /// Sends the clients that subscribe to all decks what a snapshot of a deck added by a reload would contain.
  func introduce(_ deck: String) {
    let joined = clients.values.filter { client in
      client.subscriptions.contains { $0.deck == deck && $0.isOfAll }
    }
    guard !joined.isEmpty else { return }
    for client in joined {
      guard let topics = client.everything?.topics else { continue }
      if topics.contains(.motions) {
        for motion in engine.motions(of: deck, at: Loop.now) {
          reply(DeckNotification.motion(motion).line, to: client)
        }
      }
      sendPrefetch(of: deck, to: client, topics)
    }
    if joined.contains(where: { $0.everything?.topics.contains(.frames) ?? false }) { publish(engine.show(deck)) }
  }

  /// Ends a client's subscription to a deck, or all of its subscriptions, and replies.
  func unsubscribe(_ client: Client, _ request: ClientRequest, deck: String?) {
    let result: [UInt8]
    let id = request.id ?? ClientRequest.unknownID
    if let deck, !client.subscriptions.contains(where: { $0.deck == deck }) {
      let error = ProtocolError(
        .refused,
        "not subscribed to \(truncatedQuote(deck))",
        field: "params.deck",
        expected: client.subscriptions.isEmpty
          ? "a deck that this connection subscribes to; it subscribes to none"
          : "one of \(client.subscriptions.map(\.deck).joined(separator: ", "))"
      )
      result = Reply.failure(id: id, error)
    } else {
      endSubscriptions(of: client) { deck == nil || $0 == deck }
      if deck == nil { client.everything = nil }
      updateInterest()
      result = Reply.done(id: id, sequence: engine.sequence)
    }
    if request.id != nil { reply(result, to: client) }
  }

  /// Ends a client's subscriptions to the decks that `isEnding` holds for.
  func endSubscriptions(of client: Client, _ isEnding: (String) -> Bool) {
    for subscription in client.subscriptions where isEnding(subscription.deck) {
      client.connection.outgoing.removeFrame(for: subscription.key)
    }
    client.subscriptions.removeAll { isEnding($0.deck) }
  }

  /// Requests more missed events for a client that has read the earlier ones; for one deck at a time.
  func replayMore(to client: Client) {
    guard !client.phase.isLeaving, client.connection.outgoing.lineBytes < client.share,
      let (deck, replay) = client.nextReplay
    else { return }
    let last = engine.sequence
    guard let ticket = gate.read(after: replay.since, upTo: last, deck: deck, share: client.share) else {
      return
    }
    client.setReplay(MissedEvents(since: replay.since, last: last, asked: ticket), of: deck)
    gate.hold(.replay(client, deck: deck, ticket), until: ticket)
  }

  /// Sends more missed events; after the last of them, the client receives new events.
  func replay(
    _ missed: Result<JournalAnswer, StoreError>,
    asked ticket: StateTicket,
    to client: Client,
    deck: String?
  ) {
    guard let replay = client.replay(of: deck), replay.asked == ticket else { return }
    guard case .success(.lines(let lines, let through)) = missed else {
      let expected = "a client that reads faster, or a larger journal (journal.events); subscribe again"
      return dismiss(
        client,
        "disconnected: the events after \(replay.since) are no longer available",
        expected: expected
      )
    }
    client.setReplay(through < replay.last ? MissedEvents(since: through, last: replay.last) : nil, of: deck)
    if !lines.isEmpty { reply(lines, to: client) }
  }
}
