import EventLoop
import Glibc

/// What the writer has to say about a group of jobs that it did together.
package struct StateReport: Sendable {
  /// What became of one job.
  package enum Outcome: Hashable, Sendable {
    /// It is on the disk.
    case committed
    /// It is not on the disk, and nothing of it is.
    case refused(StoreError)
    /// What the journal holds.
    case events(JournalAnswer)
    /// The journal cannot be read.
    case unread(StoreError)
  }

  /// A job with what became of it.
  package struct Answer: Hashable, Sendable {
    package var ticket: StateTicket
    package var outcome: Outcome

    /// The answer to the job with this ticket.
    package init(ticket: StateTicket, outcome: Outcome) {
      self.ticket = ticket
      self.outcome = outcome
    }
  }

  /// What is on the disk after a commit that failed: what the owner has to go back to before it says `resume`.
  package struct Restoration: Sendable {
    package var decks: [StoredDeck]
    package var sequence: UInt64
  }

  /// In the order in which the jobs were given.
  package var answers: [Answer]
  /// There when a commit of this group has failed, and none before it that still waits for `resume`.
  package var restoration: Restoration?
}

/// A job's number, one more for each.
package struct StateTicket: Hashable, Comparable, Sendable {
  package var number: UInt64

  package static func < (left: StateTicket, right: StateTicket) -> Bool {
    left.number < right.number
  }
}

/// The thread that writes: nobody else waits for the disk.
///
/// It takes all that waits as one group and commits it at once, so that a slow disk makes groups larger and not the
/// way to it longer. At rest it sleeps, with no timer. After a commit that failed, those that follow build on what is
/// not there: they are refused too, until the owner has gone back and says `resume`.
package final class StateWriter: Sendable {
  private let jobs: JobQueue
  private let thread: WorkerThread

  /// Begins to write to `store`, which belongs to the writer from here on; `report` is called on its thread.
  package init(_ store: sending StateStore, report: @escaping @Sendable (StateReport) -> Void) {
    let jobs = JobQueue()
    var work = WriterWork(store: store, report: report)
    self.jobs = jobs
    thread = WorkerThread {
      while let groups = jobs.dequeue() {
        for group in groups { work.run(group) }
      }
    }
  }

  deinit {
    finish()
  }

  /// Puts a change on the disk after those before it.
  package func commit(_ change: StateChange) -> StateTicket {
    jobs.add(change)
  }

  /// Asks for the lines after `since`, once what was to be committed before is; see `StateStore.events`.
  package func read(after since: UInt64, upTo last: UInt64, deck: String? = nil, byteLimit: Int) -> StateTicket {
    jobs.add(JournalQuestion(since: since, last: last, deck: deck, byteLimit: byteLimit))
  }

  /// Says that the commits from here on build on what is on the disk again.
  package func resume() {
    jobs.resume()
  }

  /// What waits to be taken, for whoever gives more.
  package var waiting: WaitingJobs {
    jobs.waiting
  }

  /// Returns when everything that was given has been done and reported, and the file is closed; nothing may be given
  /// afterwards.
  package func finish() {
    if jobs.finish() { thread.join() }
  }
}

/// What the thread does with each group.
struct WriterWork {
  let store: StateStore
  let report: @Sendable (StateReport) -> Void
  /// Why commits are refused until the owner has gone back.
  private var failure: StoreError?

  init(store: StateStore, report: @escaping @Sendable (StateReport) -> Void) {
    self.store = store
    self.report = report
  }

  mutating func run(_ group: JobGroup) {
    if group.resumes { failure = nil }
    let mayCommit = failure == nil
    if mayCommit && group.hasCommits {
      do {
        try store.commit([group.change])
      } catch {
        failure = error
      }
    }
    let answers = group.jobs.map { StateReport.Answer(ticket: $0.ticket, outcome: outcome(of: $0)) }
    let failsNow = mayCommit && failure != nil
    report(StateReport(answers: answers, restoration: failsNow ? restoration : nil))
  }

  private var restoration: StateReport.Restoration {
    StateReport.Restoration(decks: store.decks, sequence: store.sequence)
  }

  private func outcome(of job: JobGroup.Job) -> StateReport.Outcome {
    guard let question = job.question else { return failure.map { .refused($0) } ?? .committed }
    do {
      return .events(
        try store.events(
          after: question.since,
          upTo: question.last,
          deck: question.deck,
          byteLimit: question.byteLimit
        )
      )
    } catch {
      return .unread(error)
    }
  }
}
