package import DeckProtocol
package import DeckSocket
import EventLoop
import Kinetics
import Logging
import MessageText
import UnixSocket

/// A connected client: its permissions, its requests, and the state of its connection.
package final class Client {
  /// What a client may do.
  package struct Permissions: Hashable, Sendable {
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

  /// How many of its requests may wait for the disk at a time: enough for a group of them to be worth a commit.
  static let mostUnanswered = 64

  package let connection: ClientConnection
  private(set) var access: Permissions
  /// The name that the client has given itself.
  private(set) var name: String?
  /// The daemon creates both watches, because only it has the loop.
  var reading: Watch?
  /// Created when the socket is first full, and paused while it is not.
  var writing: Watch?
  /// Whether it has yet to receive missed events; the hub of subscriptions changes it.
  package internal(set) var isCatchingUp = false
  /// How many of its commands wait for a delegate, and items for it for the disk; a long reply counts as several.
  package private(set) var unanswered = 0
  /// How many of its requests wait for a file, or for the disk to catch up.
  private var jobs = 0
  /// Whether a request of its is performed in portions, one after another, before its next request.
  package private(set) var isBusy = false
  /// Whether it has its turn, and the end of its last one in the time of a `FairQueue`; the scheduler changes both.
  var turn = RequestScheduler.Turn.none
  var turnEnd: Int64?
  /// What was read from it and not answered yet.
  package internal(set) var requests = RequestQueue()
  /// The registry of clients changes it, which writes to all of them.
  package internal(set) var output = OutputState.idle
  /// Since when bytes are held for it alone, and how many; the registry of clients changes both.
  var holdsSince: Instant?
  var heldBytes = 0
  package internal(set) var phase = ConnectionPhase()

  /// A client that has just connected.
  package init(_ connection: ClientConnection, access: Permissions) {
    self.connection = connection
    self.access = access
  }

  /// Whether its requests have to wait: so much waits unread, half of the limit, so that its own answers never take it
  /// over; so many of its requests wait for the disk; it has yet to receive missed events, which no reply may overtake;
  /// or a request of its waits for a file, or for the disk to catch up.
  package var isHeld: Bool {
    jobs > 0 || isCatchingUp || unanswered >= Self.mostUnanswered
      || connection.outgoing.lineBytes > connection.outgoing.limit / 2
  }

  /// Records the name that the client gives itself.
  func introduce(as name: String?) { self.name = name ?? self.name }

  /// Grants what another configuration permits.
  func adopt(_ permissions: Permissions) { access = permissions }

  /// Records a job that the client's requests wait for.
  package func beginJob() { jobs += 1 }

  /// Records that such a job is done.
  package func endJob() {
    precondition(jobs > 0, "no job of this client is under way")
    jobs -= 1
  }

  /// Records that a request of the client is performed in portions.
  package func beginWork() { isBusy = true }

  /// Records that the last portion has been performed.
  package func endWork() { isBusy = false }

  /// Records that a command of the client waits for a delegate, or an item for it for the disk.
  func beginWaiting(_ weight: Int) { unanswered += weight }

  /// Records that it waits no longer.
  func endWaiting(_ weight: Int) {
    precondition(unanswered >= weight, "nothing of this client waits")
    unanswered -= weight
  }

  /// How many bytes of missed events are read at a time, the next ones only after the client has read these: a quarter
  /// of its queue's limit.
  var share: Int { connection.outgoing.limit / 4 }

  /// Stops watching the connection, and closes it.
  func close() {
    reading?.cancel()
    writing?.cancel()
    (reading, writing) = (nil, nil)
    connection.close()
  }

  /// The name, for people, of a client that is in the way of another one.
  var title: String {
    let process = "the client of process \(connection.peer.process)"
    return name.map { "\(truncatedQuote($0)), \(process)," } ?? process
  }
}

extension ClientConnection {
  /// The client's process, user and group for the log.
  var metadata: Logger.Metadata { ["pid": "\(peer.process)", "uid": "\(peer.user)", "gid": "\(peer.group)"] }

  /// Sends a client that is not accepted the reason, and closes; a new socket's buffer has capacity for a line.
  func turnAway(because denial: AccessDenial, log: Logger) {
    log.warning("client refused: \(denial.error.expected)", metadata: metadata)
    _ = outgoing.append(denial.line, batch: 0)
    if flush() == .blocked { log.debug("it did not receive the reason") }
    close()
  }
}
