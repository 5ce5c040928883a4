import CLinux
import Dispatch
import Glibc
package import Kinetics

/// The event loop: all waiting for descriptors, a deadline and signals, on one serial queue.
///
/// An actor runs on it with `nonisolated var unownedExecutor { loop.executor.asUnownedSerialExecutor() }`, and each
/// handler is `{ [self] in assumeIsolated { … } }`. Create handlers outside of `main.swift`: there they would inherit
/// the main actor and trap.
///
/// An idle loop never wakes: no heartbeat, no polling. That holds only as long as nothing in the process runs on
/// Dispatch's global queues, which Swift's default executor also uses (`Task.detached`, a `Task` in a nonisolated
/// function): from the first such job on, Dispatch wakes once a second to manage that pool, forever. So begin with
/// `perform`, not with a task.
package final class Loop: Sendable {
  /// The executor for an actor on this loop.
  package let executor: QueueExecutor

  /// The timer for the loop's next wakeup.
  package let deadline: DeadlineTimer

  /// A loop whose queue is named `label` in debuggers.
  package init(label: String) {
    executor = QueueExecutor(label: label)
    deadline = DeadlineTimer(queue: executor.queue)
  }

  /// The current time on `CLOCK_MONOTONIC`, libinput's clock.
  package static var now: Instant {
    Instant(microseconds: Int64(DispatchTime.now().uptimeNanoseconds / 1000))
  }

  /// Enqueues `work` on the queue: the first entry to the actor on the loop.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    executor.queue.async(execute: work)
  }

  /// Dedicates the main thread to the loops for the rest of the process's life.
  package static func runForever() -> Never {
    dispatchMain()
  }

  /// Calls `handler` on the queue whenever `descriptor` is readable, at its end, or broken.
  ///
  /// The handler is called again until it has read everything, and forever at a stream's end: cancel then. But
  /// when the other side has closed both directions it is called once more and never again, even with bytes left to
  /// read: Dispatch drops a descriptor for which epoll reports a hang-up. The descriptor must stay open until the
  /// watch's cancellation has completed.
  package func watch(readable descriptor: Int32, handler: @escaping @Sendable () -> Void) -> Watch {
    Watch(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: executor.queue), executor.queue, handler)
  }

  /// Calls `handler` on the queue whenever `descriptor` is writable, or broken.
  ///
  /// A socket usually is, so a watch with nothing to write spins: create one when a write was incomplete, and pause or
  /// cancel it when all is written. The descriptor must stay open until the watch's cancellation has completed.
  package func watch(writable descriptor: Int32, handler: @escaping @Sendable () -> Void) -> Watch {
    Watch(DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: executor.queue), executor.queue, handler)
  }

  /// Calls `handler` on the queue when the machine resumes, and when the real-time clock is set.
  ///
  /// The kernel wakes no process for a resume alone; `SuspendDetector` distinguishes the two. Meant for the process's
  /// life.
  package func watchClockChanges(handler: @escaping @Sendable () -> Void) -> Watch {
    let descriptor = deckd_clock_change_timer()
    let code = errno
    precondition(descriptor >= 0, "no timer (timerfd_create, errno \(code)); raise the limit of open files")
    return watch(readable: descriptor) {
      // It stays readable until it is read, which fails by design.
      var count: UInt64 = 0
      _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
      handler()
    }
  }

  /// Calls `handler` on the queue for each `signal`, which then has no other effect on the process.
  ///
  /// Signals in quick succession may be coalesced into one call. The watch takes effect after this returns, when
  /// `activated` is called on the queue; until then the signal has its previous effect. Dispatch blocks the signal and
  /// installs its own handler: `SIG_IGN`, if set later, would replace it. Meant for the process's life.
  package func watch(
    signal: Int32,
    handler: @escaping @Sendable () -> Void,
    activated: @escaping @Sendable () -> Void
  ) -> Watch {
    let source = DispatchSource.makeSignalSource(signal: signal, queue: executor.queue)
    source.setRegistrationHandler(handler: DispatchWorkItem(block: activated))
    return Watch(source, executor.queue, handler)
  }
}
