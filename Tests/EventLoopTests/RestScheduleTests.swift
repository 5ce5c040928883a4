import EventLoop
import Kinetics
import Testing

@Suite
struct `The rests of a real-time loop` {
  /// Runs a loop for ten seconds of virtual time, in rounds that each take `work` microseconds and then wait for `wait`
  /// microseconds, and returns how long it rested.
  private func rests(work: Int64, wait: Int64) -> (sum: Int64, longest: Int64) {
    var (now, waited): (Int64, Int64) = (0, 0)
    var schedule = RestSchedule(now: Instant(microseconds: 0))
    var (sum, longest): (Int64, Int64) = (0, 0)
    while now < 10_000_000 {
      now += work + wait
      waited += wait
      let rest = schedule.rest(at: Instant(microseconds: now), waited: waited)
      now += rest
      (sum, longest) = (sum + rest, max(longest, rest))
    }
    return (sum, longest)
  }

  @Test(arguments: [20, 500, 5000] as [Int64])
  func `are more than the twentieth that the kernel would take, and short`(round: Int64) {
    let rests = rests(work: round, wait: 0)
    #expect((550_000...700_000).contains(rests.sum) && rests.longest < 900, "\(rests)")
  }

  @Test(arguments: [(500, 500), (5000, 400), (50, 8000), (100, 5_000_000)] as [(Int64, Int64)])
  func `are none if it waits often enough`(work: Int64, wait: Int64) {
    #expect(rests(work: work, wait: wait).sum == 0)
  }
}
