import Dispatch

/// One thing a loop waits for, until cancelled; to be paused, resumed and cancelled on the loop's queue.
///
/// `@unchecked Sendable`: `state` and `completions` are touched on the queue only, which every method checks; the rest
/// is constant and thread-safe.
package final class Watch: @unchecked Sendable {
  private enum State {
    case watching
    case paused
    /// Cancelled, and Dispatch may still hold the descriptor.
    case cancelling
    case cancelled
  }

  private let queue: DispatchQueue
  private let source: any DispatchSourceProtocol
  private var state = State.watching
  private var completions: [@Sendable () -> Void] = []

  init(_ source: any DispatchSourceProtocol, _ queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.source = source
    source.setEventHandler(handler: DispatchWorkItem(block: handler))
    // Keeps the watch until Dispatch has let go of the descriptor; Dispatch drops the handler after it has run.
    source.setCancelHandler(handler: DispatchWorkItem { self.cancellationCompleted() })
    source.activate()
  }

  /// Waits no more until `resume()`; no handler runs meanwhile.
  package func pause() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard state == .watching else { return }
    state = .paused
    source.suspend()
  }

  /// Waits again after `pause()`.
  package func resume() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard state == .paused else { return }
    state = .watching
    source.resume()
  }

  /// Waits no more; no handler runs after this returns.
  ///
  /// `completion` runs on the queue when the descriptor is free to be closed: not before, or a descriptor opened
  /// meanwhile under the same number would be watched in its place. A watch nobody cancels lives on.
  package func cancel(then completion: @escaping @Sendable () -> Void = {}) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard state != .cancelled else {
      queue.async(execute: completion)
      return
    }
    completions.append(completion)
    guard state != .cancelling else { return }
    source.cancel()
    // A suspended source never completes its cancellation, and releasing it is a crash.
    if state == .paused { source.resume() }
    state = .cancelling
  }

  private func cancellationCompleted() {
    state = .cancelled
    let waiting = completions
    completions = []
    for completion in waiting { completion() }
  }
}
