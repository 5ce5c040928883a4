import Kinetics
import TestSupport
import Testing

@Suite struct `The range of a motion` {
  private let start = Instant(microseconds: 1_000_000)

  @Test func `holds every value and its speed every velocity`() throws {
    var generator = SeededGenerator(seed: Seed.value)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
    for _ in 0..<500 {
      let (from, target, velocity) = (number(-500...500), number(-500...500), number(-9000...9000))
      let springs = try (0..<2).map { _ in
        try Spring(response: number(0.05...2), dampingFraction: number(0.05...3))
      }
      let spring = SpringMotion(springs[0], from: from, velocity: velocity, to: target, at: start, rest: .points)
      var blend = spring
      blend.retarget(to: number(-500...500), with: springs[1], blend: 0.3, at: start.advanced(bySeconds: 0.1))
      let shape = try CubicBezier(x1: number(0...1), y1: number(-1...2), x2: number(0...1), y2: number(-1...2))
      let motions: [Motion] = [
        .fixed(from), .spring(spring), .spring(blend), .decay(DecayMotion(from: from, velocity: velocity, at: start)),
        .curve(CurveMotion(shape, from: from, to: target, duration: number(0.01...2), at: start, delay: 0.2)),
        .curve(CurveMotion(.linear, from: from, to: target, duration: number(0.01...2), at: start)),
      ]
      for motion in motions {
        let range = motion.range.lowerBound - 1e-9...motion.range.upperBound + 1e-9
        let middle = start.advanced(bySeconds: 0.15)
        for step in 0..<300 {
          let time = start.advanced(bySeconds: Double(step) / 100 - 0.1)
          let state = motion.state(at: time)
          try #require(range.contains(state.position), "DECKD_SEED=\(Seed.value): \(motion)")
          guard time >= middle else { continue }
          let speed = motion.greatestSpeed(from: middle) * (1 + 1e-9)
          try #require(state.velocity.magnitude <= speed, "DECKD_SEED=\(Seed.value): \(motion)")
        }
      }
    }
  }

  @Test func `ends where a motion turns`() throws {
    let swing = try Spring(response: 0.5, dampingFraction: 0.5)
    let back = SpringMotion(swing, from: 100, to: 0, at: start, rest: .points)
    // The first overshoot of a spring from standing still is e^(−πζ/√(1 − ζ²)) of its way.
    #expect((Motion.spring(back).range.lowerBound + 16.303).magnitude < 0.001)
    #expect(Motion.spring(back).range.upperBound == 100)
    let creep = try Spring(response: 0.5, dampingFraction: 1)
    #expect(Motion.spring(SpringMotion(creep, from: 100, to: 0, at: start, rest: .points)).range == 0...100)
    #expect(Motion.curve(CurveMotion(.easeOut, from: 3, to: 1, duration: 1, at: start)).range == 1...3)
  }
}
