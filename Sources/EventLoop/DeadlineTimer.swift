import CLinux
import Dispatch
import Glibc
package import Kinetics

/// A loop's only timer: one-shot, rearmed repeatedly, used on the loop's thread only.
///
/// A strict timer source of Dispatch, without leeway. Its handler runs on Dispatch's queue and only wakes the loop: what
/// is due is handled on the loop's thread.
///
/// Most deadlines are replaced by later ones before they come, and each arming wakes Dispatch's manager thread. So a
/// source that is due too early stays armed: it wakes the loop in vain, once, and is then armed for the deadline.
///
/// `@unchecked Sendable`: `deadline`, `armed` and `handler` are accessed on the loop's thread only, which every method
/// checks; the rest is constant and thread-safe.
package final class DeadlineTimer: @unchecked Sendable {
  private let loop: LoopExecutor
  /// An `eventfd` that is readable once the source was due.
  let descriptor: Int32
  private let source: any DispatchSourceTimer
  private var deadline: Instant?
  /// When the source is due, not after `deadline`; `nil` if it is not armed.
  private var armed: Instant?
  private var handler: (@Sendable () -> Void)?

  init(loop: LoopExecutor) {
    self.loop = loop
    let wakeup = deckd_wakeup()
    let code = errno
    precondition(wakeup >= 0, "no timer (eventfd, errno \(code)); raise the limit of open files")
    descriptor = wakeup
    // A serial queue: a global one, which is the default, would wake once a second from its first use on.
    let queue = DispatchQueue(label: "deckd.deadline")
    source = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    source.setEventHandler {
      var one: UInt64 = 1
      // Cannot fail: `fire` resets the counter, and the descriptor stays open until the source is cancelled.
      _ = write(wakeup, &one, MemoryLayout.size(ofValue: one))
    }
    source.setCancelHandler { close(wakeup) }
    source.activate()
  }

  deinit {
    source.cancel()
  }

  /// Sets the handler to call on the loop at each deadline; must be set before the timer is first armed.
  package func whenDue(_ handler: @escaping @Sendable () -> Void) {
    loop.checkIsolated()
    self.handler = handler
  }

  /// Calls the handler once, not before `deadline`, which replaces the previous deadline.
  ///
  /// A past deadline is due at once, in a separate call. `nil` disarms the timer: a pending call is not made, though the
  /// loop may wake once for it.
  package func arm(at deadline: Instant?) {
    loop.checkIsolated()
    precondition(deadline == nil || handler != nil, "a deadline has a handler")
    self.deadline = deadline
    schedule()
  }

  /// Arms the source, unless it is due by the deadline anyway.
  private func schedule() {
    guard let deadline else { return }
    if let armed, armed <= deadline { return }
    armed = deadline
    // `DispatchTime` counts from the start of `CLOCK_MONOTONIC`, as `Instant` does; its zero would be now.
    let nanoseconds = UInt64(max(deadline.microseconds, 1)).multipliedReportingOverflow(by: 1000)
    let time = nanoseconds.overflow ? .distantFuture : DispatchTime(uptimeNanoseconds: nanoseconds.partialValue)
    source.schedule(deadline: time, leeway: .nanoseconds(0))
  }

  /// Calls the handler if the deadline has come: the descriptor is readable.
  func fire() {
    // The number of expirations: until it is read the descriptor stays readable.
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
    armed = nil
    guard let deadline else { return }
    // The source was armed for an earlier deadline.
    guard Loop.now >= deadline else { return schedule() }
    self.deadline = nil
    handler?()
  }
}
