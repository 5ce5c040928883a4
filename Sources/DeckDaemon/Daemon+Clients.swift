import DeckProtocol
import DeckSocket
import EventLoop
import Kinetics
import Logging
import UnixSocket

extension Daemon {
  /// For a client that finds no descriptor left.
  static let tooManyClients = Reply.failure(
    id: ClientRequest.unknownID,
    ProtocolError(
      .refused,
      "too many clients",
      field: "",
      expected: "fewer connections; close one and connect again"
    )
  )

  func acceptClients() {
    removeVanished()
    while true {
      switch listener.accept() {
      case .client(let connection): add(connection)
      case .none: return
      case .refused(let error): log.warning("client refused: \(error)")
      case .exhausted(let error):
        log.warning("no clients until one leaves: \(error)")
        accepting?.pause()
        return
      }
    }
  }

  private func add(_ connection: ClientConnection) {
    let client = Client(connection)
    clients[ObjectIdentifier(client)] = client
    let id = ObjectIdentifier(client)
    client.reading = loop.watch(readable: connection.descriptor) { [self] in assumeIsolated { $0.read(id) } }
    log.debug("client connected", metadata: ["pid": "\(connection.peer.process)", "uid": "\(connection.peer.user)"])
  }

  private func read(_ id: ObjectIdentifier) {
    guard let client = clients[id], !client.isLeaving else { return }
    // Touches that already wait happened before whatever the client asks for.
    readPanels()
    repeat {
      read(client)
      // Dispatch tells of a hangup once: what is not read now is never read.
    } while clients[id] != nil && !client.isLeaving && client.connection.isHungUp
    rearm()
  }

  private func read(_ client: Client) {
    let reading = client.connection.read()
    client.isAnswering = true
    for line in reading.lines where !client.isLeaving {
      switch line {
      case .complete(let bytes): if !bytes.isEmpty { handle(bytes, from: client) }
      case .overlong: reply(Self.overlongLine, to: client)
      }
    }
    client.isAnswering = false
    if clients[ObjectIdentifier(client)] != nil { flush(client) }
    guard clients[ObjectIdentifier(client)] != nil else { return }
    switch reading.stream {
    case .open: break
    case .ended where client.connection.isHungUp, .broken: remove(client)
    case .ended where client.subscriptions.isEmpty: leave(client)
    case .ended:
      // It only closed its sending side, and still reads. The stream's end stays there to be read: not again.
      client.reading?.pause()
      client.sendsNoMore = true
      flush(client)
    }
  }

  /// Closes the connections of subscribers that first closed their sending side and then vanished.
  ///
  /// Nothing tells of it while nothing is sent to them, and watching for it would cost wakeups at rest. So they are
  /// looked for when another comes: then they cannot pile up.
  private func removeVanished() {
    for client in Array(clients.values) where client.sendsNoMore && client.connection.isHungUp { remove(client) }
  }

  private static let overlongLine = Reply.failure(
    id: ClientRequest.unknownID,
    ProtocolError(.parse, "line too long", field: "", expected: "a line of at most \(LineFraming.defaultLimit) bytes")
  )

  /// Queues an answer or an event; a client that has let too much pile up is told, and let go.
  func reply(_ line: [UInt8], to client: Client) {
    guard !client.isLeaving else { return }
    if client.connection.outgoing.append(line) == .overflow {
      log.warning("client let go: it does not read", metadata: ["pid": "\(client.connection.peer.process)"])
      client.connection.outgoing.replaceAll(with: Self.tooSlow)
      leave(client)
      return
    }
    flush(client)
  }

  private static let tooSlow = Reply.failure(
    id: ClientRequest.unknownID,
    ProtocolError(
      .refused,
      "let go: \(OutgoingQueue.defaultLimit) bytes of events wait unread",
      field: "",
      expected: "a client that reads; connect again and subscribe with \"since\""
    )
  )

  /// Queues a frame in place of an older one of its deck.
  func show(_ line: [UInt8], key: OutgoingQueue.FrameKey, to client: Client) {
    guard !client.isLeaving else { return }
    client.connection.outgoing.setFrame(line, for: key)
    flush(client)
  }

  private func flush(_ client: Client) {
    guard !client.isAnswering else { return }
    switch client.connection.flush() {
    case .drained:
      client.writing?.pause()
      if client.isLeaving { remove(client) }
    case .blocked:
      if let writing = client.writing { return writing.resume() }
      let id = ObjectIdentifier(client)
      client.writing = loop.watch(writable: client.connection.descriptor) { [self] in
        assumeIsolated { daemon in daemon.clients[id].map { daemon.flush($0) } }
      }
    case .broken: remove(client)
    }
  }

  /// How long a client that was let go may take to read why, in seconds.
  private static let farewell = 5.0

  /// Closes the connections of clients that were let go and have had their time.
  func removeOverdue(at now: Instant) {
    for client in Array(clients.values) where client.leavesBy.map({ $0 <= now }) ?? false { remove(client) }
  }

  /// Sends what is queued and closes then.
  private func leave(_ client: Client) {
    client.leavesBy = Loop.now.advanced(bySeconds: Self.farewell)
    // What it still sends stays unread, and would wake the loop over and over.
    client.reading?.pause()
    client.subscriptions = [:]
    updateInterest()
    flush(client)
  }

  /// Closes the connection once the loop has let go of its descriptor.
  func remove(_ client: Client) {
    guard clients.removeValue(forKey: ObjectIdentifier(client)) != nil else { return }
    updateInterest()
    let connection = client.connection
    let watches = [client.reading, client.writing].compactMap(\.self)
    client.reading = nil
    client.writing = nil
    cancel(watches[...], then: connection)
  }

  private func cancel(_ watches: ArraySlice<Watch>, then connection: ClientConnection) {
    guard let watch = watches.first else {
      connection.close()
      accepting?.resume()
      return
    }
    // Safe: the completion runs on the loop's queue, like everything that touches the connection.
    nonisolated(unsafe) let connection = connection
    watch.cancel { [self] in
      assumeIsolated { $0.cancel(watches.dropFirst(), then: connection) }
    }
  }
}
