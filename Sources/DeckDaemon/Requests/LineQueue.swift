import DeckProtocol

/// The long lines that wait for a worker thread, which parses one at a time.
///
/// Next is the line of the client that has sent the fewest bytes of them, and observers have half of the time: a client
/// that sends a long line now and then waits for one of all the others, however many they are.
struct LineQueue {
  private var waiting = TurnOrder<Access, (line: LongLine, client: Client)>()
  /// The line that is being parsed.
  private var current: WorkerJob?
  /// How many lines wait or are being parsed.
  private(set) var count = 0

  /// Appends a client's line; the client sends no other one before it is parsed.
  mutating func append(_ line: LongLine, of client: Client) {
    count += 1
    let length = Int64(line.bytes.count)
    waiting.insert((line, client), in: client.access.access, after: client.linesEnd, turn: length)
  }

  /// Begins the next line, unless one is being parsed.
  mutating func start() -> WorkerJob? {
    guard current == nil, let (next, start) = waiting.beginTurn() else { return nil }
    let length = Int64(next.line.bytes.count)
    next.client.linesEnd = start + length
    waiting.endTurn(charging: length)
    current = .line(next.line, next.client)
    return current
  }

  /// Removes the line that was parsed.
  mutating func removeCurrent() -> WorkerJob {
    guard let job = current.take() else { preconditionFailure("no line is being parsed") }
    count -= 1
    return job
  }
}
