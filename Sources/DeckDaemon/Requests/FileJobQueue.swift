/// The files to read for clients and for SIGHUP, one at a time.
struct FileJobQueue {
  private var jobs: [FileJob] = []
  /// Whether the first job is being read.
  private var isReading = false

  var count: Int { jobs.count }

  /// Whether a job for which `condition` holds has not begun yet.
  func hasWaiting(where condition: (FileJob) -> Bool) -> Bool {
    jobs.dropFirst(isReading ? 1 : 0).contains(where: condition)
  }

  mutating func append(_ job: FileJob) { jobs.append(job) }

  /// Begins the next job, unless one is being read.
  mutating func start() -> FileJob? {
    guard !isReading, let job = jobs.first else { return nil }
    isReading = true
    return job
  }

  /// Removes the job that was read.
  mutating func removeCurrent() -> FileJob {
    precondition(isReading, "no file is being read")
    isReading = false
    return jobs.removeFirst()
  }
}
