import Kinetics
import TestSupport
import Testing

/// An estimator with samples at `times` in milliseconds, on the path x = `path`(seconds), y = −x / 2.
private func estimator(
  _ tuning: VelocityTuning = .standard,
  at times: [Double],
  origin: Int64 = 0,
  path: (Double) -> Double
) -> VelocityEstimator {
  var estimator = VelocityEstimator(tuning)
  for time in times {
    let x = path(time / 1000)
    estimator.add(Point(x: x, y: -x / 2), at: instant(time, origin))
  }
  return estimator
}

private func instant(_ milliseconds: Double, _ origin: Int64 = 0) -> Instant {
  Instant(microseconds: origin + Int64(milliseconds * 1000))
}

private func steps(_ interval: Double, _ count: Int) -> [Double] {
  (0..<count).map { Double($0) * interval }
}

@Suite struct VelocityEstimatorTests {
  @Test(arguments: VelocityStrategy.allCases, [1.0, 8, 16, 51])
  func `a constant velocity is found on any panel`(strategy: VelocityStrategy, interval: Double) {
    let estimator = estimator(VelocityTuning(strategy: strategy), at: steps(interval, 30)) { 1000 * $0 }
    let velocity = estimator.velocity(at: instant(interval * 29))
    #expect(abs(velocity.dx - 1000) < 1e-6)
    #expect(abs(velocity.dy - -500) < 1e-6)
  }

  @Test func `a constant acceleration is followed to the newest sample`() {
    let estimator = estimator(at: steps(8, 20)) { 500 * $0 + 3000 * $0 * $0 }
    #expect(abs(estimator.velocity(at: instant(152)).dx - (500 + 6000 * 0.152)) < 1e-6)
  }

  @Test(arguments: [0, 1_000_000_000_000_000, Int64.max / 2])
  func `the clock's origin does not matter`(origin: Int64) {
    let estimator = estimator(at: steps(7, 25), origin: origin) { 800 * $0 - 2000 * $0 * $0 }
    let velocity = estimator.velocity(at: instant(168, origin))
    #expect(abs(velocity.dx - (800 - 4000 * 0.168)) < 1e-6)
  }

  @Test func `no sample and one sample have no velocity`() {
    #expect(VelocityEstimator().velocity(at: instant(0)) == .zero)
    #expect(estimator(at: [0]) { _ in 5 }.velocity(at: instant(0)) == .zero)
  }

  @Test func `two samples give a straight line`() {
    let estimator = estimator(at: [0, 8]) { 250 * $0 }
    #expect(abs(estimator.velocity(at: instant(8)).dx - 250) < 1e-9)
  }

  @Test func `an up near the last move has the last moves' velocity`() {
    let estimator = estimator(at: steps(8, 10)) { 1000 * $0 }
    for gap in [0.0, 0.001, 8, 40] {
      #expect(abs(estimator.velocity(at: instant(72 + gap)).dx - 1000) < 1e-6)
    }
    #expect(estimator.velocity(at: instant(72 + 40.001)) == .zero)
  }

  @Test func `a finger held before its up has stopped`() {
    let estimator = estimator(at: steps(8, 10)) { 1000 * $0 }
    #expect(estimator.velocity(at: instant(72 + 200)) == .zero)
  }

  @Test func `a finger held before a move starts anew`() {
    var held = estimator(at: steps(8, 10)) { 1000 * $0 }
    held.add(Point(x: 80, y: -40), at: instant(72 + 50))
    #expect(held.velocity(at: instant(72 + 50)) == .zero)
    held.add(Point(x: 78, y: -39), at: instant(72 + 58))
    #expect(abs(held.velocity(at: instant(72 + 58)).dx - -250) < 1e-6)
  }

  @Test func `a panel that reports every 51 ms has not stopped at each sample`() {
    let estimator = estimator(at: steps(51, 4)) { 600 * $0 }
    #expect(abs(estimator.velocity(at: instant(153 + 51)).dx - 600) < 1e-6)
    // 2.5 · 51 ms = 127.5 ms.
    #expect(abs(estimator.velocity(at: instant(153 + 127)).dx - 600) < 1e-6)
    #expect(estimator.velocity(at: instant(153 + 128)) == .zero)
  }

  @Test func `a single interval does not excuse itself`() {
    let estimator = estimator(at: [0, 90]) { 1000 * $0 }
    #expect(estimator.velocity(at: instant(90)) == .zero)
  }

  @Test func `one long pause does not make a fast panel a slow one`() {
    var paused = estimator(at: [0, 300]) { 1000 * $0 }
    paused.add(Point(x: 308, y: 0), at: instant(308))
    paused.add(Point(x: 316, y: 0), at: instant(316))
    #expect(paused.velocity(at: instant(357)) == .zero)
    #expect(abs(paused.velocity(at: instant(316)).dx - 1000) < 1e-6)
  }

  @Test func `a sample with the same stamp replaces, an earlier one is ignored`() {
    var repeated = estimator(at: steps(8, 5)) { 1000 * $0 }
    repeated.add(Point(x: 900, y: 900), at: instant(40))
    repeated.add(Point(x: 40, y: -20), at: instant(40))
    #expect(repeated == estimator(at: steps(8, 6)) { 1000 * $0 })
    repeated.add(Point(x: 700, y: 0), at: instant(39))
    #expect(abs(repeated.velocity(at: instant(40)).dx - 1000) < 1e-6)
  }

  @Test func `samples before the window do not count`() {
    // 1000 pt/s for 200 ms, then back at 300 pt/s for 104 ms: the window of 100 ms holds only the way back.
    let estimator = estimator(at: steps(8, 39)) { $0 <= 0.2 ? 1000 * $0 : 200 - 300 * ($0 - 0.2) }
    #expect(abs(estimator.velocity(at: instant(304)).dx - -300) < 1e-6)
  }

  @Test func `near samples do not make noise into speed`() {
    // Two reports 20 µs apart, half a point of jitter between them: a parabola would say 50,000 pt/s.
    var jittering = estimator(at: [0, 30]) { 100 * $0 }
    jittering.add(Point(x: 3.5, y: 0), at: instant(30.02))
    #expect(abs(jittering.velocity(at: instant(31)).dx) < 200)
  }

  @Test(arguments: [11, 12, 13] as [UInt64])
  func `the newest samples and the median interval are all that counts`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var estimator = VelocityEstimator()
    var intervals: [Double] = []
    var time = 0.0
    estimator.add(Point(x: 0, y: 0), at: instant(0))
    for _ in 0..<500 {
      let interval = Double(Int.random(in: 18_000...60_000, using: &random)) / 1000
      time += interval
      intervals.append(interval)
      estimator.add(Point(x: time, y: 0), at: instant(time))
      guard intervals.count > 1 else { continue }
      let median = intervals.sorted()[(intervals.count - 1) / 2]
      let gap = max(40, 2.5 * median)
      // The running median may drift by a rank or two of hundreds; 3 ms of 18–60 is less than a tenth.
      #expect(abs(estimator.velocity(at: instant(time + gap - 3)).dx) > 0, "seed \(seed)")
      #expect(estimator.velocity(at: instant(time + gap + 3)) == .zero, "seed \(seed)")
    }
  }
}
