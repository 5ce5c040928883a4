import CLinux
import Dispatch
import Glibc
package import Kinetics

/// A loop's only timer: one-shot, rearmed repeatedly, used on the loop's queue only.
///
/// Uses its own `timerfd`: a Dispatch timer allocates memory each time it is armed, which is once per frame, and has
/// the kernel's timer set from another thread.
///
/// `@unchecked Sendable`: `deadline` and `handler` are accessed on the queue only, which every method checks; the rest
/// is constant and thread-safe.
package final class DeadlineTimer: @unchecked Sendable {
  private let queue: DispatchQueue
  private let descriptor: Int32
  private let source: any DispatchSourceRead
  private var deadline: Instant?
  private var handler: (@Sendable () -> Void)?

  init(queue: DispatchQueue) {
    self.queue = queue
    let descriptor = deckd_timer()
    let code = errno
    precondition(descriptor >= 0, "no timer (timerfd_create, errno \(code)); raise the limit of open files")
    self.descriptor = descriptor
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler(handler: DispatchWorkItem { [weak self] in self?.timerFired() })
    // Not before Dispatch has released it.
    source.setCancelHandler(handler: DispatchWorkItem { close(descriptor) })
    source.activate()
  }

  deinit {
    source.cancel()
  }

  /// Sets the handler to call on the queue at each deadline; must be set before the timer is first armed.
  package func whenDue(_ handler: @escaping @Sendable () -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    self.handler = handler
  }

  /// Calls the handler once, not before `deadline`, which replaces the previous deadline.
  ///
  /// A past deadline is due at once, in a separate call. `nil` disarms the timer: no wakeup remains, and a pending call
  /// is not made.
  package func arm(at deadline: Instant?) {
    dispatchPrecondition(condition: .onQueue(queue))
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

  private func timerFired() {
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
