import EventLoop
import Kinetics

/// A loop on a thread of its own, until it is released.
final class RunningLoop: Sendable {
  let loop: Loop
  private let thread: WorkerThread

  init(batch: Int = 1024) {
    let loop = Loop(batch: batch)
    self.loop = loop
    thread = WorkerThread { loop.run() }
  }

  deinit {
    let loop = loop
    loop.perform { loop.stop() }
    // Not joined: this may be the loop's own thread.
    thread.detach()
  }

  /// Runs `body` on the loop, and returns what it returns.
  func perform<Value: Sendable>(_ body: @escaping @Sendable (Loop) -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      let loop = loop
      loop.perform { continuation.resume(returning: body(loop)) }
    }
  }

  /// Returns when the loop has handled every event that is there now.
  func passRound() async {
    await withCheckedContinuation { continuation in
      let loop = loop
      // The second job runs in the next round, after its events.
      loop.perform { loop.perform { continuation.resume() } }
    }
  }
}

/// Keeps the loop's thread busy.
func spin(microseconds: Int64) {
  let end = Loop.now.microseconds + microseconds
  while Loop.now.microseconds < end {}
}

/// A number that several threads change.
final class Counter: Sendable {
  private let value = Lock(0)

  var count: Int { value.withLock { $0 } }

  func add() { value.withLock { $0 += 1 } }
}
