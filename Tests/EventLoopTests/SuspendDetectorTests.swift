import EventLoop
import Testing

@Suite
struct `A detector of suspends` {
  /// Clocks on which the machine has been suspended for `suspended`, and that take `delay` to read.
  private static func reading(at time: Int64, suspended: Int64, delay: Int64 = 40) -> SuspendDetector.Reading {
    SuspendDetector.Reading(before: time, boot: time + delay / 2 + suspended, after: time + delay)
  }

  @Test
  func `notices each suspend once, whatever its length`() {
    var detector = SuspendDetector(Self.reading(at: 0, suspended: 5000))
    let hour: Int64 = 3_600_000_000_000
    let readings: [(Int64, Int64)] = [
      (1_000_000, 5000), (2_000_000, 1_005_000), (2_000_000, 1_005_000), (3_000_000, hour), (4_000_000, hour),
    ]
    let noticed = readings.map { detector.detects(Self.reading(at: $0.0, suspended: $0.1)) }
    #expect(noticed == [false, true, false, true, false])
  }

  @Test
  func `takes no delay of the process for a suspend`() {
    var detector = SuspendDetector(Self.reading(at: 0, suspended: 0))
    let readings = [
      // It was preempted for a second, before or after the reading in the middle.
      SuspendDetector.Reading(before: 1000, boot: 1_000_001_000, after: 1_000_001_000),
      SuspendDetector.Reading(before: 2_000_000_000, boot: 2_000_000_000, after: 3_000_000_000),
      // What it knew before is not forgotten: a shorter suspend is noticed.
      Self.reading(at: 4_000_000_000, suspended: 1000),
    ]
    let noticed = readings.map { detector.detects($0) }
    #expect(noticed == [false, false, true])
  }

  @Test
  func `notices none on a machine that runs`() {
    var detector = SuspendDetector(.now)
    let noticed = (0..<10_000).count { _ in detector.detects(.now) }
    #expect(noticed == 0)
  }
}
