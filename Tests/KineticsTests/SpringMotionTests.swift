import Kinetics
import TestSupport
import Testing

private func instant(_ seconds: Double) -> Instant {
  Instant(microseconds: 0).advanced(bySeconds: seconds)
}

@Suite struct SpringMotionTests {
  private static let seeds: [UInt64] = [1, 2, 3, 0xdec4, Seed.value]

  @Test func `a motion goes from its start to its target`() throws {
    let spring = try Spring(response: 0.4, dampingFraction: 0.7)
    let motion = SpringMotion(spring, from: 0.1, velocity: 50, to: 300.7, at: instant(2), rest: .points)
    #expect(motion.state(at: instant(1)) == MotionState(position: 0.1, velocity: 0))
    #expect(motion.state(at: instant(2)) == MotionState(position: 0.1, velocity: 50))
    let end = try #require(motion.end)
    #expect(motion.state(at: end) == MotionState(position: 300.7, velocity: 0))
    #expect(motion.state(at: instant(1e6)) == MotionState(position: 300.7, velocity: 0))
    #expect(motion.pieces.count == 1)
  }

  @Test func `a motion that starts at rest ends where it starts`() throws {
    let spring = try Spring(response: 0.4, dampingFraction: 0)
    let motion = SpringMotion(spring, from: 5, to: 5, at: instant(1), rest: .points)
    #expect(motion.end == instant(1))
  }

  @Test func `an undamped motion never ends`() throws {
    let spring = try Spring(response: 0.4, dampingFraction: 0)
    let motion = SpringMotion(spring, from: 5, to: 6, at: instant(1), rest: .points)
    #expect(motion.end == nil)
    #expect(!Motion.spring(motion).isResting(at: instant(1e6)))
    let hardly = SpringMotion(
      try Spring(response: 100, dampingFraction: 1e-12),
      from: 5,
      to: 6,
      at: instant(1),
      rest: .points
    )
    #expect(hardly.end == nil)
  }

  /// Just before the end the motion is outside its threshold, and from then on it never is again.
  private func expectTrueEnd(of motion: SpringMotion, _ comment: Comment) throws {
    let end = try #require(motion.end, comment)
    let pieces = motion.pieces
    func isOutside(_ instant: Instant) -> Bool {
      let state = (pieces.last { $0.start <= instant } ?? pieces[0]).state(at: instant)
      // The search stops 0.1 µs from the crossing, which at these speeds is less than this.
      return state.position.magnitude > motion.rest.distance * (1 + 1e-9)
        || state.velocity.magnitude > motion.rest.speed * (1 + 1e-9)
    }
    #expect(end == motion.start || isOutside(Instant(microseconds: end.microseconds - 2)), comment)
    let later = (0..<1500).map { Instant(microseconds: end.microseconds + $0 * 1000) }
    #expect(!later.contains(where: isOutside), comment)
  }

