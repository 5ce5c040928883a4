import DeckProtocol

/// The long lines that wait for a worker thread, which parses one at a time.
///
/// Next is the line of the client that has sent the fewest bytes of them, and observers have half of the time: a client
/// that sends a long line now and then waits for one of all the others, however many they are.
struct LineQueue {
  private var waiting = TurnOrder<Access, WorkerJob>()
  /// The line that is being parsed.
  private var current: WorkerJob?

  /// Appends a client's line; the client sends no other one before it is parsed.
  mutating func append(_ line: LongLine, of client: Client) {
    let group = client.access.access
    waiting.insert(.line(line, client), in: group, after: client.linesEnd, turn: Int64(line.bytes.count))
  }

  /// Begins the next line, unless one is being parsed.
  mutating func start() -> WorkerJob? {
    guard current == nil, let (job, start) = waiting.beginTurn() else { return nil }
    if case .line(let line, let client) = job {
      client.linesEnd = start + Int64(line.bytes.count)
      waiting.endTurn(charging: Int64(line.bytes.count))
    }
    current = job
    return job
  }

  /// Removes the line that was parsed.
  mutating func removeCurrent() -> WorkerJob {
    guard let job = current.take() else { preconditionFailure("no line is being parsed") }
    return job
  }
}
