package import DeckProtocol
import DeckStore

/// A subscription that has not begun yet: with the decks as they were at the time of the request.
package struct PendingSubscription {
  /// The decks that a client subscribes to.
  package enum Decks: Sendable {
    case one(DeckSnapshot)
    /// All decks and surfaces, with the number of the last event.
    case all([DeckSnapshot], sequence: UInt64)
    /// A surface, with the number of the last event.
    case surface(String, sequence: UInt64)

    var snapshots: [DeckSnapshot] {
      switch self {
      case .one(let snapshot): [snapshot]
      case .all(let snapshots, _): snapshots
      case .surface: []
      }
    }

    /// The number of the last event that the snapshots include.
    var sequence: UInt64 {
      switch self {
      case .one(let snapshot): snapshot.model.sequence
      case .all(_, let sequence), .surface(_, let sequence): sequence
      }
    }

    /// Returns the decks with the motions that `motions` returns for each.
    func withMotions(_ motions: (String) -> [DeckMotion]) -> Decks {
      func complete(_ snapshot: DeckSnapshot) -> DeckSnapshot {
        var snapshot = snapshot
        snapshot.motions = motions(snapshot.model.deck)
        return snapshot
      }
      return switch self {
      case .one(let snapshot): .one(complete(snapshot))
      case .all(let snapshots, let sequence): .all(snapshots.map(complete), sequence: sequence)
      case .surface: self
      }
    }

    /// The only deck or surface; `nil` for everything.
    var subject: Subject? {
      switch self {
      case .one(let snapshot): .deck(snapshot.model.deck)
      case .all: nil
      case .surface(let name, _): .surface(name)
      }
    }
  }

  let wanted: ClientRequest.Subscription
  let decks: Decks
  /// Whether the client requested events that are unavailable, whatever the journal's answer.
  var isLost = false
  /// The batch of queued lines at the time of the request.
  let batch: UInt64
  /// The journal request for its missed events.
  var question: StateTicket?

  var topics: Set<Topic> { Set(wanted.topics) }
}
