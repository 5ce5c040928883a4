import Glibc
package import SystemCalls

/// Keeps the memory of the process from being swapped out.
package enum MemoryLock {
  /// Why the memory is not locked.
  package enum Failure: Error, Equatable {
    /// The most that may be locked, in bytes: what is allocated beyond it would fail.
    case limited(UInt64)
    case refused(Errno)
  }

  /// Locks what is in memory, and what will be; pages count once they are used.
  package static func lock() throws(Failure) {
    try check(limit())
    do throws(Errno) {
      _ = try SystemCall.retrying { mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) }
    } catch {
      throw .refused(error)
    }
  }

  /// Unlocks all memory.
  package static func unlock() {
    munlockall()
  }

  /// Only without a limit: with one, an allocation beyond it fails, and the daemon with it.
  package static func check(_ limit: UInt64) throws(Failure) {
    if limit != rlim_t.max { throw .limited(limit) }
  }

  /// `RLIMIT_MEMLOCK`, in bytes.
  private static func limit() -> UInt64 {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit) == 0 else { return 0 }
    return UInt64(limit.rlim_cur)
  }
}
