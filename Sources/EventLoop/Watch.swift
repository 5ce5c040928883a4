import Dispatch

/// A watch on a source until it is cancelled; must be paused, resumed and cancelled on the loop's queue.
///
/// `@unchecked Sendable`: `state` and `completions` are accessed on the queue only, which every method checks; the rest
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
    // Keeps the watch until Dispatch has released the descriptor; Dispatch drops the handler after it has run.
    source.setCancelHandler(handler: DispatchWorkItem { self.cancellationCompleted() })
    source.activate()
  }

  /// Stops watching until `resume()`; no handler runs in the meantime.
  package func pause() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard state == .watching else { return }
    state = .paused
    source.suspend()
  }

  /// Resumes watching after `pause()`.
  package func resume() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard state == .paused else { return }
    state = .watching
    source.resume()
  }

  /// Stops watching; no handler runs after this returns.
  ///
  /// `completion` runs on the queue when the descriptor may be closed: if it is closed earlier, a new descriptor with
  /// the same number would be watched in its place. A watch that is never cancelled is never released.
  package func cancel(then completion: @escaping @Sendable () -> Void = {}) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard state != .cancelled else {
      queue.async(execute: completion)
      return
    }
    completions.append(completion)
    guard state != .cancelling else { return }
    source.cancel()
    // A suspended source never completes its cancellation, and releasing it crashes.
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
