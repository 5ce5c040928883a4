/// The jobs for a worker thread, one at a time, in the order in which they came.
struct WorkerQueue {
  private var jobs: [WorkerJob] = []
  /// Whether the first job is being done.
  private var isWorking = false

  var count: Int { jobs.count }

  /// Whether a job for which `condition` holds has not begun yet.
  func hasWaiting(where condition: (WorkerJob) -> Bool) -> Bool {
    jobs.dropFirst(isWorking ? 1 : 0).contains(where: condition)
  }

  mutating func append(_ job: WorkerJob) { jobs.append(job) }

  /// Drops the jobs of a client that has left, but for one that is being done.
  mutating func drop(of client: Client) {
    let begun = isWorking ? 1 : 0
    jobs = jobs.prefix(begun) + jobs.dropFirst(begun).filter { $0.client !== client }
  }

  /// Begins the next job, unless one is being done.
  mutating func start() -> WorkerJob? {
    guard !isWorking, let job = jobs.first else { return nil }
    isWorking = true
    return job
  }

  /// Removes the job that was done.
  mutating func removeCurrent() -> WorkerJob {
    precondition(isWorking, "no job is being done")
    isWorking = false
    return jobs.removeFirst()
  }
}
