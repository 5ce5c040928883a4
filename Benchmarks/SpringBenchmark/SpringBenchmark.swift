import BenchmarkFigures
import CSpring
import Contest
import Kinetics

/// Measures how long springs take: one by one, in batches, in C and step by step.
@main
enum SpringBenchmark {
  /// Springs in a batch, and calls in a round: enough for a round to be long compared with reading the clock.
  private static let count = 1000
  private static let rounds = 801
  /// The approximate frame time of a 120 Hz panel.
  private static let frame = 0.008

  static func main() throws {
    var contest = Contest()
    for (name, dampingFraction) in [("swinging", 0.825), ("creeping", 1.5)] {
      let spring = try Spring(response: 0.4, dampingFraction: dampingFraction)
      contest.enter("Swift, \(name)", count: count) { scalar(spring) }
      let twin = c_spring_make(0.4, dampingFraction)
      contest.enter("C, \(name)", count: count) { scalar(twin) }
    }
    contest.enter("RK4", count: count, run: stepping(try Spring(response: 0.4, dampingFraction: 0.825)))
    contest.enter("batch, alike", count: count, run: batch(try motions { _ in 0.825 }))
    contest.enter("batch, staggered", count: count, run: batch(try motions(stagger: 2) { _ in 0.825 }))
    contest.enter("batch, mixed", count: count, run: batch(try motions { 0.2 + 0.7 * Double($0) / Double(count) }))
    contest.enter("batch, creeping", count: count, run: batch(try motions { 1.1 + Double($0) / Double(count) }))
    contest.hold(rounds: rounds)
    report(contest)
  }

  private static func report(_ contest: Contest) {
    print("One spring's position and velocity, median of \(rounds) rounds of \(count), in turn:\n")
    let names = [
      "Swift, swinging": "Spring.state, ζ 0.825", "C, swinging": "the same formula in C, -O2",
      "Swift, creeping": "Spring.state, ζ 1.5", "C, creeping": "the same formula in C, -O2",
      "RK4": "1 ms Runge-Kutta over 8 ms", "batch, alike": "SpringBatch, alike",
      "batch, staggered": "SpringBatch, alike, one after another",
      "batch, mixed": "SpringBatch, all different, ζ < 1", "batch, creeping": "SpringBatch, all different, ζ > 1",
    ]
    contest.printTimes(titles: names)
    print("\nRatios:\n")
    let runge = "1 ms Runge-Kutta over 8 ms"
    for name in ["swinging", "creeping"] {
      BenchmarkRecord.report(
        "the time of a spring, \(name)",
        contest.ratio("Swift, \(name)", to: "C, \(name)"),
        unit: "×",
        reference: "the same formula in C, -O2",
        limit: .atMost(1.05)
      )
    }
    for name in ["alike", "staggered"] {
      BenchmarkRecord.report(
        "the speed of a batch, \(name)",
        contest.ratio("RK4", to: "batch, \(name)"),
        unit: "×",
        reference: runge,
        limit: .atLeast(20)
      )
    }
    for (name, kind) in [("mixed", "swinging"), ("creeping", "creeping")] {
      let times = contest.ratio("Swift, \(kind)", to: "batch, \(name)")
      let what = "the speed of a batch, all different, \(kind)"
      BenchmarkRecord.report(what, times, unit: "×", reference: "springs one by one")
      BenchmarkRecord.report(what, contest.ratio("RK4", to: "batch, \(name)"), unit: "×", reference: runge)
    }
    print("\n(checksum \(contest.remains))")
  }

  /// Returns a time of at least a frame's length, a different one for each call.
  private static func time(_ index: Int) -> Double {
    frame + Double(index) * 1e-4
  }

  private static func scalar(_ spring: Spring) -> Double {
    var sum = 0.0
    for index in 0..<count {
      let state = spring.state(after: time(index), displacement: 300, velocity: -1200)
      sum += state.position + state.velocity
    }
    return sum
  }

  private static func scalar(_ spring: c_spring) -> Double {
    var sum = 0.0
    withUnsafePointer(to: spring) { spring in
      for index in 0..<count {
        let state = c_spring_state(spring, time(index), 300, -1200)
        sum += state.position + state.velocity
      }
    }
    return sum
  }

  /// Simulates eight steps of a millisecond for each spring, from its state in the last frame.
  private static func stepping(_ spring: Spring) -> () -> Double {
    var states = (0..<count).map { MotionState(position: Double($0), velocity: -1200) }
    let (stiffness, damping) = (spring.stiffness, spring.damping)
    return {
      var sum = 0.0
      for index in states.indices {
        var (x, v) = (states[index].position, states[index].velocity)
        let step = 0.001
        for _ in 0..<8 {
          let a1 = -stiffness * x - damping * v
          let (x2, v2) = (x + step / 2 * v, v + step / 2 * a1)
          let a2 = -stiffness * x2 - damping * v2
          let (x3, v3) = (x + step / 2 * v2, v + step / 2 * a2)
          let a3 = -stiffness * x3 - damping * v3
          let (x4, v4) = (x + step * v3, v + step * a3)
          let a4 = -stiffness * x4 - damping * v4
          x += step / 6 * (v + 2 * v2 + 2 * v3 + v4)
          v += step / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        }
        // Started again, so that it never reaches the denormal numbers, which are slow.
        if x.magnitude < 1e-3 { x = 300 }
        states[index] = MotionState(position: x, velocity: v)
        sum += x + v
      }
      return sum
    }
  }

  /// Returns motions for a batch, their starts spread over `stagger` seconds.
  private static func motions(stagger: Double = 0, dampingFraction: (Int) -> Double) throws -> [SpringMotion] {
    try (0..<count).map { index in
      SpringMotion(
        try Spring(response: 0.4, dampingFraction: dampingFraction(index)),
        from: Double(index),
        velocity: -1200,
        to: 300,
        at: Instant(microseconds: 0).advanced(bySeconds: -stagger * Double(index) / Double(count)),
        rest: RestThreshold(distance: 1e-9, speed: 1e-9)
      )
    }
  }

  private static func batch(_ motions: [SpringMotion]) -> () -> Double {
    var batch = SpringBatch(motions)
    var now = Instant(microseconds: 0)
    return {
      now = now.advanced(bySeconds: frame)
      if now.microseconds > 500_000 { now = Instant(microseconds: 0) }
      batch.evaluate(at: now)
      return batch[0].position + batch[count - 1].velocity
    }
  }
}
