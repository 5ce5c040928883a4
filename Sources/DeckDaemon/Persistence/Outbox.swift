package import DeckProtocol
package import DeckStore

/// What is to be sent when what it tells of is on the disk, in its order.
package struct Outbox {
  package enum Item {
    /// An event, for whoever hears of its deck then.
    case event(DeckEvent, line: [UInt8])
    /// A line that is true whatever becomes of what is under way.
    case line(Client, [UInt8])
    /// The answer to what changed something, with the request's id.
    case done(Client, id: [UInt8], line: [UInt8])
    /// The answer to a question, which is put again when what it says is taken back.
    case told(Client, ClientRequest, line: [UInt8])
    case subscription(Client, ClientRequest, PendingSubscription)
    /// The end of a subscription to a deck, or of all that the client has.
    case unsubscription(Client, ClientRequest, deck: String?)
    /// More of what a subscriber to this deck, or to all, has missed, as the question with this ticket finds it.
    case replay(Client, deck: String?, StateTicket)
    /// The end of the subscriptions to all decks but these.
    case end(besides: Set<String>)

    /// Whom it is for, where it is for one client.
    var client: Client? {
      switch self {
      case .line(let client, _), .done(let client, _, _), .told(let client, _, _), .subscription(let client, _, _),
        .unsubscription(let client, _, _), .replay(let client, _, _):
        client
      case .event, .end: nil
      }
    }

    /// The question whose answer it is to have; others wait for the same job, and it is not for them.
    var question: StateTicket? {
      switch self {
      case .subscription(_, _, let beginning): beginning.question
      case .replay(_, _, let ticket): ticket
      case .event, .line, .done, .told, .unsubscription, .end: nil
      }
    }
  }

  /// How a subscription begins.
  package struct PendingSubscription {
    var wanted: ClientRequest.Subscription
    /// The decks when the client asked.
    var decks: SubscribedDecks
    /// Whether events were asked for that the client cannot have, whatever the journal says.
    var isLost: Bool
    /// What was being done then.
    var batch: UInt64
    /// What the journal was asked for it.
    var question: StateTicket?
  }

  /// What a client subscribes to, as it was when the client asked.
  package enum SubscribedDecks {
    case one(DeckSnapshot)
    /// All decks, with the number of the last event.
    case all([DeckSnapshot], sequence: UInt64)

    var snapshots: [DeckSnapshot] {
      switch self {
      case .one(let snapshot): [snapshot]
      case .all(let snapshots, _): snapshots
      }
    }

    /// The number of the last event that the snapshots include.
    var sequence: UInt64 {
      switch self {
      case .one(let snapshot): snapshot.model.sequence
      case .all(_, let sequence): sequence
      }
    }

    /// The only deck; `nil` for all decks.
    var deck: String? {
      switch self {
      case .one(let snapshot): snapshot.model.deck
      case .all: nil
      }
    }
  }

  /// An item with the job that it waits for.
  private struct Waiting {
    var ticket: StateTicket
    var item: Item
  }

  private var waiting: [Waiting] = []

  /// How many items wait.
  var count: Int { waiting.count }

  /// Puts an item behind the others, to wait for `ticket`, which comes before none of theirs.
  mutating func append(_ item: Item, until ticket: StateTicket) {
    item.client?.unanswered += 1
    waiting.append(Waiting(ticket: ticket, item: item))
  }

  /// Takes out what waits for `ticket` or for one before it, in its order.
  mutating func removeFirst(upTo ticket: StateTicket) -> [Item] {
    take(waiting.prefix { $0.ticket <= ticket }.count)
  }

  /// Takes out everything.
  mutating func removeAll() -> [Item] { take(waiting.count) }

  private mutating func take(_ count: Int) -> [Item] {
    let items = waiting[..<count].map(\.item)
    waiting.removeFirst(count)
    for item in items { item.client?.unanswered -= 1 }
    return items
  }
}
