import CLinux
import Glibc
package import Kinetics

/// A loop's only timer: one-shot, rearmed repeatedly, used on the loop's thread only.
///
/// A `timerfd` is due to the microsecond and can be watched; the timeout of epoll(7) would be as late as the thread's
/// timer slack allows, 50 µs by default.
///
/// `@unchecked Sendable`: `deadline` and `handler` are accessed on the loop's thread only, which every method checks; the
/// rest is constant and thread-safe.
package final class DeadlineTimer: @unchecked Sendable {
  private let loop: LoopExecutor
  let descriptor: Int32
  private var deadline: Instant?
  private var handler: (@Sendable () -> Void)?

  init(loop: LoopExecutor) {
    self.loop = loop
    descriptor = deckd_timer()
    let code = errno
    precondition(descriptor >= 0, "no timer (timerfd_create, errno \(code)); raise the limit of open files")
  }

  deinit {
    close(descriptor)
  }

  /// Sets the handler to call on the loop at each deadline; must be set before the timer is first armed.
  package func whenDue(_ handler: @escaping @Sendable () -> Void) {
    loop.checkIsolated()
    self.handler = handler
  }

  /// Calls the handler once, not before `deadline`, which replaces the previous deadline.
  ///
  /// A past deadline is due at once, in a separate call. `nil` disarms the timer: no wakeup remains, and a pending call
  /// is not made.
  package func arm(at deadline: Instant?) {
    loop.checkIsolated()
    precondition(deadline == nil || handler != nil, "a deadline has a handler")
    // The kernel's timer is set only for a change: many inputs leave the deadline as it is.
    guard deadline != self.deadline else { return }
    self.deadline = deadline
    schedule()
  }

  private func schedule() {
    // At least one microsecond: zero disarms the kernel's timer.
    let status = deckd_timer_arm(descriptor, deadline.map { max($0.microseconds, 1) } ?? 0)
    precondition(status == 0, "a timer is armed for a moment that there is")
  }

  /// Calls the handler if the deadline has come: the descriptor is readable.
  func fire() {
    // The number of expirations: until it is read the descriptor stays readable.
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
    guard let deadline else { return }
    // The expiration was already pending when the timer was rearmed for later.
    guard Loop.now >= deadline else { return schedule() }
    self.deadline = nil
    handler?()
  }
}
