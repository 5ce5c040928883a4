import DeckEngine
import DeckStore

/// What the daemon keeps on the disk, and how far the disk is.
struct Persistence {
  let writer: StateWriter
  /// The name of the journal that the numbers of events belong to.
  let journal: String
  /// The last job that is done.
  private(set) var done: StateTicket?
  /// The number of the last event that is on the disk.
  private(set) var sequence: UInt64
  /// The last events of the commits that are under way.
  private var commits: [(ticket: StateTicket, sequence: UInt64)] = []
  /// Why the last commit was refused; `nil` after one that was not.
  var failure: StoreError?
  /// Whether the writer has finished: what happens now is not kept, and nobody is to be told of it.
  private(set) var isFinished = false
  /// The decks as they were given last, by their ids.
  private var given: [String: DeckState] = [:]
  /// The last job that was given.
  private var newest: StateTicket?

  /// The daemon's state in a journal that holds events up to `sequence`.
  init(_ writer: StateWriter, journal: String, sequence: UInt64) {
    self.writer = writer
    self.journal = journal
    self.sequence = sequence
  }

  /// The last job that was given, while it is not done.
  var underWay: StateTicket? { done == newest ? nil : newest }

  /// Gives events and what the decks are after them to the disk; nothing when nothing is new.
  mutating func append(_ events: [StoredEvent], _ states: [DeckState]) {
    let changed = states.filter { given[$0.deck] != $0 }
    guard !isFinished, !events.isEmpty || !changed.isEmpty else { return }
    for state in changed { given[state.deck] = state }
    let ticket = writer.commit(StateChange(events: events, decks: changed))
    if let last = events.last { commits.append((ticket, last.sequence)) }
    newest = ticket
  }

  /// Notes that a job is done, and whether what it wrote is on the disk.
  mutating func conclude(_ ticket: StateTicket, isCommitted: Bool) {
    done = ticket
    guard let commit = commits.first, commit.ticket == ticket else { return }
    commits.removeFirst()
    if isCommitted { sequence = commit.sequence }
  }

  /// Asks for the events of a deck, or of all, after `since`, up to the event `last`; some of them where they are many.
  mutating func read(after since: UInt64, upTo last: UInt64, deck: String?, share: Int) -> StateTicket? {
    guard !isFinished else { return nil }
    let ticket = writer.read(after: since, upTo: last, deck: deck, byteLimit: share)
    newest = ticket
    return ticket
  }

  /// Gives what the decks are at the end, waits until everything is on the disk, and gives nothing more.
  mutating func finish(_ states: [DeckState]) {
    // A stack that a finger has scrolled says nothing of it.
    append([], states)
    isFinished = true
    writer.finish()
  }

  /// Goes back to what is on the disk: what was given since is not there.
  mutating func rollBack(because error: StoreError) {
    // Whatever the decks are now is given again, though it may be the same: a state from the disk lacks what it had of
    // the configuration.
    given = [:]
    failure = error
    writer.resume()
  }
}

/// What a subscriber has missed and is still to get, from the disk.
struct MissedEvents {
  /// The last event that it has.
  var since: UInt64
  /// The last event that was there when more was asked for.
  var last: UInt64
  /// The question with which more has been asked for; the answer to another one was for a subscription before this.
  var asked: StateTicket?
}
