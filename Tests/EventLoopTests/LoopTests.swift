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

  @Test func `a readable descriptor calls its handler, and may be closed once its watch is cancelled`() async throws {
    let loop = RunningLoop()
    let pipe = try Pipe()
    let received = AsyncStream<UInt8>.makeStream()
    let watch = await loop.perform { loop in
      loop.watch(readable: pipe.reading) {
        var byte: UInt8 = 0
        if read(pipe.reading, &byte, 1) == 1 { received.continuation.yield(byte) }
      }
    }
    pipe.send(7)
    pipe.send(8)
    var bytes = received.stream.makeAsyncIterator()
    #expect(await bytes.next() == 7)
    #expect(await bytes.next() == 8)
    await loop.perform { _ in
      watch.cancel()
      pipe.close()
    }
  }

  @Test func `a loop that rests lets its thread sleep, however much work it has`() {
    let loop = Loop(rests: true)
    // Without rests the thread would never sleep, and the work never end. 1 is RUSAGE_THREAD.
    @Sendable func work() {
      var usage = rusage()
      getrusage(__rusage_who_t(1), &usage)
      if usage.ru_nvcsw >= 3 { loop.stop() } else { loop.perform { work() } }
    }
    let thread = WorkerThread {
      loop.perform { work() }
      loop.run()
    }
    thread.join()
  }

  @Test func `a paused watch is silent, even at a hang-up, and resumes`() async throws {
    let loop = RunningLoop()
    let pipe = try Pipe()
    let calls = Counter()
    let watch = await loop.perform { loop in
      let watch = loop.watch(readable: pipe.reading) { calls.add() }
      watch.pause()
      watch.pause()
      return watch
    }
    // epoll reports a hang-up without being asked.
    pipe.hangUp()
    await loop.passRound()
    #expect(calls.count == 0)
    await loop.perform { _ in watch.resume() }
    await loop.passRound()
    await loop.perform { _ in
      #expect(calls.count > 0)
      watch.pause()
      watch.cancel()
      watch.cancel()
      pipe.close()
    }
  }

  @Test func `a descriptor is watched for reading and writing at once, and each is paused by itself`() async throws {
    let loop = RunningLoop()
    let pipe = try Pipe()
    let (near, far) = (pipe.reading, pipe.writing)
    let (reads, writes) = (Counter(), Counter())
    let (reader, writer) = await loop.perform { loop in
      let reader = loop.watch(readable: near) {
        var byte: UInt8 = 0
        if read(near, &byte, 1) == 1 { reads.add() }
      }
      let writer = loop.watch(writable: near) {
        writes.add()
        // The test may wait for a thread for minutes, and would take one meanwhile.
        usleep(200)
      }
      return (reader, writer)
    }
    await loop.passRound()
    #expect(reads.count == 0)
    #expect(writes.count > 0)
    let before = await loop.perform { _ in
      writer.pause()
      return writes.count
    }
    #expect(write(far, "x", 1) == 1)
    await loop.passRound()
    #expect((reads.count, writes.count) == (1, before))
    await loop.perform { _ in
      reader.pause()
      writer.resume()
    }
    #expect(write(far, "x", 1) == 1)
    await loop.passRound()
    #expect(reads.count == 1)
    #expect(writes.count > before)
    await loop.perform { _ in
      reader.cancel()
      writer.cancel()
      pipe.close()
    }
  }

  @Test func `an event of a closed descriptor does not reach the next one with its number`() async throws {
    let loop = RunningLoop()
    let (first, second, third) = try (Pipe(), Pipe(), Pipe())
    let calls = Counter()
    let watches = Lock<[Watch]>([])
    // Whichever of the two is called first closes the other, whose event is in the same batch, and watches a silent pipe
    // under its number.
    let swap: @Sendable (Pipe) -> Void = { other in
      watches.withLock { watches in
        for watch in watches { watch.cancel() }
        watches = []
        dup2(third.reading, other.reading)
        watches.append(loop.loop.watch(readable: other.reading) { calls.add() })
      }
    }
    await loop.perform { loop in
      watches.withLock { watches in
        watches = [
          loop.watch(readable: first.reading) { swap(second) },
          loop.watch(readable: second.reading) { swap(first) },
        ]
      }
      first.send(1)
      second.send(1)
    }
    await loop.passRound()
    #expect(calls.count == 0)
    await loop.perform { _ in
      watches.withLock { watches in
        #expect(watches.count == 1)
        for watch in watches { watch.cancel() }
      }
      for pipe in [first, second, third] { pipe.close() }
    }
  }

  @Test func `descriptors have their turn between jobs that enqueue one another`() async throws {
    let loop = RunningLoop()
    let pipe = try Pipe()
    let (events, jobs) = (Counter(), Counter())
    let watch = await loop.perform { loop in
      loop.watch(readable: pipe.reading) {
        var byte: UInt8 = 0
        if read(pipe.reading, &byte, 1) == 1 { events.add() }
      }
    }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let loop = loop.loop
      @Sendable func enqueueNext() {
        jobs.add()
        guard events.count == 0, jobs.count < 1000 else { return continuation.resume() }
        if jobs.count == 10 { pipe.send(1) }
        loop.perform { enqueueNext() }
      }
      loop.perform { enqueueNext() }
    }
    #expect(events.count == 1)
    #expect(jobs.count == 11)
    await loop.perform { _ in
      watch.cancel()
      pipe.close()
    }
  }

  @Test func `all descriptors that are ready are called in one round`() async throws {
    let loop = RunningLoop()
    let pipes = try (0..<300).map { _ in try Pipe() }
    for pipe in pipes { pipe.send(1) }
    let counter = Counter()
    let counted = AsyncStream<Int>.makeStream()
    let watches = await loop.perform { loop in
      pipes.map { pipe in
        loop.watch(readable: pipe.reading) {
          var byte: UInt8 = 0
          guard read(pipe.reading, &byte, 1) == 1 else { return }
          if counter.count == 0 { loop.perform { counted.continuation.yield(counter.count) } }
          counter.add()
        }
      }
    }
    var counts = counted.stream.makeAsyncIterator()
    #expect(await counts.next() == pipes.count)
    await loop.perform { _ in
      for watch in watches { watch.cancel() }
      for pipe in pipes { pipe.close() }
    }
  }

  @Test func `more descriptors are ready than a round takes, and each is called`() async throws {
    let loop = RunningLoop(batch: 8)
    let pipes = try (0..<100).map { _ in try Pipe() }
    let called = AsyncStream<Int>.makeStream()
    let watches = await loop.perform { loop in
      pipes.enumerated().map { index, pipe in
        loop.watch(readable: pipe.reading) {
          var byte: UInt8 = 0
          if read(pipe.reading, &byte, 1) == 1 { called.continuation.yield(index) }
        }
      }
    }
    for pipe in pipes { pipe.send(1) }
    var seen: Set<Int> = []
    var calls = called.stream.makeAsyncIterator()
    while seen.count < pipes.count, let index = await calls.next() { seen.insert(index) }
    await loop.perform { _ in
      for watch in watches { watch.cancel() }
      for pipe in pipes { pipe.close() }
    }
  }

  @Test func `descriptors have their turn between jobs that take long`() async throws {
    let loop = RunningLoop()
    let pipe = try Pipe()
    let calls = AsyncStream<Int>.makeStream()
    let watch = await loop.perform { loop in
      // In one round, since they are enqueued in one.
      for number in 0..<10 {
        loop.perform {
          if number == 3 { pipe.send(1) }
          spin(microseconds: 600)
          calls.continuation.yield(number)
        }
      }
      return loop.watch(readable: pipe.reading) { if pipe.receive() { calls.continuation.yield(-1) } }
    }
    var seen: [Int] = []
    var order = calls.stream.makeAsyncIterator()
    while seen.count < 11, let number = await order.next() { seen.append(number) }
    #expect(seen == Array(0...3) + [-1] + Array(4..<10))
    await loop.perform { _ in
      watch.cancel()
      pipe.close()
    }
  }

  @Test func `jobs of many threads run in the order of each, and wake the loop`() async {
    let loop = RunningLoop()
    let done = AsyncStream<(thread: Int, number: Int)>.makeStream()
    let threads = (0..<4).map { thread in
      WorkerThread { for number in 0..<1000 { loop.loop.perform { done.continuation.yield((thread, number)) } } }
    }
    var next = [0, 0, 0, 0]
    var jobs = done.stream.makeAsyncIterator()
    while next != [1000, 1000, 1000, 1000], let (thread, number) = await jobs.next() {
      #expect(number == next[thread])
      next[thread] = number + 1
    }
    for thread in threads { thread.join() }
  }

  @Test func `a signal that comes while its watch is cancelled is not reported`() async {
    let loop = RunningLoop()
    let calls = Counter()
    let holder = WatchHolder()
    await loop.perform { loop in
      holder.watch.withLock {
        $0 = loop.watch(signals: [SIGWINCH, SIGURG]) { _ in
          calls.add()
          holder.watch.withLock { $0?.cancel() }
        }
      }
      raise(SIGWINCH)
      raise(SIGURG)
    }
    await loop.passRound()
    await loop.passRound()
    #expect(calls.count == 1)
  }

  @Test func `signals are events, one after the other`() async {
    let loop = RunningLoop()
    let calls = AsyncStream<Int32>.makeStream()
    let watch = await loop.perform { loop in
      loop.watch(signals: [SIGWINCH, SIGURG]) { calls.continuation.yield($0) }
    }
    var seen = calls.stream.makeAsyncIterator()
    // To the loop's thread: the others of the tests do not block the signals.
    for signal in [SIGWINCH, SIGURG, SIGWINCH] {
      loop.loop.perform { raise(signal) }
      #expect(await seen.next() == signal)
    }
    await loop.perform { _ in watch.cancel() }
  }
}

/// A watch that its own handler cancels.
private final class WatchHolder: Sendable {
  let watch = Lock<Watch?>(nil)
}

/// An actor on a loop that notes when its deadlines were called.
private actor Probe {
  private let running = RunningLoop()
  private var calls: [Instant] = []
  private var waiting: (count: Int, continuation: CheckedContinuation<[Instant], Never>)?

  private nonisolated var loop: Loop { running.loop }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.executor.asUnownedSerialExecutor()
  }

  func arm(at deadline: Instant?) {
    loop.deadline.whenDue { @Sendable [weak self] in self?.assumeIsolated { $0.called() } }
    loop.deadline.arm(at: deadline)
  }

  /// Gives the timer the time to fire while the loop is kept busy, so that the call is on its way.
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
