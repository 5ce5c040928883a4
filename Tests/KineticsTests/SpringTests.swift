import Kinetics
import RealModule
import TestSupport
import Testing

/// The oracle: ẍ + 2ζω₀ẋ + ω₀²x = 0 by classic Runge-Kutta, which shares nothing with the closed form.
private func integrate(_ spring: Spring, displacement: Double, velocity: Double, over time: Double) -> MotionState {
  func acceleration(_ displacement: Double, _ velocity: Double) -> Double {
    (-spring.stiffness * displacement - spring.damping * velocity) / spring.mass
  }
  let count = 20_000
  let step = time / Double(count)
  var (x, v) = (displacement, velocity)
  for _ in 0..<count {
    let (x1, v1) = (v, acceleration(x, v))
    let (x2, v2) = (v + step / 2 * v1, acceleration(x + step / 2 * x1, v + step / 2 * v1))
    let (x3, v3) = (v + step / 2 * v2, acceleration(x + step / 2 * x2, v + step / 2 * v2))
    let (x4, v4) = (v + step * v3, acceleration(x + step * x3, v + step * v3))
    x += step / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
    v += step / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
  }
  return MotionState(position: x, velocity: v)
}

@Suite struct SpringTests {
  private static let dampingFractions = [0, 0.2, 0.7, 0.825, 1 - 1e-9, 1, 1 + 1e-9, 1.3, 4]

  @Test(arguments: dampingFractions)
  func `the closed form agrees with numerical integration`(dampingFraction: Double) throws {
    let spring = try Spring(response: 0.4, dampingFraction: dampingFraction)
    for time in [0.01, 0.15, 0.6] {
      let expected = integrate(spring, displacement: -120, velocity: 900, over: time)
      let state = spring.state(after: time, displacement: -120, velocity: 900)
      #expect(abs(state.position - expected.position) < 1e-7)
      #expect(abs(state.velocity - expected.velocity) < 1e-6)
    }
  }

  @Test func `a mass other than 1 moves as its constants say`() throws {
    let spring = try Spring(mass: 2.5, stiffness: 300, damping: 21)
    let expected = integrate(spring, displacement: 10, velocity: -30, over: 0.3)
    let state = spring.state(after: 0.3, displacement: 10, velocity: -30)
    #expect(abs(state.position - expected.position) < 1e-9)
    #expect(abs(state.velocity - expected.velocity) < 1e-8)
  }

  @Test(arguments: dampingFractions)
  func `a time and another are the same as their sum`(dampingFraction: Double) throws {
    let spring = try Spring(response: 0.55, dampingFraction: dampingFraction)
    for (first, second) in [(0.0, 0.3), (0.004, 0.2), (0.37, 1.1)] {
      let between = spring.state(after: first, displacement: 300, velocity: -2000)
      let twice = spring.state(after: second, displacement: between.position, velocity: between.velocity)
      let once = spring.state(after: first + second, displacement: 300, velocity: -2000)
      #expect(abs(twice.position - once.position) < 1e-9)
      #expect(abs(twice.velocity - once.velocity) < 1e-8)
    }
  }

  @Test(arguments: [1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 1e-15])
  func `a damping near critical is near critical`(distance: Double) throws {
    let critical = try Spring(response: 0.5, dampingFraction: 1)
    for dampingFraction in [1 - distance, 1 + distance] {
      let spring = try Spring(response: 0.5, dampingFraction: dampingFraction)
      for time in [0.001, 0.1, 0.5, 2] {
        let expected = critical.state(after: time, displacement: 1, velocity: -7)
        let state = spring.state(after: time, displacement: 1, velocity: -7)
        // The path changes with ζ at a rate of the order of 1; 1e-14 is what is left for the digits.
        #expect(abs(state.position - expected.position) < 2 * distance + 1e-14)
        #expect(abs(state.velocity - expected.velocity) < 40 * distance + 1e-12)
      }
    }
  }

  @Test func `critical damping is its textbook formula`() throws {
    let spring = try Spring(response: 0.5, dampingFraction: 1)
    let rate = 4 * Double.pi
    let state = spring.state(after: 0.2, displacement: 5, velocity: 40)
    let expected = Double.exp(-rate * 0.2) * (5 + (40 + rate * 5) * 0.2)
    #expect(abs(state.position - expected) < 1e-13)
  }

  @Test func `heavy damping stays finite and monotone for long times`() throws {
    let spring = try Spring(response: 0.3, dampingFraction: 1000)
    var last = 1.0
    for time in stride(from: 0.0, through: 2000, by: 10) {
      let state = spring.state(after: time, displacement: 1, velocity: 0)
      #expect(state.position.isFinite && state.velocity.isFinite)
      #expect(state.position <= last && state.position >= 0)
      last = state.position
    }
    #expect(last < 1e-9)
  }

  @Test func `the 0.4/0.7 spring overshoots by 4.6 %`() throws {
    let spring = try Spring(response: 0.4, dampingFraction: 0.7)
    let lowest = stride(from: 0.0, through: 1, by: 1e-4)
      .map { spring.state(after: $0, displacement: 1, velocity: 0).position }
      .min()
    let expected = Double.exp(-Double.pi * 0.7 / (1 - 0.7 * 0.7).squareRoot())
    #expect(abs(expected - 0.046) < 1e-3)
    #expect(abs(try #require(lowest) + expected) < 1e-6)
  }

