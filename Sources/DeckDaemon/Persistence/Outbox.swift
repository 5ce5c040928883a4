package import DeckProtocol
package import DeckStore

/// The items to be sent, in order, once what they report is on disk.
package struct Outbox {
  package enum Item {
    /// An event, for the clients that subscribe to its deck when it is delivered.
    case event(DeckEvent, line: [UInt8])
    /// A line that holds whether or not the pending commits succeed.
    case line(Client, [UInt8])
    /// The reply to a request that changed something, with the request's id.
    case done(Client, id: [UInt8], line: [UInt8])
    /// The reply to a request that changed what no rollback takes back, after the event `sequence`: its line for the
    /// number of the last event.
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
      case .event: nil
      }
    }

    /// Whether the item follows a change of a deck, which has to be on disk first.
    var reportsChange: Bool {
      switch self {
      case .event, .done, .applied: true
      case .line, .reply, .answer, .subscription, .unsubscription, .replay: false
      }
    }

    /// About how long its delivery takes, in units of an event's: some microseconds.
    package var cost: Int { isLong ? 100 : 1 }

    /// How many requests it counts as, of those of its client that may wait: four with long replies, so that these do
    /// not keep what others wait for.
    var weight: Int { isLong ? Client.mostUnanswered / 4 : 1 }

    private var isLong: Bool {
      switch self {
      case .event, .line, .done, .applied, .reply, .unsubscription: false
      case .answer, .subscription, .replay: true
      }
    }

    /// The journal request whose answer the item needs; other items that wait for the same job do not receive the
    /// answer.
    var question: StateTicket? {
      switch self {
      case .subscription(_, _, let pending): pending.question
      case .replay(_, let ticket): ticket
      case .event, .line, .done, .applied, .reply, .answer, .unsubscription: nil
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
    /// The journal's answer, if the item requested one and that is here.
    var missed: Result<JournalAnswer, StoreError>?
  }

  /// An item that has nothing to wait for any more.
  package struct Ready {
    package var item: Item
    /// Whether the item before it waited for an earlier job.
    package var beginsJob: Bool
    /// The journal's answer, if the item requested one.
    package var missed: Result<JournalAnswer, StoreError>?
  }

  /// More items than usually wait for a commit; half a MiB.
  private static let keptCapacity = 1024

  /// Those that wait, after those that were removed.
  private var waiting: [Waiting] = []
  /// How many were removed and are still in the array: to close the gap for each of 40,000 commits takes seconds.
  private var removed = 0

  /// The last job that is done.
  private var done: StateTicket?
  /// The job that the last item waited for which was delivered.
  private var delivered: StateTicket?
  /// How many of those that wait are events.
  private(set) var events = 0

  /// Whether a client's missed events are being read, after the first of them.
  private(set) var isReplaying = false

  /// How many items wait.
  var count: Int { waiting.count - removed }

  /// Appends an item that waits for `ticket`, which is not before any ticket of the items that already wait.
  mutating func append(_ item: Item, until ticket: StateTicket) {
    item.client?.beginWaiting(item.weight)
    // The next request is performed when the client has received what it missed.
    if item.question != nil { item.client?.beginJob() }
    if case .replay = item {
      precondition(!isReplaying, "two clients' missed events are read at once")
      isReplaying = true
    }
    if case .event = item { events += 1 }
    waiting.append(Waiting(ticket: ticket, item: item))
  }

  /// Records that a job is done, with the journal's answer if it was a request of it.
  mutating func conclude(_ ticket: StateTicket, _ missed: Result<JournalAnswer, StoreError>?) {
    done = ticket
    guard let missed, let index = waiting[removed...].firstIndex(where: { $0.item.question == ticket }) else { return }
    waiting[index].missed = missed
  }

  /// Whether the first item has nothing to wait for any more.
  var isReady: Bool { count > 0 && done.map { waiting[removed].ticket <= $0 } ?? false }

  /// The job that the last item waits for.
  var last: StateTicket? { count > 0 ? waiting.last?.ticket : nil }

  /// Removes the first item, if it has nothing to wait for any more.
  mutating func removeReady() -> Ready? {
    guard isReady else { return nil }
    let (ticket, missed) = (waiting[removed].ticket, waiting[removed].missed)
    defer { delivered = ticket }
    return Ready(item: take(1)[0], beginsJob: ticket != delivered, missed: missed)
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
      item.client?.endWaiting(item.weight)
      if item.question != nil { item.client?.endJob() }
      if case .replay = item { isReplaying = false }
      if case .event = item { events -= 1 }
    }
    return items
  }
}

extension Outbox.Item {
  /// Returns what the daemon does with the item after a rollback to the event `sequence`; a request whose change was
  /// taken back fails with `refusal`.
  package func afterRollback(to sequence: UInt64, _ refusal: ProtocolError) -> Outbox.Rollback {
    switch self {
    case .event: .drop
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
