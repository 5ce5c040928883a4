/// The files to read for clients and for SIGHUP, one at a time.
struct FileJobQueue {
  private var jobs: [FileJob] = []

  var count: Int { jobs.count }

  /// The job that is being read.
  var current: FileJob? { jobs.first }

  /// Whether a job for which `condition` holds has not begun yet.
  func hasWaiting(where condition: (FileJob) -> Bool) -> Bool { jobs.dropFirst().contains(where: condition) }

  /// Appends a job.
  ///
  /// - Returns: whether it is the only one, and must be started.
  mutating func append(_ job: FileJob) -> Bool {
    jobs.append(job)
    return jobs.count == 1
  }

  /// Removes the job that was read.
  mutating func removeCurrent() -> FileJob {
    jobs.removeFirst()
  }
}
