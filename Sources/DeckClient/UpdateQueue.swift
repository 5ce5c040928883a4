import EventLoop

/// The updates of a client that its owner has not taken yet; released, it ends.
///
/// Whatever the model includes before `takeAll()` is among the updates that it, or an earlier call, returns.
public final class UpdateQueue: Sendable {
  private let updates = Lock<[DeckUpdate]>([])

  /// Returns what happened since the last call, in order, without waiting.
  public func takeAll() -> [DeckUpdate] {
    updates.withLock { updates in
      defer { updates = [] }
      return updates
    }
  }

  func append(_ update: DeckUpdate) {
    updates.withLock { $0.append(update) }
  }
}
