import CLinux
import Dispatch
import Glibc
package import Kinetics

/// A loop's one timer: one-shot, armed again and again, used on the loop's queue only.
///
/// A `timerfd` of its own: a timer of Dispatch's takes memory each time it is armed, which is once a frame, and has the
/// kernel's timer set from another thread.
///
/// `@unchecked Sendable`: `deadline` and `handler` are touched on the queue only, which every method checks; the rest
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
    // Not before Dispatch has let go of it.
    source.setCancelHandler(handler: DispatchWorkItem { close(descriptor) })
    source.activate()
  }

  deinit {
    source.cancel()
  }

  /// Has `handler` called on the queue for each deadline; to be set before the timer is first armed.
  package func whenDue(_ handler: @escaping @Sendable () -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    self.handler = handler
  }

  /// Has the handler called once, not before `deadline`, in place of the deadline before.
  ///
  /// A deadline that is past is due at once, in a call of its own. `nil` disarms: no wakeup is left, and a call that
  /// was on its way is not made.
  package func arm(at deadline: Instant?) {
    dispatchPrecondition(condition: .onQueue(queue))
    precondition(deadline == nil || handler != nil, "a deadline has a handler")
    // The kernel is told only of changes: many inputs leave the deadline as it is.
    guard deadline != self.deadline else { return }
    self.deadline = deadline
    schedule()
  }

  private func schedule() {
    // One microsecond is the least: zero means never to the kernel.
    let status = deckd_timer_arm(descriptor, deadline.map { max($0.microseconds, 1) } ?? 0)
    precondition(status == 0, "a timer is armed for a moment that there is")
  }

  private func timerFired() {
    // How often it was due: until it is read the descriptor stays readable.
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
    guard let deadline else { return }
    // The call was on its way when the timer was armed for later.
    guard Loop.now >= deadline else { return schedule() }
    self.deadline = nil
    handler?()
  }
}
