import Glibc

/// A query of the journal.
struct JournalQuestion: Hashable, Sendable {
  var since: UInt64
  var last: UInt64
  var deck: String?
  var byteLimit: Int
}

/// Jobs that are executed together: one commit, then the queries.
struct JobGroup: Sendable {
  struct Job: Sendable {
    var ticket: StateTicket
    /// `nil` for a commit.
    var question: JournalQuestion?
  }

  /// Whether the group begins with the owner's report that it has rolled back.
  var resumes = false
  var jobs: [Job] = []
  var hasCommits = false
  /// The changes of its commits, merged.
  var change = StateChange()
}

/// Jobs from the owner to the writer's thread, in order.
///
/// `@unchecked` because the compiler cannot verify that every access to `state` is between `lock` and `unlock` of
/// `mutex`; the mutex and the condition have stable addresses, as POSIX requires.
final class JobQueue: @unchecked Sendable {
  fileprivate struct State {
    var groups: [JobGroup] = []
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
      let last = state.openGroup()
      state.groups[last].hasCommits = true
      state.groups[last].change.append(change)
      return state.add(nil, to: last)
    }
  }

  func add(_ question: JournalQuestion) -> StateTicket {
    locked { $0.add(question, to: $0.openGroup()) }
  }

  func resume() {
    locked { $0.groups.append(JobGroup(resumes: true)) }
  }

  /// Closes the queue to further jobs; returns `false` if it already was closed.
  func finish() -> Bool {
    locked { state in
      defer { state.isFinished = true }
      return !state.isFinished
    }
  }

  /// Whether a job is queued, or a report that the owner has rolled back.
  var hasGroups: Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return !state.groups.isEmpty
  }

  /// All queued jobs, waiting for the first; `nil` once the queue is closed and empty.
  func dequeue() -> [JobGroup]? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while state.groups.isEmpty && !state.isFinished { pthread_cond_wait(arrival, mutex) }
    guard !state.groups.isEmpty else { return nil }
    defer { state.groups = [] }
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
  /// The index of the group that new jobs join.
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
