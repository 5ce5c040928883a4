import DeckProtocol

/// Jobs of clients that wait for their turn.
///
/// Next is the job of the client whose jobs have cost the least, and observers have half of the time: a client that sends
/// a long line now and then waits for one of all the others, however many they are.
struct FairJobQueue<Job> {
  private var waiting = TurnOrder<Access, (job: Job, client: Client, cost: Int64)>()
  /// The job that is being done.
  private var current: Job?
  /// How many jobs wait or are being done.
  var count: Int { waiting.count + (current == nil ? 0 : 1) }
  /// Where a client's end of its last job is, in the time of a `FairQueue`.
  private let end: ReferenceWritableKeyPath<Client, Int64?>

  /// A queue that keeps the end of each client's last job in a property of its own.
  init(end: ReferenceWritableKeyPath<Client, Int64?>) { self.end = end }

  /// Appends a client's job; the client sends no other one before it is done.
  mutating func append(_ job: Job, of client: Client, cost: Int) {
    let cost = Int64(cost)
    waiting.insert((job, client, cost), in: client.access.access, after: client[keyPath: end], turn: cost)
  }

  /// Removes the next job, and charges its client for it.
  mutating func removeFirst() -> Job? {
    guard let (next, start) = waiting.beginTurn() else { return nil }
    next.client[keyPath: end] = start + next.cost
    waiting.endTurn(charging: next.cost)
    return next.job
  }

  /// Begins the next job, unless one is being done.
  mutating func start() -> Job? {
    guard current == nil else { return nil }
    current = removeFirst()
    return current
  }

  /// Drops the job of a client that has left, unless it is being done.
  mutating func drop(of client: Client) { waiting.removeAll { $0.client === client } }

  /// Removes the job that was done.
  mutating func removeCurrent() -> Job {
    guard let job = current.take() else { preconditionFailure("no job is being done") }
    return job
  }
}
