package import DeckProtocol
package import DeckStore

/// The items to be sent, in order, once what they report is on disk.
package struct Outbox {
  package enum Item {
    /// An event, for the clients that subscribe to its deck when it is delivered.
    case event(DeckEvent, line: [UInt8])
    /// The events of a command about many cards, for the clients that subscribe to their deck when they are delivered.
    case events(CardEventLines)
    /// A line that holds whether or not the pending commits succeed.
    case line(Client, [UInt8])
    /// The reply to a request that changed something, with the request's id.
    case done(Client, id: [UInt8], line: [UInt8])
    /// The reply to a request that changed what no rollback takes back, after the event `sequence`: its line for the number
    /// of the last event.
    case applied(Client, sequence: UInt64, line: (UInt64) -> [UInt8])
    /// The reply to a read-only request, which is performed again if what the reply reports is rolled back.
    case reply(Client, ClientRequest, line: [UInt8])
    /// The reply to a read-only request, as it was when it was performed, to be encoded; otherwise like `reply`.
    case answer(Client, ClientRequest, Answer)
    case subscription(Client, ClientRequest, PendingSubscription)
    /// The end of a subscription to a deck, or of all subscriptions of the client.
    case unsubscription(Client, ClientRequest, deck: String?)
    /// More missed events, as the journal request `StateTicket` reads them.
    case replay(Client, StateTicket)

    /// The client that the item is for; `nil` if it is for every subscriber.
    var client: Client? {
      switch self {
      case .line(let client, _), .done(let client, _, _), .applied(let client, _, _), .reply(let client, _, _),
        .answer(let client, _, _), .subscription(let client, _, _), .unsubscription(let client, _, _),
        .replay(let client, _):
        client
      case .event, .events: nil
      }
    }

    /// Whether the item follows a change of a deck, which has to be on disk first.
    var reportsChange: Bool {
      switch self {
      case .event, .events, .done, .applied: true
      case .line, .reply, .answer, .subscription, .unsubscription, .replay: false
      }
    }

    /// The journal request whose answer the item needs; other items that wait for the same job do not receive the
    /// answer.
    var question: StateTicket? {
      switch self {
      case .subscription(_, _, let pending): pending.question
      case .replay(_, let ticket): ticket
      case .event, .events, .line, .done, .applied, .reply, .answer, .unsubscription: nil
      }
    }
  }

  /// What the daemon does with an item that waited for a commit that was rolled back.
  package enum Rollback {
    /// An event did not happen.
    case drop
    case deliver(Item)
    /// A read-only request is performed again.
    case perform(ClientRequest, Client)
    /// The journal's answer will not come: the missed events are requested again.
    case requestReplay(StateTicket, Client)
  }

  /// An item with the job that it waits for.
  private struct Waiting {
    var ticket: StateTicket
    var item: Item
  }

  /// More items than usually wait for a commit; half a MiB.
  private static let keptCapacity = 1024

  /// Those that wait, after those that were removed.
  private var waiting: [Waiting] = []
  /// How many were removed and are still in the array: to close the gap for each of 40,000 commits takes seconds.
  private var removed = 0

  /// Whether a client's missed events are being read, after the first of them.
  private(set) var isReplaying = false

  /// How many items wait.
  var count: Int { waiting.count - removed }

  /// Appends an item that waits for `ticket`, which is not before any ticket of the items that already wait.
  mutating func append(_ item: Item, until ticket: StateTicket) {
    item.client?.beginWaiting()
    // The next request is performed when the client has received what it missed.
    if item.question != nil { item.client?.beginJob() }
    if case .replay = item {
      precondition(!isReplaying, "two clients' missed events are read at once")
      isReplaying = true
    }
    waiting.append(Waiting(ticket: ticket, item: item))
  }

  /// Removes the items that wait for `ticket` or for an earlier one, and returns them in order.
  mutating func removeFirst(upTo ticket: StateTicket) -> [Item] {
    take(waiting[removed...].prefix { $0.ticket <= ticket }.count)
  }

  /// Removes all items, and returns them in order.
  mutating func removeAll() -> [Item] { take(count) }

  private mutating func take(_ count: Int) -> [Item] {
    guard count > 0 else { return [] }
    let items = waiting[removed..<removed + count].map(\.item)
    removed += count
    if removed == waiting.count, waiting.capacity > Self.keptCapacity {
      (waiting, removed) = ([], 0)
    } else if removed > waiting.count / 2 {
      waiting.removeFirst(removed)
      removed = 0
    }
    for item in items {
      item.client?.endWaiting()
      if item.question != nil { item.client?.endJob() }
      if case .replay = item { isReplaying = false }
    }
    return items
  }
}

extension Outbox.Item {
  /// Returns what the daemon does with the item after a rollback to the event `sequence`; a request whose change was taken
  /// back fails with `refusal`.
  package func afterRollback(to sequence: UInt64, _ refusal: ProtocolError) -> Outbox.Rollback {
    switch self {
    case .event, .events: .drop
    case .line, .unsubscription: .deliver(self)
    case .applied(let client, _, let line): .deliver(.line(client, line(sequence)))
    case .done(let client, let id, _): .deliver(.line(client, Reply.failure(id: id, refusal)))
    case .reply(let client, let request, _), .answer(let client, let request, _),
      .subscription(let client, let request, _):
      .perform(request, client)
    case .replay(let client, let ticket): .requestReplay(ticket, client)
    }
  }
}
