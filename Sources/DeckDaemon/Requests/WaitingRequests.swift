package import DeckProtocol
package import Kinetics

/// The requests that wait before they are parsed or performed, or before their replies are encoded.
///
/// A command waits for the disk or for a share of the loop's time, a request with a long reply until fewer of those are
/// to be encoded, and a job for its worker thread. Each counts as a job of its client, whose next requests wait for it.
/// Nothing is performed here: the owner performs what is removed.
package struct WaitingRequests {
  package typealias Request = (request: ClientRequest, client: Client)

  private let clients: ClientRegistry
  private let clock: () -> Instant
  /// Which commands wait for a share of the time.
  let longCommands: LongCommands
  private var commands: DeferredCommands
  private var reads = DeferredReads()
  private var jobs = JobQueues()

  /// Nothing that waits; `clients` learns how many bytes the lines have that wait for worker threads.
  package init(of clients: ClientRegistry, _ longCommands: LongCommands, clock: @escaping () -> Instant) {
    (self.clients, self.longCommands, self.clock) = (clients, longCommands, clock)
    commands = DeferredCommands(longCommands.budget)
  }

  /// Whether no request waits to be performed.
  package var isEmpty: Bool {
    reads.isEmpty(ofPages: false) && reads.isEmpty(ofPages: true) && !commands.awaitsTime && !commands.awaitsDisk
  }

  /// When a request may be performed; `nil` while none waits for a time.
  ///
  /// None but those that read may be while the disk `isBacklogged`.
  package func deadline(isBacklogged: Bool) -> Instant? {
    if canRemoveRead(ofPages: false) || canRemoveRead(ofPages: true) { return clock() }
    guard !isBacklogged else { return nil }
    if commands.awaitsDisk { return clock() }
    return jobs.hasCommand ? nil : commands.nextTime(from: clock())
  }

  /// Drops what a client that has left wanted, where it waits.
  package mutating func drop(of client: Client) {
    commands.drop(of: client)
    reads.drop(of: client)
    jobs.drop(of: client)
  }

  // MARK: - Commands

  /// Lets a command wait until less is to be written.
  package mutating func deferUntilWritten(_ command: ClientRequest, of client: Client) {
    commands.appendUnwritten((command, client))
    client.beginJob()
  }

  /// Removes the next command that waits until less is to be written.
  package mutating func removeUnwritten() -> Request? {
    guard let command = commands.removeUnwritten() else { return nil }
    command.client.endJob()
    return command
  }

  /// Lets a request wait for a share of the time if it needs one and there is none; `count` returns how many cards its
  /// deck has, and one that came in a long `line` waits as that line.
  ///
  /// - Returns: whether it waits.
  package mutating func deferUntilTime(
    _ request: ClientRequest,
    of client: Client,
    in line: LongLine? = nil,
    count: () -> Int
  ) -> Bool {
    guard longCommands.contains(request.method, count: count), jobs.hasCommand || commands.mustWait(at: clock())
    else { return false }
    if let line { hold(line, of: client) }
    commands.appendLong(line.map { .line($0, client) } ?? .parsed((request, client)))
    client.beginJob()
    return true
  }

  /// Removes the next command that has a share of the time now.
  ///
  /// - Returns: the command; `nil` if none has, or if it waits as a line, which then waits to be parsed.
  package mutating func removeTimely() -> Request? {
    // One at a time: touches and ticks come in between.
    guard !jobs.hasCommand else { return nil }
    switch commands.removeLong(at: clock()) {
    case .parsed(let command):
      command.client.endJob()
      return command
    case .line(let line, let client):
      jobs.move(.command(line, client))
      return nil
    case nil: return nil
    }
  }

  /// Records that a client's long command has taken so many microseconds.
  package mutating func charge(_ client: Client, _ microseconds: Int64) {
    commands.charge(client, microseconds, at: clock())
  }

  // MARK: - Reads

  /// Lets a request wait whose reply would be `answer` now if enough replies like it are to be encoded.
  ///
  /// - Returns: whether it waits.
  package mutating func deferUntilEncoded(_ read: ClientRequest, of client: Client, for answer: Answer) -> Bool {
    guard jobs.isFull(ofPages: answer.isPage) else { return false }
    reads.append((read, client), for: answer)
    client.beginJob()
    return true
  }

  /// Removes the next request for a page, or for a snapshot, unless enough of those are to be encoded.
  package mutating func removeRead(ofPages: Bool) -> Request? {
    guard canRemoveRead(ofPages: ofPages), let read = reads.removeFirst(ofPages: ofPages) else { return nil }
    read.client.endJob()
    return read
  }

  private func canRemoveRead(ofPages: Bool) -> Bool {
    !reads.isEmpty(ofPages: ofPages) && !jobs.isFull(ofPages: ofPages)
  }

  // MARK: - Jobs for worker threads

  /// Whether any job waits or is being done.
  package var hasJobs: Bool { !jobs.isEmpty }
  /// How many files wait to be read, or are being read.
  package var fileCount: Int { jobs.fileCount }
  /// Whether a reload that no client requested has yet to begin.
  package var awaitsHangup: Bool { jobs.awaitsHangup }

  /// Appends a job.
  package mutating func append(_ job: WorkerJob) {
    switch job {
    case .line(let line, let client), .command(let line, let client): hold(line, of: client)
    case .check, .reply, .cards, .configuration: break
    }
    jobs.append(job)
  }

  /// Appends a reply to be encoded, for which its client waits already.
  package mutating func move(_ reply: LongReply) { jobs.move(.reply(reply)) }

  /// Begins the next job, a line only if it `parses` lines now.
  ///
  /// - Returns: the job; `nil` while none waits, or one of its kind is being done.
  package mutating func beginJob(parses: Bool) -> WorkerJob? {
    let job = jobs.begin(parses: parses)
    switch job {
    case .line(_, let client): hold(nil, of: client)
    case .command(let line, let client):
      clients.receive(line.bytes)
      hold(nil, of: client)
    case .check, .reply, .cards, .configuration, nil: break
    }
    return job
  }

  /// Removes the job that was done with this result.
  package mutating func endJob(_ found: WorkerJob.Found) -> WorkerJob { jobs.end(found) }

  /// Records that a long line waits, so that it counts for the limit of what is held for all clients.
  private func hold(_ line: LongLine?, of client: Client) {
    client.waitingLine = line?.bytes.count ?? 0
    clients.recordInput(of: client)
  }
}
