import CLinux
package import Kinetics

/// When a loop of a real-time class that always has work leaves the processor to other threads for a moment.
///
/// Linux gives threads of ordinary classes a twentieth of the time of a processor that a real-time one keeps busy, as one
/// pause of up to 50 ms each second (sched_rt_runtime_us; since 6.12 the fair server): no touch is handled meanwhile. And
/// it ends a process that does not sleep for the time of `LimitRTTIME=` (RLIMIT_RTTIME, setrlimit(2)). A loop that rests
/// a little more by itself, half a millisecond at a time and awake for panels and its timer, meets neither.
package struct RestSchedule {
  /// The part of the time during which others have the processor.
  package static let share = 0.07

  /// How long is looked back at, in microseconds: a rest is then half a millisecond.
  package static let window: Int64 = 7000

  private var start: Int64
  private var waited: Int64 = 0

  /// A schedule from `now` on of a thread that has not waited yet.
  package init(now: Instant) {
    start = now.microseconds
  }

  /// Returns for how many microseconds the thread has to rest now; 0 if it need not.
  ///
  /// `waited` is for how many it has waited for something to do so far. The time that others take from a thread that has
  /// something to do is none of it: to the kernel, that thread has not slept.
  package mutating func rest(at now: Instant, waited: Int64) -> Int64 {
    let passed = now.microseconds - start
    guard passed >= Self.window else { return 0 }
    let due = Int64(Double(min(passed, 2 * Self.window)) * Self.share)
    let rest = max(due - (waited - self.waited), 0)
    // The rest is part of the time before it.
    (start, self.waited) = (now.microseconds + rest, waited)
    return rest
  }

  /// Whether the calling thread is in a real-time class.
  package static var isNeeded: Bool { deckd_thread_is_realtime() != 0 }
}
