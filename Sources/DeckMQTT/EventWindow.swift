/// A place in the journal: every event up to and including `sequence`.
package struct JournalPosition: Hashable, Sendable {
  package var journal: String
  package var sequence: UInt64

  package init(journal: String, sequence: UInt64) {
    (self.journal, self.sequence) = (journal, sequence)
  }
}

/// The events that the broker has and those that it has not acknowledged, in the order of the journal.
package struct EventWindow: Sendable {
  private struct Sent {
    var message: Int32?
    var sequence: UInt64
    var isAcknowledged: Bool
  }

  private var sent: ArraySlice<Sent> = []
  /// Everything up to here is the broker's; `nil` before the first subscription.
  package private(set) var acknowledged: JournalPosition?

  /// The window of a new connection, which begins with the event after `acknowledged`.
  package init(after acknowledged: JournalPosition?) {
    self.acknowledged = acknowledged
  }

  /// How many events the broker has not acknowledged.
  package var count: Int { sent.count }

  /// The place to continue from on this connection to the broker: after the last event that was sent.
  package var position: JournalPosition? {
    acknowledged.map { JournalPosition(journal: $0.journal, sequence: sent.last?.sequence ?? $0.sequence) }
  }

  /// Begins at another place, because the events up to it are not available; what was sent no longer counts.
  package mutating func begin(at position: JournalPosition?) {
    sent = []
    acknowledged = position
  }

  /// An event was sent as the message with this number; `nil` where it has no topic, or no broker takes it.
  package mutating func send(_ sequence: UInt64, as message: Int32?) {
    sent.append(Sent(message: message, sequence: sequence, isAcknowledged: message == nil))
    advance()
  }

  /// The broker has taken a message; one that is not an event's changes nothing.
  package mutating func acknowledge(_ message: Int32) {
    guard let index = sent.firstIndex(where: { $0.message == message }) else { return }
    sent[index].isAcknowledged = true
    advance()
  }

  private mutating func advance() {
    while let first = sent.first, first.isAcknowledged {
      acknowledged?.sequence = first.sequence
      sent.removeFirst()
    }
  }
}