  @Test(arguments: seeds)
  func `the end is the first instant from which the motion is at rest`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let critical = Bool.random(using: &random)
      let spring = try Spring(
        response: .random(in: 0.1...1, using: &random),
        dampingFraction: critical ? .random(in: 0.99...1.01, using: &random) : .random(in: 0.1...3, using: &random)
      )
      let motion = SpringMotion(
        spring,
        from: .random(in: -300...300, using: &random),
        velocity: .random(in: -4000...4000, using: &random),
        to: .random(in: -1...1, using: &random),
        at: instant(1000),
        rest: .points
      )
      try expectTrueEnd(of: motion, "DECKD_SEED=\(seed), \(motion)")
    }
  }

  @Test(arguments: seeds)
  func `a chain of retargets and blends never jumps`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      var now = instant(.random(in: 0...1000, using: &random))
      let spring = try Spring(response: 0.4, dampingFraction: 0.8)
      var motion = SpringMotion(spring, from: 0, to: 200, at: now, rest: .points)
      for _ in 0..<12 {
        now = now.advanced(bySeconds: .random(in: 0...0.3, using: &random))
        let before = motion.state(at: now)
        let target = Double.random(in: -500...500, using: &random)
        let next = try Spring(
          response: .random(in: 0.1...1, using: &random),
          dampingFraction: .random(in: 0.2...2, using: &random)
        )
        switch Int.random(in: 0..<3, using: &random) {
        case 0: motion.retarget(to: target, at: now)
        case 1: motion.retarget(to: target, with: next, at: now)
        default: motion.retarget(to: target, with: next, blend: .random(in: 0.001...0.5, using: &random), at: now)
        }
        let after = motion.state(at: now)
        #expect(abs(after.position - before.position) < 1e-9, "DECKD_SEED=\(seed)")
        #expect(abs(after.velocity - before.velocity) < 1e-9, "DECKD_SEED=\(seed)")
        for (piece, next) in zip(motion.pieces, motion.pieces.dropFirst()) {
          #expect(abs(piece.state(at: next.start).position - next.displacement) < 1e-9, "DECKD_SEED=\(seed)")
          #expect(abs(piece.state(at: next.start).velocity - next.velocity) < 1e-9, "DECKD_SEED=\(seed)")
        }
        try expectTrueEnd(of: motion, "DECKD_SEED=\(seed), \(motion)")
      }
    }
  }

  @Test func `a blend eases from the old spring to the new in 8 pieces`() throws {
    let old = try Spring(response: 0.2, dampingFraction: 0.5)
    let new = try Spring(response: 1, dampingFraction: 0.9)
    var motion = SpringMotion(old, from: 0, to: 100, at: instant(0), rest: .points)
    motion.retarget(to: 50, with: new, blend: 0.16, at: instant(0.1))
    #expect(motion.pieces.map(\.start) == (0...8).map { instant(0.1 + 0.02 * Double($0)) })
    let responses = motion.pieces.map(\.spring.response)
    #expect(responses == responses.sorted())
    #expect(motion.pieces[8].spring == new)
    #expect(motion.spring == new)
    // Smoothstep at the middle of the fourth and fifth piece: 7/16 and 9/16 of the way.
    #expect(abs(responses[3] + responses[4] - 1.2) < 1e-12)
    #expect(abs(responses[3] - (0.2 + 0.8 * 0.40673828125)) < 1e-12)
    #expect(abs(motion.pieces[3].spring.dampingFraction - (0.5 + 0.4 * 0.40673828125)) < 1e-12)
  }

  @Test func `a new target in a blend leaves the blend as it is`() throws {
    let old = try Spring(response: 0.2, dampingFraction: 0.5)
    let new = try Spring(response: 1, dampingFraction: 0.9)
    var motion = SpringMotion(old, from: 0, to: 100, at: instant(0), rest: .points)
    motion.retarget(to: 50, with: new, blend: 0.16, at: instant(0))
    let springs = motion.pieces.map(\.spring)
    motion.retarget(to: 80, at: instant(0.05))
    #expect(motion.pieces.map(\.spring) == Array(springs[2...]))
    #expect(motion.pieces[1].start == instant(0.06))
  }

  @Test func `a retarget before the start sets off from standing still`() throws {
    let spring = try Spring(response: 0.3, dampingFraction: 1)
    var motion = SpringMotion(spring, from: 7, velocity: 90, to: 100, at: instant(5), rest: .points)
    motion.retarget(to: 50, at: instant(4))
    #expect(motion.state(at: instant(4)) == MotionState(position: 7, velocity: 0))
    #expect(motion.start == instant(4) && motion.target == 50)
  }

  @Test func `a retarget after the end starts from rest on the target`() throws {
    let spring = try Spring(response: 0.3, dampingFraction: 1)
    var motion = SpringMotion(spring, from: 0, to: 100, at: instant(0), rest: .points)
    motion.retarget(to: 0, at: instant(10))
    #expect(motion.state(at: instant(10)) == MotionState(position: 100, velocity: 0))
    #expect(motion.from == 100 && motion.target == 0 && motion.start == instant(10))
  }
}
