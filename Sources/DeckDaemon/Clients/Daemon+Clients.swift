import DeckConfiguration
import DeckEngine
import DeckProtocol
import DeckSocket
import EventLoop
import Kinetics
import Logging
import UnixSocket

extension Daemon {
  /// Returns the reply to a client that cannot be accepted.
  static func tooManyClients(expected: String) -> [UInt8] {
    Reply.failure(
      id: ClientRequest.unknownID,
      ProtocolError(.refused, "too many connections", field: "", expected: expected)
    )
  }

  /// Accepts the clients that wait at a socket.
  func acceptClients(on index: Int) {
    removeVanished()
    while true {
      switch sockets[index].listener.accept() {
      case .client(let connection): add(connection, over: sockets[index].access)
      case .none: return
      case .refused(let error): log.warning("client refused: \(error)")
      case .exhausted(let error):
        log.warning("no clients until one leaves: \(error)")
        sockets[index].accepting?.pause()
        return
      }
    }
  }

  private func add(_ connection: ClientConnection, over access: Access) {
    if let reason = refusal(of: connection) { return turnAway(connection, because: reason) }
    let client = Client(connection, access: permissions(of: connection, over: access))
    let id = ObjectIdentifier(client)
    clients[id] = client
    client.reading = loop.watch(readable: connection.descriptor) { [self] in assumeIsolated { $0.serve(id) } }
    log.debug("client connected", metadata: Self.metadata(connection, access))
  }

  /// Returns a client's process, user and group for the log.
  static func metadata(_ connection: ClientConnection, _ access: Access? = nil) -> Logger.Metadata {
    let peer = connection.peer
    var metadata: Logger.Metadata = ["pid": "\(peer.process)", "uid": "\(peer.user)", "gid": "\(peer.group)"]
    if let access { metadata["access"] = "\(access.rawValue)" }
    return metadata
  }

  /// Returns why the client cannot be accepted; `nil` if it can.
  private func refusal(of connection: ClientConnection) -> String? {
    let limits = options.configuration.limits
    guard clients.count < limits.clients else {
      return "at most \(limits.clients) (limits.clients); close one and connect again"
    }
    let user = connection.peer.user
    // No user can have so many while there are fewer in all.
    guard clients.count >= limits.clientsPerUser,
      clients.values.count(where: { $0.connection.peer.user == user }) >= limits.clientsPerUser
    else { return nil }
    return "at most \(limits.clientsPerUser) of one user (limits.clientsPerUser); close one and connect again"
  }

  /// Sends a client the reason that it is not accepted, and closes; a new socket's buffer has capacity for a line.
  private func turnAway(_ connection: ClientConnection, because reason: String) {
    log.warning("client refused: \(reason)", metadata: Self.metadata(connection))
    _ = connection.outgoing.append(Self.tooManyClients(expected: reason), batch: 0)
    if connection.flush() == .blocked { log.debug("it did not receive the reason") }
    connection.close()
  }

  /// Closes the connections of subscribers that first closed their sending side and then vanished.
  ///
  /// Nothing reports that while nothing is sent to them, and watching for it would cost wakeups at rest. So they are
  /// removed whenever another client connects: then they cannot pile up.
  private func removeVanished() {
    for client in Array(clients.values) where !client.phase.isOpen && client.connection.isHungUp { remove(client) }
  }

  /// How long a client that is being disconnected may read nothing, in seconds, before its connection is closed anyway:
  /// long enough for a client that is only slow, on a busy machine, to read the reason.
  static let farewell = 5.0

  /// Closes the connections of clients that are being disconnected and whose time is up.
  func removeOverdue(at now: Instant) {
    guard clients.values.contains(where: { $0.phase.isOverdue(at: now) }) else { return }
    for client in Array(clients.values) where client.phase.isOverdue(at: now) { remove(client) }
  }

  /// Ends the subscriptions to decks that were removed, and whose last event is queued.
  func endSubscriptions(besides decks: Set<String>) {
    let asking = Set(engine.deckEntries.filter { $0.kind == DeckKind.swipe.rawValue }.map(\.id))
    for deck in delegates.decks where !asking.contains(deck) { endDelegation(of: deck) }
    for client in Array(clients.values) {
      endSubscriptions(of: client) { !decks.contains($0) }
      // A client that sends no more and receives nothing any more has no reason to stay.
      if client.phase.isHalfClosed, !client.isSubscribed { leave(client) }
    }
    updateInterest()
    writeToClients()
  }

  /// Closes a client's connection once its queued output is written.
  func leave(_ client: Client) {
    client.phase.leave(by: Loop.now.advanced(bySeconds: Self.farewell))
    // What it still sends stays unread, and would wake the loop over and over.
    client.reading?.pause()
    client.requests = []
    client.subscriptions = []
    client.everything = nil
    client.explained = []
    updateInterest()
    dismissDelegate(client)
    dropFingers(of: client)
    enlist(client)
  }

  /// Removes a client, and closes its connection once the loop has released its descriptor.
  func remove(_ client: Client) {
    guard clients.removeValue(forKey: ObjectIdentifier(client)) != nil else { return }
    if client.isSubscribed || !client.explained.isEmpty { updateInterest() }
    dropFingers(of: client)
    dismissDelegate(client)
    let connection = client.connection
    let watches = [client.reading, client.writing].compactMap(\.self)
    client.reading = nil
    client.writing = nil
    cancel(watches[...], then: connection)
  }

  private func cancel(_ watches: ArraySlice<Watch>, then connection: ClientConnection) {
    guard let watch = watches.first else {
      connection.close()
      for socket in sockets { socket.accepting?.resume() }
      return
    }
    // Safe: the completion runs on the loop's queue, like everything that touches the connection.
    nonisolated(unsafe) let connection = connection
    watch.cancel { [self] in
      assumeIsolated { $0.cancel(watches.dropFirst(), then: connection) }
    }
  }
}
