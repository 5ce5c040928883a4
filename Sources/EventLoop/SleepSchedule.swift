import CLinux
import Glibc
package import Kinetics

/// When a loop that always has work sleeps for a moment nevertheless.
///
/// The kernel ends a real-time process that does not sleep for the time of `LimitRTTIME=` (RLIMIT_RTTIME, setrlimit(2)):
/// clients that send without pause could otherwise end it.
package struct SleepSchedule {
  /// How many rounds pass between two looks at the thread's sleeps, which take a system call: fewer than a third of a
  /// second's, since a round takes 5 ms at most.
  package static let rounds = 64

  /// The longest time without a sleep, in seconds: a quarter of the limit in `realtime.conf`.
  package static let longest = 0.5

  private var count = 0
  private var sleeps = -1
  /// Since when the thread has not slept; `nil` if it has since the last look.
  private var start: Instant?

  /// A schedule of a loop that has just slept.
  package init() {}

  /// Records a round, and returns whether the thread has to sleep now; `sleeps` returns how often it has slept so far.
  package mutating func isDue(sleeps: () -> Int, now: () -> Instant) -> Bool {
    count += 1
    guard count >= Self.rounds else { return false }
    count = 0
    let slept = sleeps()
    guard slept == self.sleeps else {
      (self.sleeps, start) = (slept, nil)
      return false
    }
    let now = now()
    guard let start else {
      start = now
      return false
    }
    return now.seconds(since: start) >= Self.longest
  }

  /// How often the calling thread has slept: its voluntary context switches.
  package static var threadSleeps: Int { deckd_thread_sleeps() }

  /// Sleeps for the shortest time that is one to the kernel.
  package static func sleep() {
    var moment = timespec(tv_sec: 0, tv_nsec: 1000)
    nanosleep(&moment, nil)
  }
}
