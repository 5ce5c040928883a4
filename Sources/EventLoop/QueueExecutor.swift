package import Dispatch

/// Runs an actor's jobs on one serial queue, which also runs the handlers of the queue's sources.
///
/// Linux has no `DispatchSerialQueue` that could itself be an actor's executor.
package final class QueueExecutor: SerialExecutor {
  package let queue: DispatchQueue

  /// An executor on its own serial queue, named `label` in debuggers.
  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Lets `assumeIsolated` succeed in the handlers of the queue's sources, which do not run as actor jobs.
  package func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
