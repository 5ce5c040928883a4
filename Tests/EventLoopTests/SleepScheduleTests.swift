import EventLoop
import Kinetics
import Testing

@Suite
struct `The schedule of a busy loop's sleeps` {
  /// Records rounds of `length` seconds, and returns when a sleep is due; the thread has slept as often as `sleeps`
  /// returns for a time.
  private func dueTimes(of rounds: Int, length: Double, sleeps: (Double) -> Int) -> [Double] {
    var schedule = SleepSchedule()
    var forced = 0
    return (0..<rounds).compactMap { round in
      let time = Double(round) * length
      let isDue = schedule.isDue {
        sleeps(time) + forced
      } now: {
        Instant(microseconds: Int64(time * 1e6))
      }
      if isDue { forced += 1 }
      return isDue ? time : nil
    }
  }

  @Test(arguments: [0.000_02, 0.001, 0.005])
  func `has one due well within the limit of two seconds`(length: Double) {
    let due = dueTimes(of: Int(10 / length), length: length) { _ in 0 }
    let pauses = zip([0] + due, due).map { $1 - $0 }
    #expect(due.count >= 6 && pauses.allSatisfy { (0.5...1.5).contains($0) }, "\(due)")
  }

  @Test
  func `has none due for a loop that sleeps by itself`() {
    #expect(dueTimes(of: 100_000, length: 0.001) { Int($0 / 0.4) } == [])
  }

  @Test
  func `counts the sleeps of the thread`() {
    let before = SleepSchedule.threadSleeps
    SleepSchedule.sleep()
    #expect(SleepSchedule.threadSleeps > before)
  }
}
