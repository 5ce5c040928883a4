import DeckDaemon
import Kinetics
import Testing

@Suite
struct `A budget of time` {
  @Test
  func `has its reserve at the start, and after a debt waits until it is paid`() {
    var budget = TimeBudget(share: 0.01, reserve: 0.01, limit: 0.005)
    let start = Instant(microseconds: 100_000_000)
    for _ in 0..<3 {
      #expect(budget.nextTime(from: start) == start)
      budget.charge(4000, at: start)
    }
    // 12 of 10 ms are taken: 2 ms, and the first microsecond, are a hundredth of 200.1 ms.
    #expect(budget.nextTime(from: start) == start.advanced(bySeconds: 0.2001))
    let later = start.advanced(bySeconds: 0.1)
    #expect(budget.nextTime(from: later) == start.advanced(bySeconds: 0.2001))
    let due = start.advanced(bySeconds: 0.21)
    #expect(budget.nextTime(from: due) == due)
  }

  @Test
  func `saves up no more than its reserve`() {
    var budget = TimeBudget(share: 0.01, reserve: 0.01, limit: 0.02)
    budget.charge(1, at: Instant(microseconds: 1_000_000))
    budget.charge(20_000, at: Instant(microseconds: 1_000_000_000))
    #expect(budget.nextTime(from: Instant(microseconds: 1_000_000_000)) == Instant(microseconds: 1_001_000_100))
  }

  @Test
  func `counts a piece of work for no more than its limit, and never for less than nothing`() {
    var budget = TimeBudget(share: 0.01, reserve: 0.001, limit: 0.002)
    budget.charge(-5, at: Instant(microseconds: 1_000_000))
    budget.charge(1_000_000, at: Instant(microseconds: 1_000_000))
    #expect(budget.nextTime(from: Instant(microseconds: 1_000_000)) == Instant(microseconds: 1_100_100))
    // A clock that steps back changes nothing.
    #expect(budget.nextTime(from: Instant(microseconds: 500_000)) == Instant(microseconds: 600_100))
  }
}
