package import DeckProtocol
package import DeckSocket
import DeckStore
import EventLoop
import Kinetics

/// One connected client: what it may and what it subscribed to, and how it is waited for.
package final class Client {
  /// What a client may do.
  package struct Permissions: Hashable {
    /// What its socket lets it do.
    var access: Access
    /// Whether it may put touches in.
    var inject: Bool

    /// Permissions of a client of a socket.
    package init(access: Access, inject: Bool) {
      self.access = access
      self.inject = inject
    }

    /// Whether it may change anything.
    var control: Bool { access == .control }

    /// What it may of what takes a permission of its own.
    var grants: [Grant] { inject ? [.inject] : [] }
  }

  /// What a client hears of one deck.
  struct Subscription {
    var deck: String
    /// Names the deck's frames in the client's queue.
    var key: OutgoingQueue.FrameKey
    var topics: Set<Topic>
    var pacer: FramePacer
    /// Whether it is part of a subscription to all decks.
    var isOfAll = false
    /// What the client is still to get of what it has missed; it hears of no event meanwhile.
    var replay: MissedEvents?
  }

  /// A subscription to all decks, also to those that a reload adds.
  struct Everything {
    var topics: Set<Topic>
    /// Frames per second of each deck, at most.
    var rate: Double?
    /// What the client is still to receive of the events that it has missed; none of a deck's are sent meanwhile.
    var replay: MissedEvents?
  }

  /// So many of its requests may wait for the disk at a time: enough that a group of them is worth a commit.
  private static let mostUnanswered = 64

  let connection: ClientConnection
  var access: Permissions
  /// What it calls itself.
  var name: String?
  var reading: Watch?
  /// Made when the socket was full, kept paused otherwise.
  var writing: Watch?
  /// One per deck.
  var subscriptions: [Subscription] = []
  /// What applies to decks that a reload adds; `nil` without a subscription to all decks.
  var everything: Everything?
  /// How much waits for the disk before it is sent to it.
  package var unanswered = 0
  /// How many files are being read for it.
  var fileJobs = 0
  /// Lines that were read and not answered yet.
  var requests: ArraySlice<LineFraming.Line> = []
  /// What may come after them.
  var stream = ClientConnection.Stream.open
  /// Whether its next turn is on its way.
  var isScheduled = false
  var output = OutputState.idle
  var phase = ConnectionPhase()
  /// The decks of which it wants to know why touches are taken for what they are.
  var explained: Set<String> = []
  /// The fingers that it puts in; `nil` before it has put in any.
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

  /// So many bytes of what it has missed are read at a time, and not more before it has read them: a fourth of what may
  /// wait for it.
  var share: Int { connection.outgoing.limit / 4 }

  /// Whether it is still to get something that it has missed.
  var isReplaying: Bool { everything?.replay != nil || subscriptions.contains { $0.replay != nil } }

  /// Whether it subscribes to anything.
  var isSubscribed: Bool { everything != nil || !subscriptions.isEmpty }

  /// Whether it receives an event of a deck now: it subscribes to them, and has received those before.
  func receivesEvents(of deck: String) -> Bool {
    subscriptions.contains { subscription in
      subscription.deck == deck && subscription.topics.contains(.events) && subscription.replay == nil
        && !(subscription.isOfAll && everything?.replay != nil)
    }
  }

  /// What it has missed of a deck, or of all where there is no deck.
  func replay(of deck: String?) -> MissedEvents? {
    guard let deck else { return everything?.replay }
    return subscriptions.first { $0.deck == deck }?.replay
  }

  /// Sets what it has missed of a deck, or of all where there is no deck.
  func setReplay(_ replay: MissedEvents?, of deck: String?) {
    guard let deck else {
      everything?.replay = replay
      return
    }
    for index in subscriptions.indices where subscriptions[index].deck == deck { subscriptions[index].replay = replay }
  }

  /// The deck of which it is to receive more of what it has missed, `nil` in it for all decks; `nil` where there is none,
  /// and while more has been requested.
  var nextReplay: (deck: String?, replay: MissedEvents)? {
    let all = everything?.replay.map { (deck: String?.none, replay: $0) }
    let replays =
      [all].compactMap(\.self)
      + subscriptions.compactMap { subscription in
        subscription.replay.map { (deck: subscription.deck, replay: $0) }
      }
    return replays.contains { $0.replay.asked != nil } ? nil : replays.first
  }

  /// Makes the request `ticket` for missed events of a deck, or of all decks, be sent again.
  func askAgain(_ deck: String?, _ ticket: StateTicket) {
    guard var replay = replay(of: deck), replay.asked == ticket else { return }
    replay.asked = nil
    setReplay(replay, of: deck)
  }

  /// When a frame that was held back for the client's rate is due, or the client has had its time.
  var deadline: Instant? {
    var earliest = phase.deadline
    for subscription in subscriptions {
      guard let due = subscription.pacer.deadline else { continue }
      earliest = earliest.map { min($0, due) } ?? due
    }
    return earliest
  }
}
