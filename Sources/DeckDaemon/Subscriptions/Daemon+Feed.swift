import DeckEngine
import DeckProtocol
import DeckSocket
import EventLoop
import Kinetics

extension Daemon {
  /// Sets the topics that the engine publishes to those with a subscriber.
  func updateInterest() {
    var topics: Set<Topic> = [.events]
    for client in clients.values {
      for subscription in client.subscriptions { topics.formUnion(subscription.topics) }
      if let everything = client.everything { topics.formUnion(everything.topics) }
    }
    engine.listen(to: topics, from: Loop.now)
    engine.explains = clients.values.contains { !$0.explained.isEmpty }
  }

  /// Sends an explanation to the clients that requested explanations of its deck, or of any deck on its surface if no
  /// deck has the touch.
  func send(_ explanation: GestureExplanation) {
    let note = explanation.note
    var encoded: [UInt8]?
    for client in Array(clients.values) {
      let concerns = client.explained.contains { deck in
        note.deck.map { $0 == deck } ?? (engine.surfaceName(of: deck) == note.surface)
      }
      guard concerns else { continue }
      let line = encoded ?? note.line
      encoded = line
      reply(line, to: client)
    }
  }

  /// Queues a notification for its subscribers.
  ///
  /// It is encoded once, whatever the number and the rates of the subscribers, and all queues share its bytes. Once
  /// they are written, the encoder is the only owner of the buffer again, and a later notification allocates nothing.
  func send(_ notification: DeckNotification) {
    guard !clients.isEmpty else { return }
    let topic = notification.topic
    var encoded: [UInt8]?
    for client in clients.values {
      for index in client.subscriptions.indices where client.subscriptions[index].topics.contains(topic) {
        guard concerns(notification, client.subscriptions[index].deck) else { continue }
        let line = encoded ?? encoder.encode(notification)
        encoded = line
        guard case .frame(let frame) = notification else {
          reply(line, to: client)
          // A surface's touches, and panels, may concern several decks of the client: once is enough.
          break
        }
        let now = Instant(microseconds: frame.time)
        guard let line = client.subscriptions[index].pacer.offer(line, at: now) else { continue }
        show(line, key: client.subscriptions[index].key, to: client)
      }
    }
  }

  /// Queues the frames that were held back for a client's rate and are due.
  func sendHeldFrames(at now: Instant) {
    for client in clients.values {
      for index in client.subscriptions.indices {
        guard let line = client.subscriptions[index].pacer.takeDue(at: now) else { continue }
        show(line, key: client.subscriptions[index].key, to: client)
      }
    }
  }

  /// Queues an event for the clients that subscribe to its deck and have received all earlier events.
  func send(_ event: DeckEvent, as line: [UInt8]) {
    if case .deckAdded = event.kind { join(event.deck) }
    for client in Array(clients.values) where client.receivesEvents(of: event.deck) { reply(line, to: client) }
    if case .deckAdded = event.kind { introduce(event.deck) }
  }

  private func concerns(_ notification: DeckNotification, _ deck: String) -> Bool {
    switch notification {
    case .event(let event): event.deck == deck
    case .frame(let frame): frame.deck == deck
    case .gesture(let note): note.deck == deck
    case .haptic(let note): note.deck == deck
    case .motion(let motion): motion.deck == deck
    case .panel: true
    case .prefetch(let note): note.deck == deck
    case .touch(let note): engine.surfaceName(of: deck) == note.surface
    }
  }
}
