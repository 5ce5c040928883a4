import EventLoop
import Glibc
import Testing

@Suite struct WorkerThreadTests {
  @Test func `a thread in the background gives way to others`() {
    let own = ownNiceValue()
    #expect(scheduling(of: .background).nice == max(own, 5))
    #expect(scheduling(of: .inherited).nice == own)
  }

  /// Under the unit of deckd, its drop-in chooses the class.
  @Test(.enabled("not permitted on this machine: real-time scheduling needs CAP_SYS_NICE", mayBeRealTime))
  func `a thread in the background leaves the real-time class of its creator`() {
    let seen = Lock<[Int32]>([])
    WorkerThread { @Sendable in
      becomeRealTime()
      let classes = [sched_getscheduler(0), scheduling(of: .inherited).policy, scheduling(of: .background).policy]
      seen.withLock { $0 = classes }
    }.join()
    #expect(seen.withLock { $0 } == [SCHED_FIFO, SCHED_FIFO, SCHED_OTHER])
  }
}

/// Linux has a nice value for each thread.
private func ownNiceValue() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

/// How a thread with this priority is scheduled.
private func scheduling(of priority: WorkerThread.Priority) -> (policy: Int32, nice: Int32) {
  let seen = Lock<(policy: Int32, nice: Int32)>((-1, -1))
  WorkerThread(priority: priority) { @Sendable in
    seen.withLock { $0 = (sched_getscheduler(0), ownNiceValue()) }
  }.join()
  return seen.withLock { $0 }
}

/// Gives the calling thread the least real-time priority.
@discardableResult
private func becomeRealTime() -> Bool {
  var priority = sched_param()
  priority.sched_priority = 1
  return sched_setscheduler(0, SCHED_FIFO, &priority) == 0
}

private func mayBeRealTime() -> Bool {
  let may = Lock(false)
  WorkerThread { @Sendable in
    let isAllowed = becomeRealTime()
    may.withLock { $0 = isAllowed }
  }.join()
  return may.withLock { $0 }
}
