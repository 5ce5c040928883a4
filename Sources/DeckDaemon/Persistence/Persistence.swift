import DeckEngine
import DeckStore

/// The daemon's side of the state writer: what was submitted, and how much of it is on disk.
struct Persistence {
  let writer: StateWriter
  /// The name of the journal that the numbers of events belong to.
  let journal: String
  /// The last job that is done.
  private(set) var done: StateTicket?
  /// The number of the last event that is on disk.
  private(set) var sequence: UInt64
  /// The last event of each commit that is under way.
  private var commits: [(ticket: StateTicket, sequence: UInt64)] = []
  /// Why the last commit was refused; `nil` after one that succeeded.
  private(set) var failure: StoreError?
  /// Whether the writer has finished: later changes are not persisted and must not be published.
  private(set) var isFinished = false
  /// The states of the decks as last submitted, by the decks' ids.
  private var given: [String: DeckState] = [:]
  /// The last job that was submitted.
  private var newest: StateTicket?

  /// The daemon's state in a journal that holds events up to `sequence`.
  init(_ writer: StateWriter, journal: String, sequence: UInt64) {
    self.writer = writer
    self.journal = journal
    self.sequence = sequence
  }

  /// The last job that was submitted, while it is not done.
  var underWay: StateTicket? { done == newest ? nil : newest }

  /// Submits a change's events and the decks' states after them; does nothing if nothing is new.
  mutating func append(_ events: StateChange, _ states: [DeckState]) {
    var change = events
    change.decks = states.filter { given[$0.deck]?.isIdentical(to: $0) != true }
    guard !isFinished, change != StateChange() else { return }
    for state in change.decks { given[state.deck] = state }
    let ticket = writer.commit(change)
    if let last = change.lastEvent { commits.append((ticket, last)) }
    newest = ticket
  }

  /// Records that a job is done, and whether what it wrote is on disk.
  ///
  /// - Returns: whether it is the first commit that succeeded after one that was refused.
  mutating func conclude(_ ticket: StateTicket, isCommitted: Bool) -> Bool {
    done = ticket
    if let commit = commits.first, commit.ticket == ticket {
      commits.removeFirst()
      if isCommitted { sequence = commit.sequence }
    }
    defer { if isCommitted { failure = nil } }
    return isCommitted && failure != nil
  }

  /// Requests events of a deck, or of all decks, after `since` up to `last`, at most about `share` bytes of them.
  mutating func read(after since: UInt64, upTo last: UInt64, deck: String?, share: Int) -> StateTicket? {
    guard !isFinished else { return nil }
    let ticket = writer.read(after: since, upTo: last, deck: deck, byteLimit: share)
    newest = ticket
    return ticket
  }

  /// Submits the decks' final states, waits until everything is on disk, and accepts nothing more.
  mutating func finish(_ states: [DeckState]) {
    // A finger that scrolls a stack causes no event, so the position may not have been submitted yet.
    append(StateChange(), states)
    isFinished = true
    writer.finish()
  }

  /// Resumes from the state on disk; what was submitted since is discarded.
  mutating func rollBack(because error: StoreError) {
    // All states are submitted again, even unchanged ones: a state from the disk lacks what it had of the
    // configuration.
    given = [:]
    failure = error
    writer.resume()
  }
}
