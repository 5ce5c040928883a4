import Dispatch

/// A short queue from a loop to a thread that may be busy for long: the loop never waits, and what is too much is lost.
package final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var isClosed = false
  }

  private let state = Lock(State())
  private let changes = DispatchSemaphore(value: 0)
  private let capacity: Int

  /// A queue that holds at most `capacity` elements.
  package init(capacity: Int) {
    self.capacity = capacity
  }

  /// Adds an element; returns whether it had room and was open.
  @discardableResult
  package func post(_ element: Element) -> Bool {
    let isAdded = state.withLock { state in
      guard !state.isClosed, state.elements.count < capacity else { return false }
      state.elements.append(element)
      return true
    }
    if isAdded { changes.signal() }
    return isAdded
  }

  /// Whether the queue has been closed.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Discards what is in the queue, and ends the thread's waiting.
  package func close() {
    state.withLock { $0 = State(isClosed: true) }
    changes.signal()
  }

  /// Removes the first element, and waits for one; `nil` once the queue is closed.
  package func next() -> Element? {
    while true {
      let (element, isClosed) = state.withLock { state in
        (state.elements.isEmpty ? nil : state.elements.removeFirst(), state.isClosed)
      }
      if let element { return element }
      if isClosed { return nil }
      changes.wait()
    }
  }
}
