import Testing

@testable import DeckClient

@Suite("The delay before the next connection")
struct RetryDelayTests {
  private func delay() -> RetryDelay { RetryDelay(from: 1, to: 60) }

  @Test("doubles from a second to a minute, half of it at random")
  func grows() {
    var delay = self.delay()
    for limit in [1.0, 2, 4, 8, 16, 32, 60, 60] {
      #expect((limit / 2...limit).contains(delay.next()))
    }
    delay.connectionEnded(after: 120)
    #expect(delay.next() <= 1)
  }

  @Test("grows for two clients of one name, which take the connection from each other")
  func contention() {
    // In turns: a connection lasts until the other client's delay is over.
    var (delays, lengths) = ([delay(), delay()], [Double]())
    for turn in 0..<40 {
      lengths.append(delays[turn % 2].next())
      delays[(turn + 1) % 2].connectionEnded(after: lengths[turn])
    }
    #expect(lengths.suffix(20).allSatisfy { $0 >= 30 })
  }

  @Test("is short again after each connection of a network that breaks every half minute")
  func flapping() {
    var delay = self.delay()
    for _ in 0..<10 {
      #expect(delay.next() <= 1)
      delay.connectionEnded(after: 30)
    }
  }
}
