import Kinetics
import RealModule
import TestSupport
import Testing

@Suite struct SpringBatchTests {
  private var random = SeededGenerator(seed: Seed.value)

  private mutating func spring() throws -> Spring {
    let response = Double.exp(.random(in: Double.log(0.05)...Double.log(5), using: &random))
    let dampingFraction =
      switch Int.random(in: 0..<6, using: &random) {
      case 0: 1.0
      case 1: 1 + Double.pow(10, .random(in: -16 ... -1, using: &random))
      case 2: 1 - Double.pow(10, .random(in: -16 ... -1, using: &random))
      case 3: Double.random(in: 1...10, using: &random)
      default: Double.random(in: 0...1, using: &random)
      }
    return try Spring(response: response, dampingFraction: dampingFraction)
  }

  private mutating func motion(_ spring: Spring, at start: Instant) -> SpringMotion {
    SpringMotion(
      spring,
      from: .random(in: -500...500, using: &random),
      velocity: .random(in: -4000...4000, using: &random),
      to: .random(in: -500...500, using: &random),
      at: start,
      rest: .points
    )
  }

  private mutating func moment(around start: Instant) -> Instant {
    let early = Bool.random(using: &random)
    return start.advanced(
      bySeconds: early ? .random(in: -0.3...0.7, using: &random) : .random(in: 0...20, using: &random)
    )
  }

  private func expectScalar(_ batch: SpringBatch, _ motions: [SpringMotion], at instant: Instant) {
    for (place, motion) in motions.enumerated() {
      let (state, expected) = (batch[place], motion.state(at: instant))
      let frequency = motion.pieces.map(\.spring.naturalFrequency).max() ?? 0
      let speed = motion.pieces[0].velocity.magnitude
      let reach = motion.pieces[0].displacement.magnitude + motion.target.magnitude
      var comment: Comment { "DECKD_SEED=\(Seed.value), place \(place), \(instant), \(motion)" }
      #expect((state.position - expected.position).magnitude <= 1e-12 * (reach + speed / frequency), comment)
      #expect((state.velocity - expected.velocity).magnitude <= 1e-12 * (reach * frequency + speed), comment)
    }
  }

  @Test mutating func `springs of any constants and starts move as by themselves`() throws {
    for count in [1, 7, 8, 9, 40] {
      for _ in 0..<60 {
        let start = Instant(microseconds: .random(in: 0...1_000_000_000_000, using: &random))
        let motions = try (0..<count).map { _ in
          motion(try spring(), at: start.advanced(bySeconds: .random(in: 0...0.2, using: &random)))
        }
        var batch = SpringBatch(motions)
        #expect(batch.count == count)
        for _ in 0..<6 {
          let instant = moment(around: start)
          batch.evaluate(at: instant)
          expectScalar(batch, motions, at: instant)
        }
      }
    }
  }

  @Test mutating func `springs of the same constants move as by themselves`() throws {
    for _ in 0..<200 {
      let start = Instant(microseconds: .random(in: 0...1_000_000_000_000, using: &random))
      let springs = [try spring(), try spring()]
      // Two sorts in one batch, the second from the middle of a block on.
      let motions = (0..<60).map { motion(springs[$0 / 30], at: start) }
      var batch = SpringBatch(motions)
      for _ in 0..<6 {
        let instant = moment(around: start)
        batch.evaluate(at: instant)
        expectScalar(batch, motions, at: instant)
      }
    }
  }

  @Test mutating func `springs of the same constants that set off one after the other move as by themselves`() throws {
    for _ in 0..<200 {
      let start = Instant(microseconds: .random(in: 0...1_000_000_000_000, using: &random))
      let common = try spring()
      let interval = Double.random(in: -0.2...0.2, using: &random)
      let motions = (0..<30).map { motion(common, at: start.advanced(bySeconds: interval * Double($0))) }
      var batch = SpringBatch(motions)
      for _ in 0..<6 {
        let instant = moment(around: start)
        batch.evaluate(at: instant)
        expectScalar(batch, motions, at: instant)
      }
    }
  }

  @Test mutating func `retargets and blends are taken up in place`() throws {
    for _ in 0..<50 {
      var now = Instant(microseconds: 5_000_000)
      let common = try spring()
      var motions = (0..<20).map { _ in motion(common, at: now) }
      var batch = SpringBatch(motions)
      for _ in 0..<30 {
        now = now.advanced(bySeconds: .random(in: 0...0.1, using: &random))
        let place = Int.random(in: 0..<20, using: &random)
        let blend = Bool.random(using: &random) ? 0 : Double.random(in: 0.01...0.5, using: &random)
        motions[place].retarget(to: .random(in: -300...300, using: &random), with: try spring(), blend: blend, at: now)
        batch.replace(at: place, with: motions[place])
        batch.evaluate(at: now)
        expectScalar(batch, motions, at: now)
      }
    }
  }

  @Test mutating func `an undamped spring stays exact for a day`() throws {
    let start = Instant(microseconds: 0)
    let motions = try (0..<8).map { motion(try Spring(response: 0.05 * Double($0 + 1), dampingFraction: 0), at: start) }
    var batch = SpringBatch(motions)
    for hours in [1.0, 3, 24] {
      let instant = start.advanced(bySeconds: 3600 * hours)
      batch.evaluate(at: instant)
      expectScalar(batch, motions, at: instant)
    }
  }

  @Test mutating func `a motion that sets off hours after its neighbours is as exact`() throws {
    let common = try Spring(response: 0.3, dampingFraction: 0)
    var motions = (0..<16).map { _ in motion(common, at: Instant(microseconds: 0)) }
    var batch = SpringBatch(motions)
    let late = Instant(microseconds: 0).advanced(bySeconds: 36_000)
    motions[3] = motion(common, at: late)
    batch.replace(at: 3, with: motions[3])
    let instant = late.advanced(bySeconds: 0.2)
    batch.evaluate(at: instant)
    expectScalar(batch, motions, at: instant)
  }

  @Test mutating func `an emptied batch can be filled again`() throws {
    let (early, late) = (Instant(microseconds: 0), Instant(microseconds: .max / 2))
    let common = try spring()
    var batch = SpringBatch((0..<9).map { _ in motion(common, at: early) })
    batch.removeAll()
    #expect(batch.count == 0)
    batch.evaluate(at: late)
    let motions = (0..<3).map { _ in motion(common, at: late) }
    for motion in motions { batch.append(motion) }
    let instant = late.advanced(bySeconds: 0.1)
    batch.evaluate(at: instant)
    expectScalar(batch, motions, at: instant)
  }
}
