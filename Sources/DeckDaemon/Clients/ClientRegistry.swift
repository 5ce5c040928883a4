import DeckProtocol
package import DeckSocket
import EventLoop
package import Kinetics
import UnixSocket

/// The connected clients, and what is queued for them.
///
/// A client departs when it is to be disconnected or was removed. Whoever owns something of a client releases that for
/// each of `takeDepartures()`; until then the registry only stops queuing anything for the client.
package final class ClientRegistry {
  /// A client that receives nothing more.
  package enum Departure {
    /// Too much waits for it unread; it receives the reason, then it is removed.
    case doesNotRead(Client)
    /// It is removed once its queued output is written.
    case leaves(Client)
    /// It was removed: its connection is to be closed.
    case wasRemoved(Client)

    /// The client.
    package var client: Client {
      switch self {
      case .doesNotRead(let client), .leaves(let client), .wasRemoved(let client): client
      }
    }
  }

  /// How many bytes may wait before they are written, even if more are to come: a reader can begin meanwhile.
  private static let share = 1 << 16

  /// How long a client that is being disconnected may read nothing, in seconds, before its connection is closed anyway:
  /// long enough for a client that is only slow, on a busy machine, to read the reason.
  private static let farewell = 5.0

  private let clock: () -> Instant
  private var clients: [ObjectIdentifier: Client] = [:]
  /// The clients with queued output that has not been written yet.
  private var waiting: [Client] = []
  /// The clients whose sockets are full for the first time.
  private var blocked: [Client] = []
  private var departures: [Departure] = []
  /// Numbers the causes of queued lines; the lines of one cause are a batch to `OutgoingQueue`.
  package private(set) var batch: UInt64 = 0

  /// A registry without clients.
  package init(clock: @escaping () -> Instant = { Loop.now }) {
    self.clock = clock
  }

  package var count: Int { clients.count }
  package var isEmpty: Bool { clients.isEmpty }
  /// The clients, in no order.
  package var all: some Collection<Client> { clients.values }
  package subscript(_ id: ObjectIdentifier) -> Client? { clients[id] }

  /// Whether the client has not been removed.
  package func contains(_ client: Client) -> Bool { clients[ObjectIdentifier(client)] != nil }

  /// How many clients a user has.
  package func count(ofUser user: UInt32) -> Int { clients.values.count { $0.connection.peer.user == user } }

  /// The bytes that wait unread.
  package var queuedBytes: Int { clients.values.reduce(0) { $0 + $1.connection.outgoing.queuedBytes } }

  /// When the first client that is being disconnected must be removed at the latest.
  package var deadline: Instant? {
    var earliest: Instant?
    for client in clients.values {
      guard let due = client.phase.deadline else { continue }
      earliest = earliest.map { min($0, due) } ?? due
    }
    return earliest
  }

  /// Adds a client that has connected.
  package func add(_ client: Client) {
    clients[ObjectIdentifier(client)] = client
  }

  /// Starts another batch of lines.
  package func beginBatch() {
    batch += 1
  }

  /// Queues a line; a client with too much unread output is disconnected with an error.
  package func send(_ line: [UInt8], to client: Client) {
    guard !client.phase.isLeaving else { return }
    // A frame that was queued before goes before.
    if client.connection.outgoing.hasFrames { write(to: client) }
    guard client.connection.outgoing.append(line, batch: batch) == .queued else {
      return disconnect(
        client,
        "disconnected: more than \(client.connection.outgoing.limit) bytes of events wait unread",
        expected: "a client that reads; connect again and subscribe with \"since\" (limits.backlog)",
        as: .doesNotRead(client)
      )
    }
    enlist(client)
    if client.connection.outgoing.lineBytes > Self.share { write(to: client) }
  }

  /// Queues a frame, replacing an older one of its deck.
  package func send(frame line: [UInt8], key: OutgoingQueue.FrameKey, to client: Client) {
    guard !client.phase.isLeaving else { return }
    // A socket with room takes the one before: only what it has no room for is replaced.
    if client.connection.outgoing.hasFrame(for: key) { write(to: client) }
    client.connection.outgoing.setFrame(line, for: key)
    enlist(client)
  }

  /// Sends a client the reason that it receives nothing more, and closes once the client has read that.
  package func dismiss(_ client: Client, _ message: String, expected: String) {
    disconnect(client, message, expected: expected, as: .leaves(client))
  }

  private func disconnect(_ client: Client, _ message: String, expected: String, as departure: Departure) {
    let reason = ProtocolError(.refused, message, field: "", expected: expected)
    client.connection.outgoing.replaceAll(with: Reply.failure(id: ClientRequest.unknownID, reason))
    depart(departure)
  }

  /// Disconnects a client once its queued output is written.
  package func leave(_ client: Client) {
    depart(.leaves(client))
  }

  private func depart(_ departure: Departure) {
    let client = departure.client
    client.phase.leave(by: clock().advanced(bySeconds: Self.farewell))
    departures.append(departure)
    enlist(client)
  }

  /// Removes a client.
  package func remove(_ client: Client) {
    guard clients.removeValue(forKey: ObjectIdentifier(client)) != nil else { return }
    departures.append(.wasRemoved(client))
  }

  /// Removes every client.
  package func removeAll() {
    for client in Array(clients.values) { remove(client) }
  }

  /// Removes subscribers that first closed their sending side and then vanished.
  ///
  /// Nothing reports that while nothing is sent to them, and watching for it would cost wakeups at rest. So they are
  /// removed whenever another client connects: then they cannot pile up.
  package func removeVanished() {
    for client in Array(clients.values) where !client.phase.isOpen && client.connection.isHungUp { remove(client) }
  }

  /// Removes clients that are being disconnected and whose time is up.
  package func removeOverdue(at now: Instant) {
    guard clients.values.contains(where: { $0.phase.isOverdue(at: now) }) else { return }
    for client in Array(clients.values) where client.phase.isOverdue(at: now) { remove(client) }
  }

  /// Returns the clients that have departed since the last call, in order.
  package func takeDepartures() -> [Departure] {
    guard !departures.isEmpty else { return [] }
    defer { departures = [] }
    return departures
  }

  /// Returns the clients whose sockets were full for the first time: they need a watch for writing.
  package func takeBlocked() -> [Client] {
    guard !blocked.isEmpty else { return [] }
    defer { blocked = [] }
    return blocked.filter { contains($0) }
  }

  /// Schedules the client's queue to be written at the end of the loop's current step.
  private func enlist(_ client: Client) {
    guard client.output == .idle else { return }
    client.output = .queued
    waiting.append(client)
  }

  /// Writes the queued output of clients whose sockets are not known to be full.
  package func write() {
    guard !waiting.isEmpty else { return }
    var done: [Client] = []
    for client in waiting {
      write(to: client)
      if client.output == .queued { client.output = .idle }
      if client.phase.isDone { done.append(client) }
    }
    waiting.removeAll(keepingCapacity: true)
    for client in done { remove(client) }
  }

  /// Resumes writing once the client's socket has capacity again.
  package func resumeWriting(to client: Client) {
    client.output = .idle
    // It reads: so it may have the time to read to the end.
    if client.phase.isLeaving { client.phase.leave(by: clock().advanced(bySeconds: Self.farewell)) }
    write(to: client)
    if client.output != .blocked { client.writing?.pause() }
    if client.phase.isDone { remove(client) }
  }

  /// Writes to a client, and waits for its socket if that is full; removes no client.
  private func write(to client: Client) {
    guard client.output != .blocked, !client.phase.isDone, contains(client) else { return }
    switch client.connection.flush() {
    case .drained:
      if client.phase.isLeaving { client.phase.finish() }
    case .blocked:
      client.output = .blocked
      if let writing = client.writing { writing.resume() } else { blocked.append(client) }
    case .broken:
      client.phase.finish()
      enlist(client)
    }
  }
}
