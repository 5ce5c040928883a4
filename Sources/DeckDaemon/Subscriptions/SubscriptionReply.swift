import DeckProtocol

/// The reply to a request to subscribe.
package struct SubscriptionReply: Sendable {
  /// The request's id.
  let id: [UInt8]
  let decks: PendingSubscription.Decks
  /// The journal that a later request may name.
  let journal: String?
  /// Whether missed events are unavailable.
  let isLost: Bool

  /// How many bytes of cards' data it has.
  var size: Int { decks.snapshots.reduce(0) { $0 + $1.dataSize } }

  /// Its line.
  var line: [UInt8] {
    switch decks {
    case .one(let snapshot): Reply.subscribed(id: id, snapshot, journal: journal, resync: isLost)
    case .all(let snapshots, _): Reply.subscribed(id: id, all: snapshots, journal: journal, resync: isLost)
    }
  }
}
