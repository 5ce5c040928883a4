import Glibc

/// What waits for the writer.
package struct WaitingJobs: Hashable, Sendable {
  /// Changes to be committed.
  package var commits = 0
  /// Questions about the journal.
  package var questions = 0
  /// The bytes of their events' lines; of the decks only the last state waits.
  package var eventBytes = 0

  /// Nothing.
  package init() {}
}

/// A question about the journal.
struct JournalQuestion: Hashable, Sendable {
  var since: UInt64
  var last: UInt64
  var deck: String?
  var byteLimit: Int
}

/// Jobs that are done together: one commit, then the questions.
struct JobGroup: Sendable {
  struct Job: Sendable {
    var ticket: StateTicket
    /// `nil` for a commit.
    var question: JournalQuestion?
  }

  /// Whether it begins with the owner's word that it has gone back.
  var resumes = false
  var jobs: [Job] = []
  var hasCommits = false
  /// The changes of its commits in one.
  var change = StateChange()
}

/// Jobs from the owner to the writer's thread, in order.
///
/// `@unchecked` because the compiler does not see that every access to `state` is between `lock` and `unlock` of
/// `mutex`; the mutex and the condition are used as POSIX wants it, at addresses that stay.
final class JobQueue: @unchecked Sendable {
  fileprivate struct State {
    var groups: [JobGroup] = []
    var waiting = WaitingJobs()
    var lastTicket: UInt64 = 0
    var isFinished = false
  }

  private var state = State()
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(arrival, nil)
  }

  deinit {
    pthread_cond_destroy(arrival)
    pthread_mutex_destroy(mutex)
    arrival.deallocate()
    mutex.deallocate()
  }

  func add(_ change: StateChange) -> StateTicket {
    locked { state in
      state.waiting.commits += 1
      state.waiting.eventBytes += change.events.reduce(0) { $0 + $1.line.count }
      let last = state.openGroup()
      state.groups[last].hasCommits = true
      state.groups[last].change.append(change)
      return state.add(nil, to: last)
    }
  }

  func add(_ question: JournalQuestion) -> StateTicket {
    locked { state in
      state.waiting.questions += 1
      return state.add(question, to: state.openGroup())
    }
  }

  func resume() {
    locked { $0.groups.append(JobGroup(resumes: true)) }
  }

  /// Takes no more jobs; `false` when that has been said before.
  func finish() -> Bool {
    locked { state in
      defer { state.isFinished = true }
      return !state.isFinished
    }
  }

  var waiting: WaitingJobs {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return state.waiting
  }

  /// Everything that waits, once something does; `nil` after the last.
  func dequeue() -> [JobGroup]? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while state.groups.isEmpty && !state.isFinished { pthread_cond_wait(arrival, mutex) }
    guard !state.groups.isEmpty else { return nil }
    defer {
      state.groups = []
      state.waiting = WaitingJobs()
    }
    return state.groups
  }

  private func locked<Result>(_ change: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_mutex_unlock(mutex)
      pthread_cond_signal(arrival)
    }
    return change(&state)
  }
}

extension JobQueue.State {
  /// The group that still takes jobs.
  fileprivate mutating func openGroup() -> Int {
    if groups.isEmpty { groups.append(JobGroup()) }
    return groups.count - 1
  }

  fileprivate mutating func add(_ question: JournalQuestion?, to group: Int) -> StateTicket {
    precondition(!isFinished, "a job for a writer that has finished")
    lastTicket += 1
    let ticket = StateTicket(number: lastTicket)
    groups[group].jobs.append(JobGroup.Job(ticket: ticket, question: question))
    return ticket
  }
}
