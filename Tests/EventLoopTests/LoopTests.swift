import Dispatch
import EventLoop
import Glibc
import Kinetics
import Testing

@Suite struct LoopTests {
  @Test func `an actor's handler is isolated to the actor that lives on the loop`() async {
    let probe = Probe()
    await probe.arm(at: Loop.now)
    await probe.waitForCalls(1)
  }

  @Test func `a deadline is never called before its time`() async {
    let probe = Probe()
    for _ in 0..<20 {
      let deadline = Loop.now.advanced(by: .milliseconds(2))
      await probe.arm(at: deadline)
      let calls = await probe.waitForCalls(1)
      #expect(calls[0] >= deadline)
      await probe.reset()
    }
  }

  @Test func `a deadline that is past is due at once`() async {
    let probe = Probe()
    await probe.arm(at: Instant(microseconds: -5))
    await probe.waitForCalls(1)
  }

  @Test func `arming again replaces the deadline`() async {
    let probe = Probe()
    let later = Loop.now.advanced(by: .milliseconds(30))
    await probe.arm(at: Loop.now.advanced(by: .seconds(3600)))
    await probe.arm(at: later)
    let calls = await probe.waitForCalls(1)
    #expect(calls.count == 1)
    #expect(calls[0] >= later)
  }

  @Test func `a call that is on its way is not made when the timer is armed for later`() async {
    let probe = Probe()
    let later = await probe.armPastThenLater()
    let calls = await probe.waitForCalls(1)
    #expect(calls.count == 1)
    #expect(calls[0] >= later)
  }

  @Test func `a disarmed deadline is not called`() async {
    let probe = Probe()
    await probe.armPastThenDisarm()
    // A later deadline on the same timer comes after whatever was left of the first.
    await probe.arm(at: Loop.now.advanced(by: .milliseconds(5)))
    let calls = await probe.waitForCalls(1)
    #expect(calls.count == 1)
  }

  @Test func `a readable descriptor calls its handler, and is closed after the cancellation`() async throws {
    let pipe = try Pipe()
    let loop = Loop(label: "test")
    let received = AsyncStream<UInt8>.makeStream()
    let reading = pipe.reading
    let watch = loop.watch(readable: reading) {
      var byte: UInt8 = 0
      if read(reading, &byte, 1) == 1 { received.continuation.yield(byte) }
    }
    pipe.send(7)
    pipe.send(8)
    var bytes = received.stream.makeAsyncIterator()
    #expect(await bytes.next() == 7)
    #expect(await bytes.next() == 8)
    await withCheckedContinuation { continuation in
      loop.perform { watch.cancel { continuation.resume() } }
    }
    #expect(close(reading) == 0)
    close(pipe.writing)
  }

  @Test func `a paused watch is silent, and can be cancelled as it is`() async throws {
    let pipe = try Pipe()
    let loop = Loop(label: "test")
    let calls = AsyncStream<Void>.makeStream()
    let watch = loop.watch(writable: pipe.writing) { calls.continuation.yield() }
    var seen = calls.stream.makeAsyncIterator()
    await seen.next()
    await withCheckedContinuation { continuation in
      loop.perform {
        watch.pause()
        watch.pause()
        watch.resume()
        watch.pause()
        watch.cancel()
        watch.cancel { continuation.resume() }
      }
    }
    close(pipe.reading)
    close(pipe.writing)
  }

  @Test func `signals are events, one after the other`() async {
    let loop = Loop(label: "test")
    let calls = AsyncStream<Void>.makeStream()
    let activated = AsyncStream<Void>.makeStream()
    // Ignored by default: one that is sent before the watch is in place is lost, and the test waits for ever.
    let watch = loop.watch(signal: SIGWINCH) {
      calls.continuation.yield()
    } activated: {
      activated.continuation.yield()
    }
    var isActive = activated.stream.makeAsyncIterator()
    await isActive.next()
    var seen = calls.stream.makeAsyncIterator()
    for _ in 0..<2 {
      kill(getpid(), SIGWINCH)
      await seen.next()
    }
    await withCheckedContinuation { continuation in
      loop.perform { watch.cancel { continuation.resume() } }
    }
  }
}

/// An actor on a loop that notes when its deadlines were called.
private actor Probe {
  private let loop = Loop(label: "test")
  private var calls: [Instant] = []
  private var waiting: (count: Int, continuation: CheckedContinuation<[Instant], Never>)?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.executor.asUnownedSerialExecutor()
  }

  func arm(at deadline: Instant?) {
    loop.deadline.whenDue { @Sendable [self] in assumeIsolated { $0.called() } }
    loop.deadline.arm(at: deadline)
  }

  /// Gives the timer the time to fire while the queue is kept busy, so that the call is on its way.
  func armPastThenLater() -> Instant {
    arm(at: Loop.now)
    usleep(20_000)
    let later = Loop.now.advanced(by: .milliseconds(20))
    loop.deadline.arm(at: later)
    return later
  }

  func armPastThenDisarm() {
    arm(at: Loop.now)
    usleep(20_000)
    loop.deadline.arm(at: nil)
  }

  func reset() {
    calls = []
  }

  @discardableResult
  func waitForCalls(_ count: Int) async -> [Instant] {
    if calls.count >= count { return calls }
    return await withCheckedContinuation { waiting = (count, $0) }
  }

  private func called() {
    calls.append(Loop.now)
    guard let waiting, calls.count >= waiting.count else { return }
    self.waiting = nil
    waiting.continuation.resume(returning: calls)
  }
}

private struct Pipe {
  var reading: Int32
  var writing: Int32

  struct Failed: Error {}

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0, fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 else { throw Failed() }
    reading = ends[0]
    writing = ends[1]
  }

  func send(_ byte: UInt8) {
    var byte = byte
    _ = write(writing, &byte, 1)
  }
}
