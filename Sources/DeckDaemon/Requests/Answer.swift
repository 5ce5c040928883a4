package import DeckEngine
package import DeckProtocol
package import DeckSocket

/// What answers a request that only reads.
package enum Answer: Sendable {
  case page(CardQuery)
  case snapshot(DeckSnapshot)
  /// To a request to subscribe; `isLost` if missed events are unavailable.
  case subscription(PendingSubscription.Decks, journal: String?, isLost: Bool)

  /// Bytes of cards' data above which a reply is encoded beside the loop: a megabyte takes a millisecond, most of it for
  /// new memory.
  package static let longestData = 1 << 16

  /// About how many bytes it has.
  var size: Int {
    switch self {
    // A page has at most as many.
    case .page: 1 << 18
    case .snapshot(let snapshot): snapshot.dataSize
    case .subscription(let decks, _, _): decks.snapshots.reduce(0) { $0 + $1.dataSize }
    }
  }

  var isPage: Bool { if case .page = self { true } else { false } }

  /// Whether touches would have to wait for it; snapshots with data of `longest` bytes are encoded at once.
  func isLong(_ longest: Int) -> Bool {
    if case .page(let query) = self { query.isLong } else { size > longest }
  }

  /// Returns the reply to the request with this id.
  func line(id: [UInt8]) -> [UInt8] {
    switch self {
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
    }
  }
}

/// A reply that is encoded beside the loop, with its place among what its client receives.
package struct LongReply {
  let answer: Answer
  let id: [UInt8]
  let place: OutgoingQueue.Place
  let client: Client

  /// The reply `answer` to a client's request with this id.
  package init(answer: Answer, id: [UInt8], place: OutgoingQueue.Place, client: Client) {
    (self.answer, self.id, self.place, self.client) = (answer, id, place, client)
  }
}
