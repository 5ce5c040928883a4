import CLinux
import Glibc

/// Detects that the machine was suspended, from the kernel's clocks alone.
///
/// `CLOCK_MONOTONIC` stops while the machine is suspended and `CLOCK_BOOTTIME` does not: their difference is the time
/// that it was suspended for, and changes at no other time. So every way to suspend is noticed, with or without logind,
/// at the first reading after it.
package struct SuspendDetector: Sendable {
  /// `CLOCK_BOOTTIME`, read between two readings of `CLOCK_MONOTONIC`; all in nanoseconds.
  package struct Reading: Sendable {
    package var before: Int64
    package var boot: Int64
    package var after: Int64

    package init(before: Int64, boot: Int64, after: Int64) {
      (self.before, self.boot, self.after) = (before, boot, after)
    }

    /// The clocks' current time.
    package static var now: Self {
      let before = time(CLOCK_MONOTONIC)
      let boot = time(CLOCK_BOOTTIME)
      return Self(before: before, boot: boot, after: time(CLOCK_MONOTONIC))
    }

    /// The bounds of the clocks' difference: they were not read at the same moment.
    fileprivate var least: Int64 { boot - after }
    fileprivate var most: Int64 { boot - before }

    private static func time(_ clock: clockid_t) -> Int64 {
      var time = timespec()
      clock_gettime(clock, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
  }

  /// The most that the clocks differed by at the last suspend.
  private var most: Int64

  /// A detector of suspends after `reading`.
  package init(_ reading: Reading) {
    most = reading.most
  }

  /// Returns whether the machine was certainly suspended between the last reading and this one.
  package mutating func detects(_ reading: Reading) -> Bool {
    let wasSuspended = reading.least > most
    most = wasSuspended ? reading.most : min(most, reading.most)
    return wasSuspended
  }
}
