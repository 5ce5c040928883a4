import DeckConfiguration
import DeckEngine
import DeckProtocol
import DeckSocket
import EventLoop
import Kinetics
import Logging
import UnixSocket

extension Daemon {
  /// For a client that there is no place for.
  static func tooManyClients(expected: String) -> [UInt8] {
    Reply.failure(
      id: ClientRequest.unknownID,
      ProtocolError(.refused, "too many connections", field: "", expected: expected)
    )
  }

  /// Takes in who waits at a socket.
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

  /// Who a client is, for the log.
  static func metadata(_ connection: ClientConnection, _ access: Access? = nil) -> Logger.Metadata {
    let peer = connection.peer
    var metadata: Logger.Metadata = ["pid": "\(peer.process)", "uid": "\(peer.user)", "gid": "\(peer.group)"]
    if let access { metadata["access"] = "\(access.rawValue)" }
    return metadata
  }

  /// Why there is no place for the client; `nil` when there is.
  private func refusal(of connection: ClientConnection) -> String? {
    let limits = options.configuration.limits
    guard clients.count < limits.clients else {
      return "at most \(limits.clients) (limits.clients); close one and connect again"
    }
    let user = connection.peer.user
    // Nobody has so many where there are no more.
    guard clients.count >= limits.clientsPerUser,
      clients.values.count(where: { $0.connection.peer.user == user }) >= limits.clientsPerUser
    else { return nil }
    return "at most \(limits.clientsPerUser) of one user (limits.clientsPerUser); close one and connect again"
  }

  /// Tells a client why there is no place for it, and closes; the socket of one that just came has room for a line.
  private func turnAway(_ connection: ClientConnection, because reason: String) {
    log.warning("client refused: \(reason)", metadata: Self.metadata(connection))
    _ = connection.outgoing.append(Self.tooManyClients(expected: reason), batch: 0)
    if connection.flush() == .blocked { log.debug("it was not told why") }
    connection.close()
  }

  /// Closes the connections of subscribers that first closed their sending side and then vanished.
  ///
  /// Nothing tells of it while nothing is sent to them, and watching for it would cost wakeups at rest. So they are
  /// looked for when another comes: then they cannot pile up.
  private func removeVanished() {
    for client in Array(clients.values) where !client.phase.isOpen && client.connection.isHungUp { remove(client) }
  }

  /// How long a client that was let go may read nothing, in seconds, before its connection is closed all the same: long
  /// enough for one on a busy machine that only was slow, and to read why.
  static let farewell = 5.0

  /// Closes the connections of clients that were let go and have had their time.
  func removeOverdue(at now: Instant) {
    guard clients.values.contains(where: { $0.phase.isOverdue(at: now) }) else { return }
    for client in Array(clients.values) where client.phase.isOverdue(at: now) { remove(client) }
  }

  /// Ends the subscriptions to decks that are there no more, whose last event is on its way.
  func endSubscriptions(besides decks: Set<String>) {
    let asking = Set(engine.deckEntries.filter { $0.kind == DeckKind.swipe.rawValue }.map(\.id))
    for deck in delegates.decks where !asking.contains(deck) { endDelegation(of: deck) }
    for client in Array(clients.values) {
      endSubscriptions(of: client) { !decks.contains($0) }
      // One that sends no more, and hears of nothing any more, has nothing to stay for.
      if client.phase.isHalfClosed, !client.isSubscribed { leave(client) }
    }
    updateInterest()
    writeToClients()
  }

  /// Sends what is queued and closes then.
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

  /// Closes the connection once the loop has let go of its descriptor.
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
