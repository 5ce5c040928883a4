import DeckConfiguration
import DeckProtocol
import DeckSocket
import EventLoop

extension Daemon {
  /// A client's turn answers at most this many requests: some 30 µs each, so that even many clients that send without
  /// end leave a frame of 8 ms to the others.
  private static let requestsPerTurn = 16

  /// Gives a client its turn: reads what it sent, when everything before is answered, and answers some of it.
  ///
  /// A client with more to be answered gets its next turn after everybody else who waits has had one.
  func serve(_ id: ObjectIdentifier) {
    guard let client = clients[id], !client.phase.isLeaving else { return }
    client.isScheduled = false
    // Touches that already wait happened before whatever the client asks for.
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

  /// Sees to it that the client gets another turn when there is something for it.
  private func endTurn(of client: Client) {
    guard client.requests.isEmpty, !client.isHeld else {
      client.reading?.pause()
      // One that is held gets it when it has read.
      if !client.isHeld { schedule(client) }
      return
    }
    client.requests = []
    switch client.stream {
    case .open:
      client.reading?.resume()
      // Dispatch tells of a hangup once: what is not read now is never read.
      if client.connection.isHungUp { schedule(client) }
    case .ended where client.connection.isHungUp, .broken:
      remove(client)
    case .ended where client.unanswered > 0:
      // It gets another turn with each answer that the disk lets go.
      client.reading?.pause()
    case .ended where !client.isSubscribed && client.explained.isEmpty:
      leave(client)
      writeToClients()
    case .ended:
      // It only closed its sending side, and still reads. The stream's end stays there to be read: not again.
      client.reading?.pause()
      client.phase.halfClose()
      dismissDelegate(client)
    }
  }

  /// Lets the client have a turn behind whatever waits in the loop.
  private func schedule(_ client: Client) {
    guard !client.isScheduled else { return }
    client.isScheduled = true
    let id = ObjectIdentifier(client)
    loop.perform { [self] in assumeIsolated { $0.serve(id) } }
  }

  /// Lets a client that was held go on when it has read enough.
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
