import EventLoop
import Glibc
import Testing

@Suite struct LockTests {
  @Test func `lets one thread at a time have the value`() {
    let inside = Lock(Occupancy())
    let threads = (0..<8).map { _ in
      WorkerThread { @Sendable in
        for _ in 0..<1000 {
          inside.withLock { inside in
            inside.now += 1
            inside.most = max(inside.most, inside.now)
            // Others would come in here.
            sched_yield()
            inside.now -= 1
            inside.total += 1
          }
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(inside.withLock { $0 } == Occupancy(now: 0, most: 1, total: 8000))
  }

  @Test func `traps a thread that locks what it has locked`() async {
    await #expect(processExitsWith: .failure) {
      let value = Lock(0)
      value.withLock { _ in value.withLock { $0 += 1 } }
    }
  }

  @Test func `is unlocked by an error, and passes it on`() {
    let value = Lock(1)
    #expect(throws: Refusal()) {
      try value.withLock { (value) throws(Refusal) in
        value = 2
        throw Refusal()
      }
    }
    #expect(value.withLock { $0 } == 2)
  }

  @Test func `releases its value`() {
    weak var released: Content?
    do {
      let content = Lock(Content())
      released = content.withLock { $0 }
      #expect(released != nil)
    }
    #expect(released == nil)
  }

  private struct Occupancy: Equatable {
    var now = 0
    var most = 0
    var total = 0
  }

  private struct Refusal: Error, Equatable {}

  private final class Content: Sendable {}
}
