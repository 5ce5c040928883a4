import DeckProtocol

/// The jobs that wait for worker threads, in queues of their own: a slow file delays no line, and a long line no reply.
///
/// One job of each queue is done at a time: it takes memory, and a processor.
struct JobQueues {
  private var files = WorkerQueue()
  private var lines = FairJobQueue<WorkerJob>(end: \.linesEnd)
  private var checks = FairJobQueue<WorkerJob>(end: \.checksEnd)
  /// The line of the long command that is next.
  private var commands = WorkerQueue()
  private var pages = WorkerQueue()
  private var snapshots = WorkerQueue()

  /// How many replies of a kind may be there to be encoded: enough that the thread has always one, and few enough that what
  /// they keep, and the time that a client waits for its place, remain small.
  private static let mostReplies = 4

  /// Whether no job waits or is being done.
  var isEmpty: Bool { count == 0 }
  /// How many do, since each wakeup asks for that.
  private var count = 0
  /// How many files wait to be read, or are being read.
  var fileCount: Int { files.count }
  /// Whether the line of a long command waits, or is being parsed.
  var hasCommand: Bool { commands.count > 0 }
  /// Whether a reload that no client requested has yet to begin.
  var awaitsHangup: Bool { files.hasWaiting(where: \.isHangup) }

  /// Whether a request for a page, or for a long snapshot, must wait until fewer are to be encoded.
  func isFull(ofPages: Bool) -> Bool { (ofPages ? pages : snapshots).count >= Self.mostReplies }

  /// Appends a job; the client's requests wait for it.
  mutating func append(_ job: WorkerJob) {
    job.client?.beginJob()
    count += 1
    switch job {
    case .cards, .configuration: files.append(job)
    case .command: commands.append(job)
    case .line(let line, let client): lines.append(job, of: client, cost: line.bytes.count)
    case .check(let check, _, let client): checks.append(job, of: client, cost: check.size)
    case .reply(let reply): if reply.answer.isPage { pages.append(job) } else { snapshots.append(job) }
    }
  }

  /// Appends a job for which the client's requests wait already, in another queue.
  mutating func move(_ job: WorkerJob) {
    job.client?.endJob()
    append(job)
  }

  /// Begins the next job, a line only if it `parses` lines now.
  ///
  /// - Returns: the job; `nil` while none waits, or one of its queue is being done.
  mutating func begin(parses: Bool) -> WorkerJob? {
    let line = parses ? commands.start() ?? lines.start() : nil
    return line ?? checks.start() ?? pages.start() ?? snapshots.start() ?? files.start()
  }

  /// Removes the job that was done with this result.
  mutating func end(_ found: WorkerJob.Found) -> WorkerJob {
    let job =
      switch found {
      case .message: lines.removeCurrent()
      case .checked: checks.removeCurrent()
      case .command: commands.removeCurrent()
      case .page: pages.removeCurrent()
      case .snapshot: snapshots.removeCurrent()
      case .cards, .configuration: files.removeCurrent()
      }
    job.client?.endJob()
    count -= 1
    return job
  }

  /// Drops the lines, the injected frames and the files of a client that has left, but for what a thread works on.
  mutating func drop(of client: Client) {
    let waiting = lines.count + checks.count + files.count
    lines.drop(of: client)
    checks.drop(of: client)
    files.drop(of: client)
    count -= waiting - lines.count - checks.count - files.count
  }
}
