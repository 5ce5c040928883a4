package import DeckProtocol
package import DeckStore

extension Ledger {
  package enum Item {
    /// An event, for the clients that subscribe to its deck when it is delivered.
    case event(DeckEvent, line: [UInt8])
    /// A line that holds whether or not the pending commits succeed.
    case line(Client, [UInt8])
    case done(Client, Completion)
    /// The reply to a request that only reads, which is performed again if what the reply reports is rolled back.
    case answer(Client, ClientRequest, Answer)
    case subscription(Client, ClientRequest, PendingSubscription)
    /// The end of a subscription to a deck, or of all subscriptions of the client, after the event `sequence`.
    case unsubscription(Client, ClientRequest, from: Subject?, sequence: UInt64)
    /// More missed events, as the journal request `StateTicket` reads them.
    case replay(Client, StateTicket)

    /// The client that the item is for; `nil` if it is for every subscriber.
    var client: Client? {
      switch self {
      case .line(let client, _), .done(let client, _), .answer(let client, _, _), .subscription(let client, _, _),
        .unsubscription(let client, _, _, _), .replay(let client, _):
        client
      case .event: nil
      }
    }

    /// Whether the item follows a change of a deck, which has to be on disk first.
    var reportsChange: Bool {
      switch self {
      case .event, .done: true
      case .line, .answer, .subscription, .unsubscription, .replay: false
      }
    }

    /// About how long its delivery takes, in units of an event's: some microseconds.
    package var cost: Int { isLong ? 100 : 1 }

    /// How many requests it counts as, of those of its client that may wait: four with long replies, so that these do
    /// not keep what others wait for.
    var weight: Int { isLong ? Client.mostUnanswered / 4 : 1 }

    private var isLong: Bool {
      switch self {
      case .event, .line, .done, .unsubscription: false
      case .answer(_, _, let answer): answer.isLong
      case .subscription, .replay: true
      }
    }

    /// The journal request whose answer the item needs; other items that wait for the same job do not receive the
    /// answer.
    var question: StateTicket? {
      switch self {
      case .subscription(_, _, let pending): pending.question
      case .replay(_, let ticket): ticket
      case .event, .line, .done, .answer, .unsubscription: nil
      }
    }
  }

  /// The reply to a request that changed something.
  package struct Completion {
    /// The request's id.
    package var id: [UInt8]
    /// The number of the last event.
    package var sequence: UInt64
    /// Whether a rollback takes back what the request did: it has failed then.
    package var isTakenBack: Bool
    /// The reply for an id and the number of the last event.
    package var line: (_ id: [UInt8], _ sequence: UInt64) -> [UInt8]

    /// The reply `line` to the request `id`, which `isTakenBack` says a rollback takes back.
    package init(
      id: [UInt8],
      sequence: UInt64,
      isTakenBack: Bool,
      line: @escaping (_ id: [UInt8], _ sequence: UInt64) -> [UInt8] = Reply.done
    ) {
      (self.id, self.sequence, self.isTakenBack, self.line) = (id, sequence, isTakenBack, line)
    }
  }
}
