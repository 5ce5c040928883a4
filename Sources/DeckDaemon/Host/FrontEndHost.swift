import DeckEngine
import DeckProtocol
import DeckSocket
import DeckStore
import Kinetics
import Logging

/// The front ends: what they subscribe to, when they draw, and whether any draws.
final class FrontEndHost {
  private unowned let host: EngineHost
  private var vsyncs = VsyncSources()
  /// The front ends that draw: none yet, at least one, or none any more.
  private enum Audience: Equatable { case notYet, present, gone(since: Instant) }
  private var audience = Audience.notYet
  private var subscriptions: SubscriptionHub { host.subscriptions }
  private var clients: ClientRegistry { host.clients }

  init(_ host: EngineHost) {
    self.host = host
  }

  // MARK: - What the engine publishes

  /// Has the engine publish the topics with a subscriber.
  func updateInterest() {
    let topics = subscriptions.topics
    host.listen(to: topics, explains: subscriptions.explains)
    if !topics.isDisjoint(with: [.frames, .motions]) {
      audience = .present
    } else if audience == .present {
      audience = .gone(since: host.clock())
    }
  }

  /// Draws the decks of a surface for the moments at which `client` draws, unless they are drawn for another client's.
  ///
  /// Frames come at these moments if it draws frames of them: a page that draws motions would slow those of others
  /// down.
  func align(_ surface: String, to sync: Instant, period: Double?, request: ClientRequest, of client: Client)
    throws(ProtocolError)
  {
    let ticks = surfaces(drawnBy: client, .frames).contains(surface)
    let vsync = Vsync(sync: sync, period: period, ticks: ticks)
    let isDrawn = surfaces(drawnBy: client).contains(surface)
    try vsyncs.claim(surface, for: client, vsync, isDrawn: isDrawn, now: host.clock())
    host.handle(request, of: client) { .surface(.align(vsync), name: surface, ticket: $0) }
  }

  /// Lets surfaces follow the vertical syncs of those that draw them now.
  func updateVsyncs() {
    for change in vsyncs.update({ surfaces(drawnBy: $0, $1) }) {
      host.handle(.surface(.align(change.vsync), name: change.surface, ticket: 0))
    }
  }

  /// Returns the surfaces with decks that a client subscribes to, or of which it subscribes to `topic`.
  private func surfaces(drawnBy client: Client, _ topic: Topic? = nil) -> Set<String> {
    Set(subscriptions.decks(of: client, topic).compactMap { host.engine.surfaceName(of: $0) })
  }

  // MARK: - Subscriptions

  /// Begins a subscription: sends the reply, then the missed events, then new events.
  func begin(
    _ pending: PendingSubscription,
    for client: Client,
    _ request: ClientRequest,
    _ missed: Result<JournalAnswer, StoreError>?
  ) {
    // The deck may have been removed since.
    if let deck = pending.decks.subject?.deck, host.engine.surfaceName(of: deck) == nil {
      if let id = request.id {
        clients.send(Reply.failure(id: id, ProtocolError(host.engine.unknownDeck(deck))), to: client)
      }
      return
    }
    if case .failure(let error) = missed { host.log.error("the journal cannot be read: \(error)") }
    let (lines, isLost) = subscriptions.begin(pending, for: client, missed)
    let before = audience
    updateInterest()
    var found = pending.decks
    if pending.topics.contains(.motions) { found = found.withMotions { host.engine.motions(of: $0, at: host.clock()) } }
    if let id = request.id {
      let answer = Answer.subscription(found, journal: host.journal?.name, isLost: isLost)
      clients.send(answer.line(id: id), to: client)
    }
    let decks = subscriptions.sendState(pending, to: client, from: host.engine)
    if pending.topics.contains(.panels) { host.panels.sendState(to: client) }
    if !lines.isEmpty { clients.send(lines, to: client) }
    for deck in decks { host.show(deck) }
    updateVsyncs()
    // After the snapshot, so that the front end sees it from the beginning. One that only looks on, and may come as
    // often as it likes, does not stop the panel's touches with it each time.
    guard audience == .present else { return }
    switch before {
    case .notYet: host.handle(.watched(idle: .infinity))
    case .gone(let since) where client.access.control: host.handle(.watched(idle: host.clock().seconds(since: since)))
    case .gone, .present: break
    }
  }

  /// Ends a client's subscription to a deck or a surface, or all of them, and replies with the last event's number.
  func unsubscribe(_ client: Client, _ request: ClientRequest, from subject: Subject?, sequence: UInt64) {
    let result: [UInt8]
    let id = request.id ?? ClientRequest.unknownID
    do {
      try subscriptions.unsubscribe(client, from: subject)
      updateInterest()
      updateVsyncs()
      result = Reply.done(id: id, sequence: sequence)
    } catch {
      result = Reply.failure(id: id, error)
    }
    if request.id != nil { clients.send(result, to: client) }
  }

  /// Sends a client explanations of decks and surfaces from here on, or no more of them.
  func explain(_ subjects: Set<Subject>, to client: Client, isOn: Bool) {
    subscriptions.explain(subjects, to: client, isOn: isOn)
    updateInterest()
  }

  /// Sends an event to its deck's subscribers; subscriptions begin with a deck's addition and end with its removal.
  func send(_ event: DeckEvent, as line: [UInt8]) {
    // Also if it has been removed meanwhile: its events and that of its removal follow.
    if case .deckAdded = event.kind, let deck = event.deck {
      subscriptions.join(deck)
      updateInterest()
    }
    subscriptions.send(event, as: line)
    guard let deck = event.deck else { return }
    switch event.kind {
    case .deckAdded:
      if subscriptions.introduce(deck, from: host.engine, at: host.clock()) { host.show(deck) }
    case .deckRemoved:
      subscriptions.end(deck, upTo: event.sequence)
      updateInterest()
      updateVsyncs()
    default: break
    }
  }

  /// Ends the subscriptions of a client that has departed.
  func remove(_ client: Client) {
    let wasServed = subscriptions.serves(client)
    subscriptions.remove(client)
    for surface in vsyncs.release(client) { host.handle(.surface(.align(nil), name: surface, ticket: 0)) }
    if wasServed { updateInterest() }
  }
}
