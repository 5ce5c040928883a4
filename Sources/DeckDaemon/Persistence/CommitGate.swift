package import DeckEngine
import DeckProtocol
package import DeckStore

/// Holds events and replies back until the commit that they depend on is on disk, and releases them in order.
///
/// Without persistence it holds nothing back. The caller delivers the `Outbox.Item`s that a method returns at once.
package struct CommitGate {
  private var persistence: Persistence?
  /// The items of the step under way, whose commit has not been submitted yet.
  private var pending: [Outbox.Item] = []
  private var outbox = Outbox()

  /// A gate without persistence.
  package init() {}

  /// The journal's name, and the number of the last event on disk; `nil` without persistence.
  package var journal: (name: String, sequence: UInt64)? { persistence.map { ($0.journal, $0.sequence) } }

  /// Whether persistence has finished; nothing must be published then.
  package var isFinished: Bool { persistence?.isFinished ?? false }

  /// Whether an item waits for `commit`.
  package var isPending: Bool { !pending.isEmpty }

  /// How many items wait for the disk.
  package var count: Int { outbox.count }

  /// Whether a client's missed events are being read: the disk reads for one client at a time, so that a commit waits
  /// for one read and not for a crowd's.
  var isReplaying: Bool { outbox.isReplaying }

  /// How many events wait for the disk, or for their delivery.
  var events: Int { outbox.events }

  /// Why the last commit was refused; `nil` after one that succeeded.
  package var failure: StoreError? { persistence?.failure }

  /// Persists everything from here on; the journal has events up to `sequence`.
  package mutating func start(_ writer: StateWriter, journal: String, sequence: UInt64) {
    persistence = Persistence(writer, journal: journal, sequence: sequence)
  }

  /// Submits an item; while a step is published it waits for the step's commit.
  package mutating func submit(_ item: Outbox.Item, isPublishing: Bool) -> Outbox.Item? {
    guard persistence != nil else { return item }
    guard !isPublishing else {
      pending.append(item)
      return nil
    }
    return admit(item)
  }

  /// Commits the events among the pending items together with the decks' states.
  ///
  /// Replies that report nothing new commit nothing: after a rollback, requests that only read are performed again, and
  /// a commit on their behalf would be refused, and they would be performed again, for as long as the disk fails.
  ///
  /// - Returns: the items, to be passed to `admit(_:)` one by one; none once persistence has finished: they are too
  ///   late.
  package mutating func commit(_ states: () -> [DeckState]) -> [Outbox.Item] {
    guard !pending.isEmpty else { return [] }
    let items = pending
    pending = []
    guard !isFinished else { return [] }
    guard items.contains(where: \.reportsChange) else { return items }
    var change = StateChange()
    for item in items {
      guard case .event(let event, let line) = item else { continue }
      change.events.append(StoredEvent(sequence: event.sequence, deck: event.deck, line: line))
    }
    persistence?.append(change, states())
    return items
  }

  /// Returns an item that has nothing to wait for; others wait for the newest job, or behind those that are to be
  /// delivered.
  package mutating func admit(_ item: Outbox.Item) -> Outbox.Item? {
    guard let ticket = persistence?.underWay ?? outbox.last else { return item }
    outbox.append(item, until: ticket)
    return nil
  }

  /// Requests events of a deck, or of all decks, after `since` up to `last`, at most about `share` bytes of them.
  ///
  /// - Returns: the job's ticket; `nil` if nothing is persisted.
  package mutating func read(after since: UInt64, upTo last: UInt64, deck: String?, share: Int) -> StateTicket? {
    persistence?.read(after: since, upTo: last, deck: deck, share: share)
  }

  /// Makes an item wait for the job that it requested.
  package mutating func hold(_ item: Outbox.Item, until ticket: StateTicket) {
    outbox.append(item, until: ticket)
  }

  /// Records that a job is done, whether it was a commit that succeeded, and what the journal answered.
  package mutating func conclude(
    _ ticket: StateTicket,
    isCommitted: Bool,
    _ missed: Result<JournalAnswer, StoreError>? = nil
  ) {
    persistence?.conclude(ticket, isCommitted: isCommitted)
    outbox.conclude(ticket, missed)
  }

  /// Whether an item has nothing to wait for any more, and is to be delivered.
  package var hasReady: Bool { outbox.isReady }

  /// Removes the next item that has nothing to wait for any more; `nil` if there is none.
  package mutating func removeReady() -> Outbox.Ready? { outbox.removeReady() }

  /// Releases everything before a rollback, which invalidates it.
  package mutating func releaseAll() -> [Outbox.Item] { outbox.removeAll() }

  /// Resumes from the state on disk; commits that were submitted since are discarded.
  package mutating func rollBack(because error: StoreError) {
    persistence?.rollBack(because: error)
  }

  /// Records a commit that succeeded.
  ///
  /// - Returns: whether the one before it was refused.
  package mutating func recordSuccess() -> Bool {
    persistence?.recordSuccess() ?? false
  }

  /// Commits the decks' final states, waits until they are on disk, and accepts nothing more.
  package mutating func finish(_ states: [DeckState]) {
    persistence?.finish(states)
  }

  /// Closes the journal after `finish(_:)`.
  package mutating func close() {
    persistence = nil
  }
}
