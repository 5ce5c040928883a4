import DeckEngine
import DeckProtocol
import DeckSocket
import EventLoop
import Kinetics

extension Daemon {
  /// Tells the engine which topics somebody hears.
  func updateInterest() {
    var topics: Set<Topic> = [.events]
    for client in clients.values {
      for subscription in client.subscriptions.values { topics.formUnion(subscription.topics) }
    }
    engine.listen(to: topics, from: Loop.now)
  }

  /// Sends a notification to whoever subscribed to it, encoded once.
  func send(_ notification: DeckNotification) {
    guard !clients.isEmpty else { return }
    let topic = notification.topic
    var encoded: [UInt8]?
    for client in Array(clients.values) {
      for (deck, subscription) in client.subscriptions
      where subscription.topics.contains(topic) && concerns(notification, deck) {
        let line = encoded ?? notification.line
        encoded = line
        guard case .frame(let frame) = notification else {
          reply(line, to: client)
          // One surface's touches may concern several decks of the client: once is enough.
          break
        }
        pace(line, of: deck, at: Instant(microseconds: frame.time), to: client)
      }
    }
  }

  /// Sends the frames that were held back for a client's rate and are due.
  func sendHeldFrames(at now: Instant) {
    for client in Array(clients.values) where client.deadline.map({ $0 <= now }) ?? false {
      for (deck, subscription) in client.subscriptions {
        guard let line = client.subscriptions[deck]?.pacer.takeDue(at: now) else { continue }
        show(line, key: subscription.key, to: client)
      }
    }
  }

  private func pace(_ line: [UInt8], of deck: String, at now: Instant, to client: Client) {
    guard let subscription = client.subscriptions[deck] else { return }
    guard let ready = client.subscriptions[deck]?.pacer.offer(line, at: now) else { return }
    show(ready, key: subscription.key, to: client)
  }

  private func concerns(_ notification: DeckNotification, _ deck: String) -> Bool {
    switch notification {
    case .event(let event): event.deck == deck
    case .frame(let frame): frame.deck == deck
    case .gesture(let note): note.deck == deck
    case .haptic(let note): note.deck == deck
    case .touch(let note): engine.surfaceName(of: deck) == note.surface
    }
  }
}
