import Kinetics
import RealModule
import Testing

private func instant(_ seconds: Double) -> Instant {
  Instant(microseconds: 0).advanced(bySeconds: seconds)
}

@Suite struct TimedMotionTests {
  @Test func `a curve waits, runs and stays on its target`() {
    let motion = CurveMotion(.easeInOut, from: 3, to: 7.1, duration: 0.2, at: instant(1), delay: 0.15)
    #expect(motion.start == instant(1.15))
    #expect(motion.end == instant(1.35))
    #expect(motion.state(at: instant(1.1)) == MotionState(position: 3, velocity: 0))
    #expect(abs(motion.state(at: instant(1.25)).position - 5.05) < 1e-9)
    #expect(motion.state(at: instant(1.35)) == MotionState(position: 7.1, velocity: 0))
    let (before, after) = (motion.state(at: instant(1.25)), motion.state(at: instant(1.250_01)))
    #expect(abs((after.position - before.position) / 1e-5 - before.velocity) < 0.01)
  }

  @Test func `a curve of no duration is a jump`() {
    let motion = CurveMotion(.default, from: 3, to: 7, duration: 0, at: instant(1))
    #expect(motion.end == instant(1))
    #expect(motion.state(at: instant(0.9)).position == 3)
    #expect(motion.state(at: instant(1)) == MotionState(position: 7, velocity: 0))
  }

  @Test func `a delay of three tenths is whole microseconds`() {
    let stagger = Stagger(interval: 0.1)
    let motion = CurveMotion(
      .linear,
      from: 0,
      to: 1,
      duration: 1,
      at: instant(0),
      delay: stagger.delay(of: 3, count: 5)
    )
    #expect(motion.start == Instant(microseconds: 300_000))
  }

  @Test func `a decay keeps 0.998 of its speed each millisecond and rests where its formula says`() {
    let motion = DecayMotion(from: 100, velocity: -1500, at: instant(5))
    let rate = -1000 * Double.log(0.998)
    #expect(abs(motion.target - (100 - 1500 / rate)) < 1e-9)
    #expect(abs(motion.state(at: instant(5.001)).velocity - -1500 * 0.998) < 1e-9)
    let state = motion.state(at: instant(5.4))
    #expect(abs(state.position - (100 - 1500 / rate * (1 - Double.pow(0.998, 400)))) < 1e-9)
    #expect(motion.state(at: instant(4)) == MotionState(position: 100, velocity: 0))
    #expect(motion.state(at: motion.end) == MotionState(position: motion.target, velocity: 0))
  }

  @Test func `a decay ends as soon as distance and speed are within the threshold`() {
    for rest in [RestThreshold(distance: 0.1, speed: 1), RestThreshold(distance: 10, speed: 1)] {
      let motion = DecayMotion(from: 0, velocity: 2000, at: instant(0), rest: rest)
      let before = motion.state(at: Instant(microseconds: motion.end.microseconds - 2))
      #expect(abs(motion.target - before.position) > rest.distance || abs(before.velocity) > rest.speed)
      #expect(abs(motion.target - before.position) < rest.distance * 1.0001)
      #expect(abs(before.velocity) < rest.speed * 1.0001)
    }
    #expect(DecayMotion(from: 4, velocity: 0, at: instant(2)).end == instant(2))
  }

  @Test func `a decay arrives at an edge on its way only`() throws {
    let motion = DecayMotion(from: 0, velocity: 2000, at: instant(0))
    let arrival = try #require(motion.arrival(at: 500))
    #expect(abs(motion.state(at: arrival).position - 500) < 0.002)
    #expect(motion.arrival(at: -1) == nil)
    #expect(motion.arrival(at: 1001) == nil)
    #expect(DecayMotion(from: 0, velocity: 0, at: instant(0)).arrival(at: 0) == nil)
  }

  @Test func `a fixed value rests and has no end`() {
    let motion = Motion.fixed(4)
    #expect(motion.state(at: instant(1)) == MotionState(position: 4, velocity: 0))
    #expect(motion.target == 4)
    #expect(motion.end == nil)
    #expect(motion.isResting(at: instant(0)))
  }

  @Test func `a motion rests from its end on`() throws {
    let spring = SpringMotion(
      try Spring(response: 0.3, dampingFraction: 0.8),
      from: 0,
      to: 10,
      at: instant(0),
      rest: .points
    )
    let motions: [Motion] = [
      .spring(spring),
      .curve(CurveMotion(.easeOut, from: 0, to: 10, duration: 0.3, at: instant(0))),
      .decay(DecayMotion(from: 0, velocity: 100, at: instant(0))),
    ]
    for motion in motions {
      let end = try #require(motion.end)
      #expect(!motion.isResting(at: Instant(microseconds: end.microseconds - 1)))
      #expect(motion.isResting(at: end))
      #expect(motion.value(at: end) == motion.target)
      #expect(motion.value(at: instant(0)) == 0)
    }
  }
}
