/// A watch on a descriptor until it is cancelled; must be paused, resumed and cancelled on the loop's thread.
///
/// `@unchecked Sendable`: `state` is accessed on the loop's thread only, which every method checks; the rest is constant
/// and thread-safe.
package final class Watch: @unchecked Sendable {
  enum Direction {
    case readable
    case writable
  }

  private enum State {
    case active
    case paused
    case cancelled
  }

  let descriptor: Int32
  let direction: Direction
  /// Whether the handler is called before those of others that are ready already.
  let isUrgent: Bool
  private let loop: LoopExecutor
  private let poller: Poller
  private let handler: @Sendable () -> Void
  private var state = State.active

  /// A watch that is active, once the poller has it.
  init(
    _ direction: Direction,
    of descriptor: Int32,
    isUrgent: Bool = false,
    on loop: LoopExecutor,
    _ poller: Poller,
    _ handler: @escaping @Sendable () -> Void
  ) {
    (self.descriptor, self.direction, self.isUrgent) = (descriptor, direction, isUrgent)
    (self.loop, self.poller, self.handler) = (loop, poller, handler)
  }

  /// Whether the handler is called.
  var isActive: Bool { state == .active }

  /// Stops watching until `resume()`; no handler runs in the meantime.
  package func pause() {
    loop.checkIsolated()
    guard state == .active else { return }
    state = .paused
    poller.update(descriptor)
  }

  /// Resumes watching after `pause()`.
  package func resume() {
    loop.checkIsolated()
    guard state == .paused else { return }
    state = .active
    poller.update(descriptor)
  }

  /// Stops watching; no handler runs after this returns, and the descriptor may be closed.
  ///
  /// A watch that is never cancelled is never released. To cancel it once more has no effect.
  package func cancel() {
    loop.checkIsolated()
    guard state != .cancelled else { return }
    state = .cancelled
    poller.remove(self)
  }

  /// Calls the handler, unless an earlier handler of the same events has paused the watch.
  func call() {
    if state == .active { handler() }
  }
}
