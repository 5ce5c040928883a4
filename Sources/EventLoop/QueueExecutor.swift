package import Dispatch

/// Runs an actor's jobs on one serial queue, where the handlers of the queue's sources run as well.
///
/// Linux has no `DispatchSerialQueue` that could be an actor's executor by itself.
package final class QueueExecutor: SerialExecutor {
  package let queue: DispatchQueue

  /// An executor on a serial queue of its own, named `label` in debuggers.
  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Lets `assumeIsolated` succeed in the handlers of the queue's sources, which no job runs.
  package func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
