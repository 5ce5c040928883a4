package import DeckProtocol
package import DeckSocket
import DeckStore
import EventLoop
import Kinetics

/// A connected client: its permissions, its subscriptions, and the state of its connection.
package final class Client {
  /// What a client may do.
  package struct Permissions: Hashable {
    /// The access that its socket grants.
    var access: Access
    /// Whether it may inject touches.
    var inject: Bool

    /// The permissions of a client of a socket.
    package init(access: Access, inject: Bool) {
      self.access = access
      self.inject = inject
    }

    /// Whether it may change anything.
    var control: Bool { access == .control }

    /// The granted permissions that access to the socket does not imply.
    var grants: [Grant] { inject ? [.inject] : [] }
  }

  /// A client's subscription to one deck.
  struct Subscription {
    var deck: String
    /// Identifies the deck's frames in the client's queue.
    var key: OutgoingQueue.FrameKey
    var topics: Set<Topic>
    var pacer: FramePacer
    /// Whether it is part of a subscription to all decks.
    var isOfAll = false
    /// The missed events that the client has yet to receive; no new event is sent meanwhile.
    var replay: MissedEvents?
  }

  /// A subscription to all decks, including those that a reload adds.
  struct Everything {
    var topics: Set<Topic>
    /// Frames per second of each deck, at most.
    var rate: Double?
    /// The missed events that the client has yet to receive; no new event of any deck is sent meanwhile.
    var replay: MissedEvents?
  }

  /// How many of its requests may wait for the disk at a time: enough for a group of them to be worth a commit.
  private static let mostUnanswered = 64

  let connection: ClientConnection
  var access: Permissions
  /// The name that the client has given itself.
  var name: String?
  var reading: Watch?
  /// Created when the socket is first full, and paused while it is not.
  var writing: Watch?
  /// One per deck.
  var subscriptions: [Subscription] = []
  /// What applies to decks that a reload adds; `nil` without a subscription to all decks.
  var everything: Everything?
  /// How many items for the client wait for the disk.
  package var unanswered = 0
  /// How many files are being read for it.
  var fileJobs = 0
  /// Lines that were read but not answered yet.
  var requests: ArraySlice<LineFraming.Line> = []
  /// The state of the stream after those lines.
  var stream = ClientConnection.Stream.open
  /// Whether its next turn is scheduled.
  var isScheduled = false
  var output = OutputState.idle
  var phase = ConnectionPhase()
  /// The decks of which it wants to know why touches are taken for what they are.
  var explained: Set<String> = []
  /// The contacts that it injects; `nil` before the first one.
  var injection: Injection?

  /// A client that has just connected.
  package init(_ connection: ClientConnection, access: Permissions) {
    self.connection = connection
    self.access = access
  }

  /// Whether its requests have to wait: so much waits unread, half of the limit, so that its own answers never take it
  /// over; so many of its requests wait for the disk; or a file is read for it.
  var isHeld: Bool {
    fileJobs > 0 || unanswered >= Self.mostUnanswered || connection.outgoing.lineBytes > connection.outgoing.limit / 2
  }

  /// How many bytes of missed events are read at a time, the next ones only after the client has read these: a quarter
  /// of its queue's limit.
  var share: Int { connection.outgoing.limit / 4 }

  /// Whether it has yet to receive missed events.
  var isReplaying: Bool { everything?.replay != nil || subscriptions.contains { $0.replay != nil } }

  /// Whether it subscribes to anything.
  var isSubscribed: Bool { everything != nil || !subscriptions.isEmpty }

  /// Whether it receives a new event of a deck now: it subscribes to events, and has received all earlier ones.
  func receivesEvents(of deck: String) -> Bool {
    subscriptions.contains { subscription in
      subscription.deck == deck && subscription.topics.contains(.events) && subscription.replay == nil
        && !(subscription.isOfAll && everything?.replay != nil)
    }
  }

  /// Returns the missed events of a deck, or of all decks if `deck` is `nil`.
  func replay(of deck: String?) -> MissedEvents? {
    guard let deck else { return everything?.replay }
    return subscriptions.first { $0.deck == deck }?.replay
  }

  /// Sets the missed events of a deck, or of all decks if `deck` is `nil`.
  func setReplay(_ replay: MissedEvents?, of deck: String?) {
    guard let deck else {
      everything?.replay = replay
      return
    }
    for index in subscriptions.indices where subscriptions[index].deck == deck { subscriptions[index].replay = replay }
  }

  /// The missed events to request next, with their deck, or `nil` for all decks.
  ///
  /// `nil` if there are none, and while a request for more is pending.
  var nextReplay: (deck: String?, replay: MissedEvents)? {
    let all = everything?.replay.map { (deck: String?.none, replay: $0) }
    let replays =
      [all].compactMap(\.self)
      + subscriptions.compactMap { subscription in
        subscription.replay.map { (deck: subscription.deck, replay: $0) }
      }
    return replays.contains { $0.replay.asked != nil } ? nil : replays.first
  }

  /// Allows the missed events of a deck, or of all decks, that the request `ticket` was for to be requested again.
  func askAgain(_ deck: String?, _ ticket: StateTicket) {
    guard var replay = replay(of: deck), replay.asked == ticket else { return }
    replay.asked = nil
    setReplay(replay, of: deck)
  }

  /// When a frame that was held back for the client's rate is due, or the connection must be closed.
  var deadline: Instant? {
    var earliest = phase.deadline
    for subscription in subscriptions {
      guard let due = subscription.pacer.deadline else { continue }
      earliest = earliest.map { min($0, due) } ?? due
    }
    return earliest
  }
}
