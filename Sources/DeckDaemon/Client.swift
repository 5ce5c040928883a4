import DeckProtocol
import DeckSocket
import EventLoop
import Kinetics

/// One connected client: what it may and what it subscribed to, and how it is waited for.
final class Client {
  /// What a client may do.
  struct Permissions: Hashable {
    /// What its socket lets it do.
    var access: Access
    /// Whether it may put touches in.
    var inject: Bool

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
  }

  let connection: ClientConnection
  var access: Permissions
  /// What it calls itself.
  var name: String?
  var reading: Watch?
  /// Made when the socket was full, kept paused otherwise.
  var writing: Watch?
  /// One a deck.
  var subscriptions: [Subscription] = []
  /// Lines that were read and not answered yet.
  var requests: ArraySlice<LineFraming.Line> = []
  /// What may come after them.
  var stream = ClientConnection.Stream.open
  /// Whether its next turn is on its way.
  var isScheduled = false
  /// Whether its socket is full: nothing is written until the loop says that it takes more.
  var isBlocked = false
  /// Whether something was queued since its queue was last written.
  var isWaiting = false
  /// Whether the connection broke, or everything was said: to be removed.
  var isDone = false
  /// The decks of which it wants to know why touches are taken for what they are.
  var explained: Set<String> = []
  /// The fingers that it puts in; `nil` before it has put in any.
  var injection: Injection?
  /// Whether the client has closed its sending side.
  var sendsNoMore = false
  /// Set for a client that gets nothing more: closed once everything queued has been written, or then at the
  /// latest.
  var leavesBy: Instant?

  init(_ connection: ClientConnection, access: Permissions) {
    self.connection = connection
    self.access = access
  }

  var isLeaving: Bool { leavesBy != nil }

  /// Whether the client has had its time.
  func isOverdue(at now: Instant) -> Bool { leavesBy.map { $0 <= now } ?? false }

  /// Whether so much waits unread that its requests have to wait as well: half of the limit, so that its own answers
  /// never take it over.
  var isHeld: Bool {
    connection.outgoing.lineBytes > connection.outgoing.limit / 2
  }

  /// When a frame that was held back for the client's rate is due, or the client has had its time.
  var deadline: Instant? {
    var earliest = leavesBy
    for subscription in subscriptions {
      guard let due = subscription.pacer.deadline else { continue }
      earliest = earliest.map { min($0, due) } ?? due
    }
    return earliest
  }
}
