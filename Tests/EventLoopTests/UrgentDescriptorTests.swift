import EventLoop
import Testing

/// Panels and the timer are urgent: a round of handlers that lasts does not delay them until its end.
@Suite struct UrgentDescriptorTests {
  @Test func `an urgent descriptor that becomes ready while handlers run precedes the others`() async throws {
    let loop = RunningLoop()
    let pipes = try (0..<20).map { _ in try Pipe() }
    let urgent = try Pipe()
    let calls = AsyncStream<Int>.makeStream()
    let watches = await loop.perform { loop in
      let own = loop.watch(readable: urgent.reading, isUrgent: true) {
        // The event of the batch comes afterwards, for nothing.
        if urgent.receive() { calls.continuation.yield(-1) }
      }
      let others = pipes.enumerated().map { index, pipe in
        loop.watch(readable: pipe.reading) {
          guard pipe.receive() else { return }
          if index == 5 { urgent.send(1) }
          spin(microseconds: 600)
          calls.continuation.yield(index)
        }
      }
      // In one batch, in this order.
      for pipe in pipes { pipe.send(1) }
      return [own] + others
    }
    var seen: [Int] = []
    var order = calls.stream.makeAsyncIterator()
    while seen.count < 21, let index = await order.next() { seen.append(index) }
    #expect(seen == Array(0...5) + [-1] + Array(6..<20))
    await loop.perform { _ in
      for watch in watches { watch.cancel() }
      for pipe in pipes + [urgent] { pipe.close() }
    }
  }

  @Test func `an urgent descriptor that is paused is silent`() async throws {
    let loop = RunningLoop()
    let (pipes, urgent) = try ((0..<2).map { _ in try Pipe() }, Pipe())
    let calls = Counter()
    let watches = await loop.perform { loop in
      let own = loop.watch(readable: urgent.reading, isUrgent: true) { calls.add() }
      own.pause()
      urgent.send(1)
      // Once: the test may wait for a thread for minutes, and would take one meanwhile.
      let others = pipes.map { pipe in
        loop.watch(readable: pipe.reading) { if pipe.receive() { spin(microseconds: 600) } }
      }
      for pipe in pipes { pipe.send(1) }
      return [own] + others
    }
    await loop.passRound()
    #expect(calls.count == 0)
    await loop.perform { _ in
      for watch in watches { watch.cancel() }
      for pipe in pipes + [urgent] { pipe.close() }
    }
  }
}
