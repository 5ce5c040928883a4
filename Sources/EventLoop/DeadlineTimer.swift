import Dispatch
package import Kinetics

/// A loop's one timer: one-shot, armed again and again, used on the loop's queue only.
///
/// `@unchecked Sendable`: `deadline` and `handler` are touched on the queue only, which every method checks; the rest
/// is constant and thread-safe.
package final class DeadlineTimer: @unchecked Sendable {
  private let queue: DispatchQueue
  private let timer: any DispatchSourceTimer
  private var deadline: Instant?
  private var handler: (@Sendable () -> Void)?

  init(queue: DispatchQueue) {
    self.queue = queue
    // Strict: without it timers are coalesced with others, and a frame is late.
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    timer.setEventHandler(handler: DispatchWorkItem { [weak self] in self?.timerFired() })
    timer.schedule(deadline: .distantFuture)
    timer.activate()
  }

  deinit {
    timer.cancel()
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
    // Dispatch is told only of changes: most inputs leave the deadline as it is.
    guard deadline != self.deadline else { return }
    self.deadline = deadline
    schedule()
  }

  private func schedule() {
    guard let deadline else { return timer.schedule(deadline: .distantFuture) }
    // One microsecond is the least: zero means now to Dispatch.
    let nanoseconds = UInt64(max(deadline.microseconds, 1)) * 1000
    timer.schedule(deadline: DispatchTime(uptimeNanoseconds: nanoseconds), repeating: .never, leeway: .nanoseconds(0))
  }

  private func timerFired() {
    guard let deadline else { return }
    // The call was on its way when the timer was armed for later.
    guard Loop.now >= deadline else { return schedule() }
    self.deadline = nil
    handler?()
  }
}
