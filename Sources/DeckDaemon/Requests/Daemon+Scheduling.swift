import DeckConfiguration
import DeckProtocol
import DeckSocket
import EventLoop

extension Daemon {
  /// How many requests a client's turn answers at most: some 30 µs each, so that even many clients that send without
  /// pause leave the others a frame of 8 ms.
  private static let requestsPerTurn = 16

  /// Runs a client's turn: reads what it sent, if every earlier request is answered, and answers some of it.
  ///
  /// A client with more requests gets its next turn after every other waiting client has had one.
  func serve(_ id: ObjectIdentifier) {
    guard let client = clients[id], !client.phase.isLeaving else { return }
    client.isScheduled = false
    // Touches that are already pending happened before the client's requests.
    readPanels()
    if client.requests.isEmpty { receive(from: client) }
    var answered = 0
    while answered < Self.requestsPerTurn, !client.isHeld, let line = client.requests.popFirst() {
      answer(line, of: client)
      answered += 1
    }
    writeToClients()
    if clients[id] != nil, !client.phase.isLeaving { endTurn(of: client) }
    rearm()
  }

  private func receive(from client: Client) {
    let reading = client.connection.read()
    client.requests = reading.lines[...]
    client.stream = reading.stream
  }

  private func answer(_ line: LineFraming.Line, of client: Client) {
    switch line {
    case .complete(let bytes): if !ClientMessage.isBlank(bytes) { handle(bytes, from: client) }
    case .overlong: reply(overlongLine, to: client)
    }
  }

  /// Arranges another turn for the client if it has, or may send, more requests.
  private func endTurn(of client: Client) {
    guard client.requests.isEmpty, !client.isHeld else {
      client.reading?.pause()
      // A held client gets its turn from `release(_:)`.
      if !client.isHeld { schedule(client) }
      return
    }
    client.requests = []
    switch client.stream {
    case .open:
      client.reading?.resume()
      // Dispatch reports a hangup only once: what is not read now is never read.
      if client.connection.isHungUp { schedule(client) }
    case .ended where client.connection.isHungUp, .broken:
      remove(client)
    case .ended where client.unanswered > 0:
      // Each of its replies that is released from waiting for the disk schedules another turn.
      client.reading?.pause()
    case .ended where !client.isSubscribed && client.explained.isEmpty:
      leave(client)
      writeToClients()
    case .ended:
      // The client only closed its sending side, and still reads. The end of the stream stays readable: stop watching
      // it.
      client.reading?.pause()
      client.phase.halfClose()
      dismissDelegate(client)
    }
  }

  /// Schedules a turn for the client after everything that waits in the loop.
  private func schedule(_ client: Client) {
    guard !client.isScheduled else { return }
    client.isScheduled = true
    let id = ObjectIdentifier(client)
    loop.perform { [self] in assumeIsolated { $0.serve(id) } }
  }

  /// Schedules a turn for a client whose requests no longer have to wait.
  func release(_ client: Client) {
    guard client.phase.isOpen, !client.isHeld else { return }
    schedule(client)
  }

  private var overlongLine: [UInt8] {
    let limit = options.configuration.limits.line
    return Reply.failure(
      id: ClientRequest.unknownID,
      ProtocolError(.parse, "line too long", field: "", expected: "a line of at most \(limit) bytes (limits.line)")
    )
  }
}
