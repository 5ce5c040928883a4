import DeckConfiguration
package import DeckProtocol
package import DeckSocket
import EventLoop
import Gestures
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
    /// What waits for all clients together is too much, and most of it for this one, which does not read; it receives
    /// the reason, then it is removed.
    case holdsMost(Client)
    /// It is removed once its queued output is written.
    case leaves(Client)
    /// It was removed: its connection is to be closed.
    case wasRemoved(Client)

    /// The client.
    package var client: Client {
      switch self {
      case .doesNotRead(let client), .holdsMost(let client), .leaves(let client), .wasRemoved(let client): client
      }
    }

    /// What is worth a warning, if anything.
    var warning: String? {
      switch self {
      case .doesNotRead: "client disconnected: it does not read"
      case .holdsMost:
        "client disconnected: more than limits.replies is held for all clients, and most of it for this one"
      case .leaves, .wasRemoved: nil
      }
    }
  }

  /// How many bytes may wait before they are written, even if more are to come: a reader can begin meanwhile.
  private static let share = 1 << 16

  /// How long a client that is being disconnected may read nothing, in seconds, before its connection is closed anyway:
  /// long enough for a client that is only slow, on a busy machine, to read the reason.
  private static let farewell = 5.0

  /// How many bytes of a line a client that holds most may still receive, so that the line is whole.
  private static let lastRest = 1 << 14

  private let clock: () -> Instant
  private var clients: [ObjectIdentifier: Client] = [:]
  /// The clients with queued output that has not been written yet.
  private var waiting: [Client] = []
  /// The clients whose sockets are full for the first time.
  private var blocked: [Client] = []
  private var departures: [Departure] = []
  /// Whether a client may be there that is being disconnected: otherwise no touch has to look at each client.
  private var mayHaveLeaving = false
  /// The most bytes of replies and of incomplete lines that may be held for all clients together.
  package var replyLimit = LimitsSection().replies
  /// The bytes that are held for single clients: replies, other lines that they do not share, and incomplete lines.
  private var ownBytes = 0
  /// What was used for messages since memory was last given back.
  private var trim = MemoryTrim()
  /// How many bytes a byte of a line takes while the line is parsed: 11 for 20,000 cards with nothing but an id.
  private static let parsedSize = 11
  /// How many bytes a card takes at least.
  private static let cardSize = 200
  /// Numbers the causes of queued lines; the lines of one cause are a batch to `OutgoingQueue`.
  package private(set) var batch: UInt64 = 0

  /// A registry without clients.
  package init(clock: @escaping () -> Instant = { Loop.now }) {
    self.clock = clock
  }

  package var count: Int { clients.count }
  /// How many clients connected over a socket with this access.
  package func count(over access: Access) -> Int { clients.values.count { $0.access.access == access } }
  package var isEmpty: Bool { clients.isEmpty }
  /// The clients, in no order.
  package var all: some Collection<Client> { clients.values }
  package subscript(_ id: ObjectIdentifier) -> Client? { clients[id] }

  /// Whether the client has not been removed.
  package func contains(_ client: Client) -> Bool { clients[ObjectIdentifier(client)] != nil }

  /// How many clients a user has over a socket with this access.
  package func count(ofUser user: UInt32, over access: Access) -> Int {
    clients.values.count { $0.connection.peer.user == user && $0.access.access == access }
  }

  /// Whether a client has closed its connection, and waits for a turn in which it is removed.
  package var hasVanished: Bool { clients.values.contains { $0.phase.isOpen && $0.connection.isHungUp } }

  /// The bytes that wait unread.
  package var queuedBytes: Int { clients.values.reduce(0) { $0 + $1.connection.outgoing.queuedBytes } }

  /// When the first client that is being disconnected must be removed at the latest, or memory is to be given back.
  package var deadline: Instant? {
    guard mayHaveLeaving else { return trim.deadline }
    return clients.values.reduce(trim.deadline) { .earlier($0, $1.phase.deadline) }
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
  ///
  /// `isShared` is whether other clients receive the same line.
  package func send(_ line: [UInt8], to client: Client, isShared: Bool = false) {
    guard !client.phase.isLeaving else { return }
    // A frame that was queued before goes before.
    if client.connection.outgoing.hasFrames { write(to: client) }
    if isShared { trim.use(line.count, at: clock()) }
    let outcome = change(client) { client.connection.outgoing.append(line, batch: batch, isShared: isShared) }
    guard outcome == .queued else { return disconnectSlow(client) }
    queued(client)
  }

  /// Lets what was queued for a client be written, at once if it is much.
  private func queued(_ client: Client) {
    enlist(client)
    if client.connection.outgoing.lineBytes > Self.share { write(to: client) }
    if ownBytes > replyLimit { disconnectHolders() }
  }

  private func disconnectSlow(_ client: Client) {
    disconnect(
      client,
      "disconnected: more than \(client.connection.outgoing.limit) bytes of events wait unread",
      expected: "a client that reads; connect again and subscribe with \"since\" (limits.backlog)",
      as: .doesNotRead(client)
    )
  }

  /// Changes a client's queue, and records how many bytes are held for the client alone.
  private func change<Result>(_ client: Client, _ body: () -> Result) -> Result {
    defer { recordHeldBytes(of: client) }
    return body()
  }

  private func recordHeldBytes(of client: Client) {
    let (before, after) = (client.heldBytes, client.connection.ownBytes)
    client.heldBytes = after
    ownBytes += after - before
    if after == 0 { client.holdsSince = nil } else if client.holdsSince == nil { client.holdsSince = clock() }
    trim.use(max(before - after, 0), at: clock())
  }

  /// Records that a client was read: a line that it has not completed is held for it.
  package func recordInput(of client: Client) {
    guard contains(client) else { return }
    recordHeldBytes(of: client)
    if ownBytes > replyLimit { disconnectHolders() }
  }

  /// Disconnects the clients for which the most bytes have been held the longest, until the others are within the
  /// limit.
  ///
  /// Also a long line that is partly written ends where it is, since it may be what there is too much of.
  private func disconnectHolders() {
    let now = clock()
    // By bytes alone, a client that has just sent a request could be removed in place of one that does not read. Because
    // of the 0.1 s, bytes decide among replies that are all new.
    func weight(_ client: Client) -> Double {
      let age = client.holdsSince.map { now.seconds(since: $0) } ?? 0
      return Double(client.heldBytes) * (age + 0.1)
    }
    while ownBytes > replyLimit {
      let others = clients.values.lazy.filter { !$0.phase.isLeaving && $0.heldBytes > 0 }
      guard let most = others.max(by: { weight($0) < weight($1) }) else { break }
      disconnect(
        most,
        "disconnected: more than \(replyLimit) bytes are held for all clients, most of them for this one",
        expected: "a client that reads its replies and ends its lines; connect again (limits.replies)",
        as: .holdsMost(most),
        finishing: Self.lastRest
      )
    }
  }

  /// Queues a frame, replacing an older one of its deck.
  package func send(frame line: [UInt8], key: OutgoingQueue.FrameKey, to client: Client) {
    guard !client.phase.isLeaving else { return }
    // A socket with room takes the one before: only what it has no room for is replaced.
    if client.connection.hasFrame(for: key) { write(to: client) }
    client.connection.outgoing.setFrame(line, for: key)
    enlist(client)
  }

  /// Sends a client the reason that it receives nothing more, and closes once the client has read that.
  package func dismiss(_ client: Client, _ message: String, expected: String) {
    disconnect(client, message, expected: expected, as: .leaves(client))
  }

  private func disconnect(
    _ client: Client,
    _ message: String,
    expected: String,
    as departure: Departure,
    finishing most: Int = .max
  ) {
    let reason = ProtocolError(.refused, message, field: "", expected: expected)
    let line = Reply.failure(id: ClientRequest.unknownID, reason)
    change(client) {
      client.connection.outgoing.replaceAll(with: line, finishing: most)
      client.connection.dropInput()
    }
    depart(departure)
  }

  /// Disconnects a client once its queued output is written.
  package func leave(_ client: Client) {
    depart(.leaves(client))
  }

  private func depart(_ departure: Departure) {
    let client = departure.client
    mayHaveLeaving = true
    client.phase.leave(by: clock().advanced(bySeconds: Self.farewell))
    departures.append(departure)
    enlist(client)
  }

  /// Removes a client.
  package func remove(_ client: Client) {
    guard clients.removeValue(forKey: ObjectIdentifier(client)) != nil else { return }
    change(client) {
      client.connection.outgoing.removeAll()
      client.connection.dropInput()
    }
    // Until its subscriptions end, it is sent what others cause: that is for nobody.
    client.phase.finish()
    departures.append(.wasRemoved(client))
  }

  /// Removes every client.
  package func removeAll() {
    for client in Array(clients.values) { remove(client) }
  }

  /// Removes subscribers that first closed their sending side and then vanished, and vanished clients whose requests
  /// wait if these `areDropped`.
  ///
  /// Their sockets are not watched, as the end of what they send would be reported over and over. So they are removed
  /// whenever another client connects: then they cannot pile up.
  package func removeVanished(whoseRequestsWait areDropped: Bool = false) {
    for client in Array(clients.values) where !client.phase.isOpen || areDropped && client.isHeld {
      if client.connection.isHungUp { remove(client) }
    }
  }

  /// Records a line that a client sent.
  func receive(_ line: [UInt8]) { trim.use(line.count * Self.parsedSize, at: clock()) }

  /// Records that so many cards are gone, whose memory is free.
  func recordRemovedCards(_ count: Int) { trim.use(count * Self.cardSize, at: clock()) }

  /// Returns whether the memory that messages used some time ago is due to be given back.
  func takeMemoryTrim(at now: Instant, isMoving: () -> Bool) -> Bool { trim.takeDue(at: now, isMoving: isMoving) }

  /// Removes clients that are being disconnected and whose time is up.
  package func removeOverdue(at now: Instant) {
    guard mayHaveLeaving else { return }
    for client in Array(clients.values) where client.phase.isOverdue(at: now) { remove(client) }
    mayHaveLeaving = clients.values.contains { $0.phase.deadline != nil }
  }

  /// Returns the clients that have departed since the last call, in order.
  package func takeDepartures() -> [Departure] {
    defer { departures = [] }
    return departures
  }

  /// Whether `takeBlocked` would return any client.
  var hasBlocked: Bool { !blocked.isEmpty }

  /// Returns the clients whose sockets were full for the first time: they need a watch for writing.
  package func takeBlocked() -> [Client] {
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
    waiting.clear()
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
    // One that was removed is done.
    guard client.output != .blocked, !client.phase.isDone else { return }
    switch change(client, { client.connection.flush() }) {
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
