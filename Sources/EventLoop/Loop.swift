import Dispatch
package import Kinetics

/// The one type behind which the process waits: for descriptors, a deadline and signals, on one serial queue.
///
/// An actor lives on it by `nonisolated var unownedExecutor { loop.executor.asUnownedSerialExecutor() }`, and each
/// handler is `{ [self] in assumeIsolated { … } }`. Form handlers outside of `main.swift`: there they would inherit
/// the main actor and trap.
///
/// With nothing to do nothing wakes: no heartbeat, no polling. That holds only while nothing in the process runs on
/// Dispatch's global queues, on which Swift's default executor sits too (`Task.detached`, a `Task` in a nonisolated
/// function): from the first such job on, Dispatch looks after that pool once a second, for ever. So begin with
/// `perform`, not with a task.
package final class Loop: Sendable {
  /// What an actor on this loop has for its executor.
  package let executor: QueueExecutor

  /// When the loop next wakes of itself.
  package let deadline: DeadlineTimer

  /// A loop whose queue is named `label` in debuggers.
  package init(label: String) {
    executor = QueueExecutor(label: label)
    deadline = DeadlineTimer(queue: executor.queue)
  }

  /// Now on `CLOCK_MONOTONIC`, the clock libinput stamps with.
  package static var now: Instant {
    Instant(microseconds: Int64(DispatchTime.now().uptimeNanoseconds / 1000))
  }

  /// Runs `work` on the queue soon: how the actor on the loop is first entered.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    executor.queue.async(execute: work)
  }

  /// Gives the main thread to the loops for the rest of the process's life.
  package static func runForever() -> Never {
    dispatchMain()
  }

  /// Calls `handler` on the queue whenever `descriptor` has something to read, is at its end or broken.
  ///
  /// The handler is called again until it has read everything, and without end at a stream's end: cancel then. But
  /// when the other side has closed both directions it is called once more and never again, even with bytes left to
  /// read: Dispatch drops a descriptor that epoll says has hung up.
  /// The descriptor stays open until the watch's cancellation has completed.
  package func watch(readable descriptor: Int32, handler: @escaping @Sendable () -> Void) -> Watch {
    Watch(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: executor.queue), executor.queue, handler)
  }

  /// Calls `handler` on the queue whenever `descriptor` takes something to write, or is broken.
  ///
  /// A socket mostly does, so a watch with nothing to write spins: make one when a write was cut short, and pause or
  /// cancel it when all is written. The descriptor stays open until the watch's cancellation has completed.
  package func watch(writable descriptor: Int32, handler: @escaping @Sendable () -> Void) -> Watch {
    Watch(DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: executor.queue), executor.queue, handler)
  }

  /// Calls `handler` on the queue for each `signal`, which then does nothing else to the process.
  ///
  /// Signals that come in quick succession may be one call. The watch is in place a moment after this returns; until
  /// then the signal does what it did before. Dispatch blocks the signal and installs a handler of its own: `SIG_IGN`,
  /// set later, would take it away. Meant for the process's life.
  package func watch(signal: Int32, handler: @escaping @Sendable () -> Void) -> Watch {
    Watch(DispatchSource.makeSignalSource(signal: signal, queue: executor.queue), executor.queue, handler)
  }
}
