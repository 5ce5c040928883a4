import Foundation

/// What another thread has sent, for a test that waits for it.
///
/// `@unchecked` because the compiler does not see that everything is between `lock` and `unlock`.
package final class Mailbox<Message: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var messages: [Message] = []

  /// An empty mailbox.
  package init() {}

  package func add(_ message: Message) {
    condition.lock()
    messages.append(message)
    condition.broadcast()
    condition.unlock()
  }

  /// The messages that were not removed, in order.
  package var all: [Message] {
    condition.lock()
    defer { condition.unlock() }
    return messages
  }

  /// Waits for the next message, and removes it.
  package func next() -> Message {
    wait { $0.isEmpty ? nil : $0.removeFirst() }
  }

  /// Waits until `find` returns something of the messages so far, which it may remove.
  package func wait<Result>(for find: (inout [Message]) -> Result?) -> Result {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = find(&messages) { return result }
      condition.wait()
    }
  }
}
