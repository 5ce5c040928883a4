/// The files that wait to be read, one at a time, in the order in which they were requested; their clients' other
/// requests wait for them.
struct FileQueue {
  private var jobs: [FileJob] = []
  /// Whether the first job is being done.
  private var isWorking = false

  /// How many files wait to be read, or are being read.
  var count: Int { jobs.count }
  /// Whether a reload that no client requested has yet to begin.
  var awaitsHangup: Bool { jobs.dropFirst(isWorking ? 1 : 0).contains(where: \.isHangup) }

  mutating func append(_ job: FileJob) {
    job.client?.beginJob()
    jobs.append(job)
  }

  /// Drops the jobs of a client that has left, but for one that is being done.
  mutating func drop(of client: Client) {
    let begun = isWorking ? 1 : 0
    jobs = jobs.prefix(begun) + jobs.dropFirst(begun).filter { $0.client !== client }
  }

  /// Begins the next job; `nil` while one is being done, or none waits.
  mutating func start() -> FileJob? {
    guard !isWorking, let job = jobs.first else { return nil }
    isWorking = true
    return job
  }

  /// Removes the job that was done.
  mutating func removeCurrent() -> FileJob {
    precondition(isWorking, "no file is being read")
    isWorking = false
    let job = jobs.removeFirst()
    job.client?.endJob()
    return job
  }
}
