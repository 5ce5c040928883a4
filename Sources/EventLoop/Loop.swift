import CLinux
import Glibc
package import Kinetics
import Synchronization

/// The event loop: all waiting for descriptors, a deadline and signals, on the one thread that calls `run()`.
///
/// An actor runs on it with `nonisolated var unownedExecutor { loop.executor.asUnownedSerialExecutor() }`, and each
/// handler is `{ [self] in assumeIsolated { … } }`. Create handlers outside of `main.swift`: there they would inherit
/// the main actor and trap.
///
/// Each round takes what epoll(7) reports, calls the handlers of it, then runs the jobs that were enqueued until then.
/// A job that enqueues the next one therefore lets every descriptor have its turn in between. A round that lasts does not
/// wait for its end: after 0.2 ms of handlers those of urgent descriptors come first, and after as much of jobs the
/// handlers of all that is ready by then.
///
/// An idle loop never wakes: no heartbeat, no polling. That holds only as long as nothing in the process runs on
/// Swift's default executor (`Task.detached`, a `Task` in a nonisolated function): its pool wakes once a second from its
/// first job on, forever. So begin with `perform`, not with a task.
package final class Loop: Sendable {
  /// The executor for an actor on this loop.
  package let executor = LoopExecutor()

  /// The timer for the loop's next wakeup.
  package let deadline: DeadlineTimer

  private let poller: Poller
  private let isStopped = Atomic(false)
  /// Whether the loop leaves a part of the time to other threads; `nil` if it does in a real-time class.
  private let rests: Bool?

  /// A loop that does nothing until a thread runs it, and then takes at most `batch` events in a round.
  ///
  /// The kernel reports a descriptor that becomes ready after all those that are. With a batch of as many as there may be
  /// clients it is seen in the next round, whatever the others do. A loop in a real-time class rests as `RestSchedule`
  /// says, others only if `rests` says so.
  package init(batch: Int = 1024, rests: Bool? = nil) {
    self.rests = rests
    poller = Poller(batch: batch)
    deadline = DeadlineTimer(loop: executor)
  }

  /// The current time on `CLOCK_MONOTONIC`, libinput's clock.
  package static var now: Instant { time(on: CLOCK_MONOTONIC) }

  /// How long the calling thread has run: `CLOCK_THREAD_CPUTIME_ID`.
  package static var processorTime: Instant { time(on: CLOCK_THREAD_CPUTIME_ID) }

  private static func time(on clock: clockid_t) -> Instant {
    var time = timespec()
    clock_gettime(clock, &time)
    return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  /// Enqueues `work` on the loop: the first entry to the actor on it.
  ///
  /// Any thread may call this, also before `run()`.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    executor.add(.closure(work))
  }

  /// Runs the loop on the calling thread until `stop()`; to be called once.
  package func run() {
    executor.adoptThread()
    let (wakeup, deadline) = (executor.wakeup, deadline)
    let own = [
      watch(readable: wakeup) {
        var count: UInt64 = 0
        _ = read(wakeup, &count, MemoryLayout.size(ofValue: count))
      },
      watch(readable: deadline.descriptor, isUrgent: true) { deadline.fire() },
    ]
    var jobs: [LoopExecutor.Job] = []
    let mustRest = rests ?? RestSchedule.isNeeded
    poller.measuresWaits = mustRest
    var schedule = RestSchedule(now: Self.now)
    while !isStopped.load(ordering: .relaxed) {
      poller.handleEvents(waits: executor.mayWait())
      executor.exchange(&jobs)
      for (place, job) in jobs.enumerated() {
        executor.run(job)
        if place + 1 < jobs.count, poller.isImpatient { poller.handleEvents(waits: false) }
      }
      // One or none as a rule: `removeAll(keepingCapacity:)` takes as long as ten of these.
      while jobs.popLast() != nil {}
      if mustRest, case let rest = schedule.rest(at: Self.now, waited: poller.waited), rest > 0 {
        poller.rest(for: rest)
      }
    }
    for watch in own { watch.cancel() }
  }

  /// Lets `run()` return after the current round; must be called on the loop.
  package func stop() {
    executor.checkIsolated()
    isStopped.store(true, ordering: .relaxed)
  }

  /// Calls `handler` on the loop whenever `descriptor` is readable, at its end, or broken; must be called on the loop.
  ///
  /// The handler is called again until it has read everything, and forever at a stream's end and after an error: pause
  /// or cancel then. The descriptor must stay open until the watch is cancelled, and have no other such watch.
  ///
  /// The handler of an urgent descriptor is called before those of others that became ready earlier, when these take
  /// long. It may find nothing to do: what the kernel reported twice is handled once.
  package func watch(
    readable descriptor: Int32,
    isUrgent: Bool = false,
    handler: @escaping @Sendable () -> Void
  ) -> Watch {
    add(Watch(.readable, of: descriptor, isUrgent: isUrgent, on: executor, poller, handler))
  }

  /// Calls `handler` on the loop whenever `descriptor` is writable, or broken; must be called on the loop.
  ///
  /// A socket usually is, so a watch with nothing to write spins: create one when a write was incomplete, and pause or
  /// cancel it when all is written. The descriptor must stay open until the watch is cancelled, and have no other such
  /// watch.
  package func watch(writable descriptor: Int32, handler: @escaping @Sendable () -> Void) -> Watch {
    add(Watch(.writable, of: descriptor, on: executor, poller, handler))
  }

  /// Calls `handler` on the loop when the machine resumes, and when the real-time clock is set; must be called on the
  /// loop.
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

  /// Calls `handler` on the loop with each of `signals`, which have no other effect on the process from now on; must be
  /// called on the loop.
  ///
  /// A signal that comes several times before the loop takes it may be reported once. All other threads must block the
  /// signals, as a `WorkerThread` does: the kernel delivers a signal to any thread that does not. Meant for the
  /// process's life.
  package func watch(signals: [Int32], handler: @escaping @Sendable (Int32) -> Void) -> Watch {
    let descriptor = deckd_signals(signals, Int32(signals.count))
    let code = errno
    precondition(descriptor >= 0, "no signals (signalfd, errno \(code)); raise the limit of open files")
    return watch(readable: descriptor) {
      // One at a time: the handler may cancel the watch. The descriptor stays readable while there are more.
      if case let signal = deckd_next_signal(descriptor), signal != 0 { handler(signal) }
    }
  }

  private func add(_ watch: Watch) -> Watch {
    executor.checkIsolated()
    poller.add(watch)
    return watch
  }
}
