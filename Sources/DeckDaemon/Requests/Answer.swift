package import DeckEngine
package import DeckProtocol

/// What answers a request that only reads.
package enum Answer: Sendable {
  /// A reply that is encoded already.
  case encoded([UInt8])
  case page(CardQuery)
  case snapshot(DeckSnapshot)
  /// To a request to subscribe; `isLost` if missed events are unavailable.
  case subscription(PendingSubscription.Decks, journal: String?, isLost: Bool)

  /// Whether the reply may be long; it is encoded only when it is sent.
  var isLong: Bool { if case .encoded = self { false } else { true } }

  /// Returns the reply to the request with this id.
  func line(id: [UInt8]) -> [UInt8] {
    switch self {
    case .encoded(let line): return line
    case .page(let query):
      do {
        return Reply.cards(id: id, try query.page())
      } catch {
        return Reply.failure(id: id, ProtocolError(error))
      }
    case .snapshot(let snapshot): return Reply.snapshot(id: id, snapshot)
    case .subscription(.one(let snapshot), let journal, let isLost):
      return Reply.subscribed(id: id, snapshot, journal: journal, resync: isLost)
    case .subscription(.all(let snapshots, let sequence), let journal, let isLost):
      return Reply.subscribed(id: id, all: snapshots, sequence: sequence, journal: journal, resync: isLost)
    case .subscription(.surface(_, let sequence), let journal, let isLost):
      return Reply.subscribed(id: id, all: [], sequence: sequence, journal: journal, resync: isLost)
    }
  }
}
