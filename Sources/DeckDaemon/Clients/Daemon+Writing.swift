import DeckProtocol
import DeckSocket
import EventLoop
import Kinetics
import Logging

extension Daemon {
  /// How many bytes may wait before they are written, even if more are to come: a reader can begin meanwhile.
  private static let share = 1 << 16

  /// Queues a reply or an event; a client with too much unread output is disconnected with an error.
  func reply(_ line: [UInt8], to client: Client) {
    guard !client.phase.isLeaving else { return }
    // A frame that was queued before goes before.
    if client.connection.outgoing.hasFrames { writeSoon(client) }
    guard client.connection.outgoing.append(line, batch: batch) == .queued else { return disconnect(client) }
    enlist(client)
    if client.connection.outgoing.lineBytes > Self.share { writeSoon(client) }
  }

  private func disconnect(_ client: Client) {
    log.warning("client disconnected: it does not read", metadata: Self.metadata(client.connection))
    dismiss(
      client,
      "disconnected: more than \(client.connection.outgoing.limit) bytes of events wait unread",
      expected: "a client that reads; connect again and subscribe with \"since\" (limits.backlog)"
    )
  }

  /// Sends a client the reason that it receives nothing more, and closes once the client has read that.
  func dismiss(_ client: Client, _ message: String, expected: String) {
    let why = ProtocolError(.refused, message, field: "", expected: expected)
    client.connection.outgoing.replaceAll(with: Reply.failure(id: ClientRequest.unknownID, why))
    leave(client)
  }

  /// Queues a frame, replacing an older one of its deck.
  func show(_ line: [UInt8], key: OutgoingQueue.FrameKey, to client: Client) {
    guard !client.phase.isLeaving else { return }
    // A socket with room takes the one before: only what it has no room for is replaced.
    if client.connection.outgoing.hasFrame(for: key) { writeSoon(client) }
    client.connection.outgoing.setFrame(line, for: key)
    enlist(client)
  }

  /// Schedules the client's queue to be written at the end of the loop's current step.
  func enlist(_ client: Client) {
    guard client.output == .idle else { return }
    client.output = .queued
    waitingClients.append(client)
  }

  /// Writes the queued output of clients whose sockets are not known to be full.
  func writeToClients() {
    guard !waitingClients.isEmpty else { return }
    var done: [Client] = []
    for client in waitingClients {
      writeSoon(client)
      if client.output == .queued { client.output = .idle }
      if client.phase.isDone { done.append(client) }
    }
    waitingClients.removeAll(keepingCapacity: true)
    for client in done { remove(client) }
  }

  /// Writes to a client, and waits for its socket if that is full; removes no client.
  private func writeSoon(_ client: Client) {
    guard client.output != .blocked, !client.phase.isDone, clients[ObjectIdentifier(client)] != nil else { return }
    switch client.connection.flush() {
    case .drained:
      if client.phase.isLeaving { client.phase.finish() }
    case .blocked:
      client.output = .blocked
      if let writing = client.writing { return writing.resume() }
      let id = ObjectIdentifier(client)
      client.writing = loop.watch(writable: client.connection.descriptor) { [self] in
        assumeIsolated { daemon in daemon.clients[id].map { daemon.takesMore($0) } }
      }
    case .broken:
      client.phase.finish()
      enlist(client)
    }
  }

  /// Resumes writing once the client's socket has capacity again.
  private func takesMore(_ client: Client) {
    client.output = .idle
    // It reads: so it may have the time to read to the end.
    if client.phase.isLeaving { client.phase.leave(by: Loop.now.advanced(bySeconds: Self.farewell)) }
    writeSoon(client)
    if client.output != .blocked { client.writing?.pause() }
    if client.phase.isDone { remove(client) } else { release(client) }
    if client.isReplaying { replayMore(to: client) }
    rearm()
  }
}
