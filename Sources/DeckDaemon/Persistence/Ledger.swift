package import DeckEngine
import DeckProtocol
package import DeckStore

/// What is published, in one order: an item leaves after all that came before it, and what reports a change leaves once
/// that is on disk.
///
/// `append(_:isInStep:)` is the only way in; `removeReady(afterJobs:)` is the way out, and `rollBack(because:)` where
/// the disk refuses. Without persistence nothing waits.
package struct Ledger {
  /// What an item waits for, beside the items before it.
  private enum Wait {
    case nothing
    /// The end of the step under way, which may commit.
    case step
    case job(StateTicket)
  }

  private struct Entry {
    var item: Item
    var wait: Wait
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

  /// More entries than usually wait for a commit; half a MiB.
  private static let keptCapacity = 1024

  private var persistence: Persistence?
  /// Those that wait, after those that were removed.
  private var entries: [Entry] = []
  /// How many were removed and are still in the array: to close the gap for each of 40,000 commits takes seconds.
  private var removed = 0
  /// How many wait for the end of the step.
  private var inStep = 0
  /// The job that the last item waited for which was removed.
  private var delivered: StateTicket?
  /// How many events wait for the disk, or for their delivery.
  package private(set) var events = 0
  /// Whether a client's missed events are being read: the disk reads for one client at a time, so that a commit waits
  /// for one read and not for a crowd's.
  private(set) var isReplaying = false

  /// A ledger without persistence.
  package init() {}

  /// Persists everything from here on; the journal has events up to `sequence`.
  package mutating func start(_ writer: StateWriter, journal: String, sequence: UInt64) {
    persistence = Persistence(writer, journal: journal, sequence: sequence)
  }

  /// The journal's name, and the number of the last event on disk; `nil` without persistence.
  package var journal: (name: String, sequence: UInt64)? { persistence.map { ($0.journal, $0.sequence) } }

  /// Whether persistence has finished; nothing must be published then.
  package var isFinished: Bool { persistence?.isFinished ?? false }

  /// Why the last commit was refused; `nil` after one that succeeded.
  package var failure: StoreError? { persistence?.failure }

  /// How many items wait.
  package var count: Int { entries.count - removed }

  // MARK: - In

  /// Appends an item: it waits for the journal's answer that it requested, for the commit of the step that it is part
  /// of, or for the newest job.
  package mutating func append(_ item: Item, isInStep: Bool) {
    let wait: Wait =
      if let question = item.question { .job(question) } else if isInStep, persistence != nil { .step } else { newest }
    if case .step = wait { inStep += 1 }
    account(for: item, begins: true)
    entries.append(Entry(item: item, wait: wait))
  }

  private var newest: Wait { persistence?.underWay.map(Wait.job) ?? .nothing }

  /// Ends a step: commits its events together with the decks' states.
  ///
  /// Once persistence has finished, the step's items are too late, and are dropped.
  ///
  /// Replies that report nothing new commit nothing: after a rollback, requests that only read are performed again, and
  /// a commit on their behalf would be refused, and they would be performed again, for as long as the disk fails.
  package mutating func endStep(_ states: () -> [DeckState]) {
    guard inStep > 0 else { return }
    // From the end: what waits before it may be long, while the disk hangs.
    var (step, index): ([Int], Int) = ([], entries.endIndex)
    while step.count < inStep {
      index -= 1
      if case .step = entries[index].wait { step.append(index) }
    }
    step.reverse()
    inStep = 0
    guard !isFinished else {
      for index in step.reversed() { account(for: entries.remove(at: index).item, begins: false) }
      return
    }
    var change = StateChange()
    for index in step {
      guard case .event(let event, let line) = entries[index].item else { continue }
      change.events.append(StoredEvent(sequence: event.sequence, deck: Subject(event).key, line: line))
    }
    if step.contains(where: { entries[$0].item.reportsChange }) { persistence?.append(change, states()) }
    for index in step { entries[index].wait = newest }
  }

  // MARK: - The disk

  /// Requests events of a deck, or of all decks, after `since` up to `last`, at most about `share` bytes of them.
  ///
  /// - Returns: the job's ticket; `nil` if nothing is persisted.
  package mutating func read(after since: UInt64, upTo last: UInt64, about subject: Subject?, share: Int)
    -> StateTicket?
  {
    persistence?.read(after: since, upTo: last, deck: subject?.key, share: share)
  }

  /// Records that a job is done, whether it was a commit that succeeded, and what the journal answered.
  ///
  /// - Returns: whether it is the first commit that succeeded after one that was refused.
  @discardableResult
  package mutating func conclude(
    _ ticket: StateTicket,
    isCommitted: Bool,
    _ missed: Result<JournalAnswer, StoreError>? = nil
  ) -> Bool {
    if let missed, let index = entries[removed...].firstIndex(where: { $0.item.question == ticket }) {
      entries[index].missed = missed
    }
    return persistence?.conclude(ticket, isCommitted: isCommitted) ?? false
  }

  /// Commits the decks' final states, waits until they are on disk, and accepts nothing more.
  package mutating func finish(_ states: [DeckState]) {
    persistence?.finish(states)
  }

  /// Closes the journal after `finish(_:)`.
  package mutating func close() {
    persistence = nil
  }

  // MARK: - Out

  /// Whether the first item has nothing to wait for any more; with `afterJobs`, also if it had to wait for one.
  package func isReady(afterJobs: Bool = true) -> Bool {
    guard count > 0 else { return false }
    return switch entries[removed].wait {
    case .nothing: true
    case .step: false
    case .job(let ticket): afterJobs && persistence?.done.map { ticket <= $0 } ?? false
    }
  }

  /// Removes the first item, if it has nothing to wait for any more.
  package mutating func removeReady(afterJobs: Bool = true) -> Ready? {
    guard isReady(afterJobs: afterJobs) else { return nil }
    let entry = entries[removed]
    removed += 1
    if removed == entries.count {
      if entries.capacity > Self.keptCapacity { entries = [] } else { entries.removeAll(keepingCapacity: true) }
      removed = 0
    } else if removed > entries.count / 2 {
      entries.removeFirst(removed)
      removed = 0
    }
    account(for: entry.item, begins: false)
    guard case .job(let ticket) = entry.wait else { return Ready(item: entry.item, beginsJob: false) }
    defer { delivered = ticket }
    return Ready(item: entry.item, beginsJob: ticket != delivered, missed: entry.missed)
  }

  /// Resumes from the state on disk: commits that were submitted since are discarded.
  ///
  /// - Returns: all items, in order, whose fate the caller decides.
  package mutating func rollBack(because error: StoreError) -> [Item] {
    persistence?.rollBack(because: error)
    let items = entries[removed...].map(\.item)
    (entries, removed, inStep) = ([], 0, 0)
    for item in items { account(for: item, begins: false) }
    return items
  }

  private mutating func account(for item: Item, begins: Bool) {
    if let client = item.client {
      if begins { client.beginWaiting(item.weight) } else { client.endWaiting(item.weight) }
      // The next request is performed when the client has received what it missed.
      if item.question != nil { if begins { client.beginJob() } else { client.endJob() } }
    }
    switch item {
    case .event: events += begins ? 1 : -1
    case .replay:
      precondition(isReplaying != begins, "two clients' missed events are read at once")
      isReplaying = begins
    case .line, .done, .answer, .subscription, .unsubscription: break
    }
  }
}
