import EventLoop
import Glibc

/// The writer's report on a group of jobs that it executed together.
package struct StateReport: Sendable {
  /// The outcome of one job.
  package enum Outcome: Hashable, Sendable {
    /// The change is on the disk.
    case committed
    /// The change was rejected; no part of it is on the disk.
    case refused(StoreError)
    /// The journal's answer.
    case events(JournalAnswer)
    /// The journal cannot be read.
    case unread(StoreError)

    var isRefusal: Bool { if case .refused = self { true } else { false } }
  }

  /// A job with its outcome.
  package struct Answer: Hashable, Sendable {
    package var ticket: StateTicket
    package var outcome: Outcome

    /// The answer to the job with this ticket.
    package init(ticket: StateTicket, outcome: Outcome) {
      self.ticket = ticket
      self.outcome = outcome
    }
  }

  /// The stored state after a failed commit, to which the owner must roll back before it calls `resume`.
  package struct Restoration: Sendable {
    package var decks: [StoredDeck]
    package var sequence: UInt64
  }

  /// The answers, in the order in which the jobs were added.
  package var answers: [Answer]
  /// Set if a commit of this group failed, unless an earlier failure still waits for `resume`.
  package var restoration: Restoration?
}

/// A job's number, increasing by one.
package struct StateTicket: Hashable, Comparable, Sendable {
  package var number: UInt64

  package static func < (left: StateTicket, right: StateTicket) -> Bool {
    left.number < right.number
  }
}

/// The thread that writes, so that no other thread waits for the disk.
///
/// It commits all waiting jobs as one group, so that a slow disk makes the groups larger, not the queue longer. When
/// idle it sleeps, with no timer. After a failed commit, it rejects later commits, which build on state that is not
/// stored, until the owner has rolled back and calls `resume`.
///
/// A simulation has no threads: its writer commits when it is called.
package final class StateWriter: Sendable {
  private enum Work {
    case thread(WorkerThread)
    case caller(CallersWork)
  }

  private let jobs: JobQueue
  private let work: Work

  /// Starts writing to `store`, which the writer owns from here on; `report` is called on the writer's thread, or during
  /// `runWaitingJobs()` if it has none.
  package init(
    _ store: sending StateStore,
    onThread: Bool = true,
    report: @escaping @Sendable (StateReport) -> Void
  ) {
    let jobs = JobQueue()
    var work = WriterWork(store: store, report: report)
    self.jobs = jobs
    if onThread {
      self.work = .thread(
        WorkerThread {
          while let groups = jobs.dequeue() {
            for group in groups { work.run(group) }
          }
        }
      )
    } else {
      self.work = .caller(CallersWork(work))
    }
  }

  deinit {
    finish()
  }

  /// Commits a change after those before it.
  package func commit(_ change: StateChange) -> StateTicket {
    jobs.add(change)
  }

  /// Queries the lines after `since`, once all earlier commits are done; see `StateStore.events`.
  package func read(after since: UInt64, upTo last: UInt64, deck: String? = nil, byteLimit: Int) -> StateTicket {
    jobs.add(JournalQuestion(since: since, last: last, deck: deck, byteLimit: byteLimit))
  }

  /// Reports that the owner has rolled back: later commits build on the stored state again.
  package func resume() {
    jobs.resume()
  }

  /// Returns when every job has been executed and reported, and the file is closed; no job may be added afterwards.
  package func finish() {
    guard jobs.finish() else { return }
    switch work {
    case .thread(let thread): thread.join()
    case .caller(let own):
      own.run(jobs)
      own.work = nil
    }
  }

  /// Executes and reports the waiting jobs of a writer without a thread.
  package func runWaitingJobs() {
    if case .caller(let own) = work { own.run(jobs) }
  }
}

/// The work of a writer without a thread.
///
/// `@unchecked` because only one thread ever calls such a writer, which the compiler cannot verify.
private final class CallersWork: @unchecked Sendable {
  /// `nil` once the file is closed.
  var work: WriterWork?

  init(_ work: WriterWork) { self.work = work }

  func run(_ jobs: JobQueue) {
    guard jobs.hasGroups, let groups = jobs.dequeue() else { return }
    for group in groups { work?.run(group) }
  }
}

/// Executes a group of jobs on the thread.
struct WriterWork {
  let store: StateStore
  let report: @Sendable (StateReport) -> Void
  /// Why commits are rejected until the owner has rolled back.
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
    var restoration = mayCommit && failure != nil ? restoration : nil
    // In parts, since the owner handles a report at once: 40,000 commits may have waited for a disk that hung.
    for start in stride(from: 0, to: answers.count, by: Self.mostAnswers) {
      let part = answers[start..<min(start + Self.mostAnswers, answers.count)]
      var own: StateReport.Restoration?
      if part.contains(where: \.outcome.isRefusal) { own = restoration.take() }
      report(StateReport(answers: Array(part), restoration: own))
    }
  }

  /// The most answers of a report: an event for each takes the owner half a millisecond.
  private static let mostAnswers = 100

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