  /// The greatest speed on the way from rest or a velocity, sampled 4,000 times until the way is made.
  private static func peak(_ spring: Spring, velocity: Double, way: Double) -> Double {
    (0...4000).map { step in
      spring.state(after: Double(step) / 400 / spring.naturalFrequency, displacement: -way, velocity: velocity)
        .velocity.magnitude
    }.max() ?? 0
  }

  @Test
  func `fitted to a throw never runs away from the finger`() throws {
    var random = SeededGenerator(seed: Seed.value)
    let limit = try Spring(response: 0.5, dampingFraction: 1)
    for _ in 0..<1000 {
      let (velocity, way) = (
        Double.random(in: -6000...6000, using: &random), Double.random(in: -3000...3000, using: &random)
      )
      let spring = limit.fitted(to: velocity, over: way, fromRest: 148)
      let (peak, fromRest) = (
        Self.peak(spring, velocity: velocity, way: way), spring.naturalFrequency * way.magnitude / Double.exp(1)
      )
      #expect(spring.dampingFraction == 1 && spring.naturalFrequency <= limit.naturalFrequency + 1e-12)
      #expect(peak <= 1.132 * max(velocity.magnitude, fromRest), "\(velocity) pt/s, \(way) pt, seed \(Seed.value)")
      // No release from rest is faster than one over half a step, 684 pt/s.
      #expect(
        peak <= 1.132 * max(velocity.magnitude, limit.naturalFrequency * 148 / Double.exp(1)),
        "\(velocity) pt/s, \(way) pt, seed \(Seed.value)"
      )
    }
    #expect(limit.fitted(to: 500, over: 0, fromRest: 148) == limit)
    #expect(limit.fitted(to: 0, over: 100, fromRest: 0) == limit)
  }

  @Test(arguments: [1.0, 0.1, 1e-3, 1e-6, 1e-12, .leastNonzeroMagnitude])
  func `a way as short as it may be has a spring with constants of a usual size`(way: Double) throws {
    let spring = try Spring(response: 0.3, dampingFraction: 1)
    for found in [spring.stopping(6000, within: way), Spring.leaving(at: 6000, over: way, within: 0.35)] {
      #expect(found.stiffness.isFinite && found.stiffness < 1e8 && found.damping < 1e5)
      // Past its target it is by v·r/(2πe) at most.
      var farthest = 0.0
      for step in 0...4000 {
        let time = Double(step) / 400 / found.naturalFrequency
        farthest = max(farthest, found.state(after: time, displacement: -way, velocity: 6000).position)
      }
      let limit = 6000 * 0.001 / (2 * Double.pi * Double.exp(1))
      #expect(farthest < limit + 1e-9)
    }
  }

  @Test func `what leaves as it was released is never faster than that, or than from rest, and gone in time`() throws {
    var random = SeededGenerator(seed: Seed.value)
    let longest = 0.35
    for _ in 0..<1000 {
      let (velocity, way) = (
        Double.random(in: -150...6000, using: &random), Double.random(in: 120...2000, using: &random)
      )
      let spring = Spring.leaving(at: velocity, over: way, within: longest)
      let start = Instant(microseconds: 0)
      let motion = SpringMotion(spring, from: 0, velocity: velocity, to: 2 * way, at: start, rest: .points)
      let gone = try #require(motion.middle)
      let message: Comment = "\(velocity) pt/s, \(way) pt, seed \(Seed.value)"
      #expect(
        abs(motion.state(at: gone).position - way) < 0.01 && motion.state(at: start).velocity == velocity,
        message
      )
      // One that is still pulled back by 150 pt/s has to turn round first.
      #expect(gone.seconds(since: start) <= (velocity >= 0 ? longest + 1e-6 : 0.38), message)
      #expect(gone.seconds(since: start) <= (velocity > 0 ? 1.678346 * way / velocity + 1e-6 : 0.38), message)
      let peak = Self.peak(spring, velocity: velocity, way: 2 * way)
      #expect(peak <= 1.132 * max(velocity.magnitude, spring.naturalFrequency * 2 * way / Double.exp(1)), message)
    }
  }

  @Test func `stopping a movement does not pass its target`() throws {
    var random = SeededGenerator(seed: Seed.value)
    let spring = try Spring(response: 0.4, dampingFraction: 1)
    for _ in 0..<1000 {
      let (velocity, way) = (Double.random(in: -20...60, using: &random), Double.random(in: 0.001...1, using: &random))
      let stopping = spring.stopping(velocity, within: way)
      #expect(stopping.naturalFrequency >= spring.naturalFrequency && stopping.dampingFraction == 1)
      let nearest =
        (0...400).map { step in
          stopping.state(after: Double(step) / 40 / stopping.naturalFrequency, displacement: -way, velocity: velocity)
            .position
        }.max() ?? 0
      // A way that takes more than the stiffest spring is passed by less than is seen.
      let passed = velocity / way > 2 * .pi / 0.001 ? velocity * 0.001 / (2 * .pi * Double.exp(1)) : 0
      #expect(nearest <= passed + 1e-12, "\(velocity) over \(way), seed \(Seed.value)")
    }
  }
}
