import DeckProtocol
import DeckSocket
import EventLoop
import Kinetics

/// One connected client: what it subscribed to, and how it is waited for.
final class Client {
  /// What a client hears of one deck.
  struct Subscription {
    /// Names the deck's frames in the client's queue.
    var key: OutgoingQueue.FrameKey
    var topics: Set<Topic>
    var pacer: FramePacer
  }

  let connection: ClientConnection
  var reading: Watch?
  /// Made when the socket was full, kept paused otherwise.
  var writing: Watch?
  var subscriptions: [String: Subscription] = [:]
  /// Whether its requests are being answered: what is queued meanwhile goes out together.
  var isAnswering = false
  /// Whether the client has closed its sending side.
  var sendsNoMore = false
  /// Set for a client that gets nothing more: closed once everything queued has been written, or then at the
  /// latest.
  var leavesBy: Instant?

  init(_ connection: ClientConnection) {
    self.connection = connection
  }

  var isLeaving: Bool { leavesBy != nil }

  /// When a frame that was held back for the client's rate is due, or the client has had its time.
  var deadline: Instant? {
    (subscriptions.values.compactMap(\.pacer.deadline) + [leavesBy].compactMap(\.self)).min()
  }
}
