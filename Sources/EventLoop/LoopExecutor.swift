import CLinux
import Glibc
import Synchronization

/// Runs an actor's jobs, and closures, one after another on the loop's thread.
///
/// Any thread may enqueue. Only the first that does so while the loop waits wakes it; the loop's own thread never does.
package final class LoopExecutor: SerialExecutor {
  enum Job {
    case closure(@Sendable () -> Void)
    case actorJob(UnownedJob)
  }

  private struct Queue {
    var jobs: [Job] = []
    /// Whether the loop's thread waits, or is about to: the next job wakes it.
    var isWaiting = false
  }

  private let queue = Lock(Queue())
  /// The loop's thread, as a number; zero until there is one.
  private let thread = Atomic<UInt>(0)
  /// An `eventfd` that is readable when the loop has to look at the queue.
  let wakeup: Int32

  init() {
    let descriptor = deckd_wakeup()
    let code = errno
    precondition(descriptor >= 0, "no wakeups (eventfd, errno \(code)); raise the limit of open files")
    wakeup = descriptor
  }

  deinit {
    close(wakeup)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    add(.actorJob(UnownedJob(job)))
  }

  /// Lets `assumeIsolated` succeed in the handlers of watches, which do not run as actor jobs.
  package func checkIsolated() {
    precondition(isOnThread, "not on the loop's thread")
  }

  /// Whether the caller is on the loop's thread.
  var isOnThread: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// Makes the calling thread the loop's.
  func adoptThread() {
    let (isFirst, _) = thread.compareExchange(expected: 0, desired: UInt(pthread_self()), ordering: .relaxed)
    precondition(isFirst, "a loop runs once")
  }

  func add(_ job: Job) {
    let mustWake = queue.withLock { queue in
      queue.jobs.append(job)
      defer { queue.isWaiting = false }
      return queue.isWaiting
    }
    // This thread takes the jobs before it waits.
    guard mustWake, !isOnThread else { return }
    // Cannot fail: the counter is far from its end, and the descriptor is open as long as the executor exists.
    var one: UInt64 = 1
    _ = write(wakeup, &one, MemoryLayout.size(ofValue: one))
  }

  /// Returns whether the loop may wait for an event because there is no job; from then on a job wakes it.
  func mayWait() -> Bool {
    queue.withLock { queue in
      queue.isWaiting = queue.jobs.isEmpty
      return queue.isWaiting
    }
  }

  /// Exchanges the jobs that wait for `jobs`, which is empty; a job wakes the loop no longer.
  func exchange(_ jobs: inout [Job]) {
    queue.withLock { queue in
      queue.isWaiting = false
      swap(&queue.jobs, &jobs)
    }
  }

  func run(_ job: Job) {
    switch job {
    case .closure(let work): work()
    case .actorJob(let job): job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}
