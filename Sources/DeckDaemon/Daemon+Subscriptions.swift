import DeckEngine
import DeckProtocol
import DeckSocket
import DeckStore
import EventLoop
import Logging

/// A subscription begins with the deck as it was when the client asked, and goes on with every event after that, and
/// before that from `since` on: with no gap and no overlap.
extension Daemon {
  /// Takes a client's wish; the answer comes when the events that its snapshot includes are on the disk.
  func subscribe(
    _ client: Client,
    _ request: ClientRequest,
    _ wanted: ClientRequest.Subscription
  ) throws(ProtocolError) {
    let snapshot = try snapshot(of: wanted.deck)
    if !client.subscriptions.contains(where: { $0.deck == snapshot.deck }) { try checkSubscriptions(of: client) }
    var beginning = Outbox.Beginning(wanted: wanted, snapshot: snapshot, isLost: false, batch: batch)
    guard let since = wanted.since, since != snapshot.sequence || wanted.journal != nil else {
      return send(.subscription(client, request, beginning))
    }
    let isOfAnother = wanted.journal.map { $0 != keeping?.journal } ?? false
    beginning.isLost = keeping == nil || isOfAnother || since > snapshot.sequence
    guard !beginning.isLost, since < snapshot.sequence,
      let ticket = keeping?.read(after: since, upTo: snapshot.sequence, deck: snapshot.deck, share: client.share)
    else { return send(.subscription(client, request, beginning)) }
    beginning.question = ticket
    outbox.append(.subscription(client, request, beginning), until: ticket)
  }

  /// Begins a subscription: the answer, then what was missed, then what comes.
  func begin(
    _ client: Client,
    _ request: ClientRequest,
    _ beginning: Outbox.Beginning,
    _ missed: Result<JournalAnswer, StoreError>?
  ) {
    var snapshot = beginning.snapshot
    // It may have been removed since.
    guard engine.surfaceName(of: snapshot.deck) != nil else {
      if let id = request.id { reply(Reply.failure(id: id, engine.unknownDeck(snapshot.deck)), to: client) }
      return
    }
    let topics = Set(beginning.wanted.topics)
    let key = frameKeys[snapshot.deck] ?? OutgoingQueue.FrameKey(frameKeys.count)
    frameKeys[snapshot.deck] = key
    var subscription = Client.Subscription(
      deck: snapshot.deck,
      key: key,
      topics: topics,
      pacer: FramePacer(rate: beginning.wanted.rate)
    )
    var (isLost, lines): (Bool, [UInt8]) = (beginning.isLost, [])
    switch missed {
    case nil: break
    case .success(.lines(let bytes, let through)) where topics.contains(.events):
      // With what it has missed of many decks at once it would be let go before it has read any of it.
      let hasRoom = client.connection.outgoing.lineBytes < client.share
      lines = hasRoom ? bytes : []
      let last = hasRoom ? through : beginning.wanted.since ?? through
      if last < snapshot.sequence { subscription.replay = Replay(since: last, last: snapshot.sequence) }
    case .success(.lines): break
    case .success(.tooOld), .success(.ahead): isLost = true
    case .failure(let error):
      log.error("the journal cannot be read: \(error)")
      isLost = true
    }
    client.subscriptions.removeAll { $0.deck == snapshot.deck }
    client.subscriptions.append(subscription)
    // A frame that still waits is older than the snapshot.
    client.connection.outgoing.removeFrame(for: key)
    updateInterest()
    if topics.contains(.motions) { snapshot.motions = engine.motions(of: snapshot.deck, at: Loop.now) }
    if let id = request.id {
      reply(Reply.subscribed(id: id, snapshot, journal: keeping?.journal, resync: isLost), to: client)
    }
    if topics.contains(.prefetch), let note = engine.prefetch(of: snapshot.deck) {
      reply(DeckNotification.prefetch(note).line, to: client)
    }
    if !lines.isEmpty { reply(lines, to: client) }
    // While the disk had the client wait, the deck may have come to rest: no frame would show it.
    if beginning.batch != batch, topics.contains(.frames) { publish(engine.show(snapshot.deck)) }
  }

  /// Asks for more of what a client has missed, when it has read what it got; of one deck at a time.
  func replayMore(to client: Client) {
    guard !client.isLeaving, client.connection.outgoing.lineBytes < client.share,
      !client.subscriptions.contains(where: { $0.replay?.asked != nil }),
      let index = client.subscriptions.firstIndex(where: { $0.replay != nil }),
      let replay = client.subscriptions[index].replay
    else { return }
    let deck = client.subscriptions[index].deck
    let last = engine.sequence
    guard let ticket = keeping?.read(after: replay.since, upTo: last, deck: deck, share: client.share) else { return }
    client.subscriptions[index].replay = Replay(since: replay.since, last: last, asked: ticket)
    outbox.append(.replay(client, deck: deck, ticket), until: ticket)
  }

  /// Sends more of what a client has missed; with the last of it, the client hears of what comes.
  func replay(
    _ missed: Result<JournalAnswer, StoreError>,
    asked ticket: StateTicket,
    to client: Client,
    deck: String
  ) {
    guard let index = client.subscriptions.firstIndex(where: { $0.deck == deck }),
      let replay = client.subscriptions[index].replay, replay.asked == ticket
    else { return }
    guard case .success(.lines(let lines, let through)) = missed else {
      let expected = "a client that reads faster, or a larger journal (journal.events); subscribe again"
      return dismiss(client, "let go: the events after \(replay.since) are not to be had any more", expected: expected)
    }
    let rest = Replay(since: through, last: replay.last)
    client.subscriptions[index].replay = through < replay.last ? rest : nil
    if !lines.isEmpty { reply(lines, to: client) }
  }
}
