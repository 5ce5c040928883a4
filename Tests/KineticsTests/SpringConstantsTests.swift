import Kinetics
import RealModule
import Testing

@Suite struct SpringConstantsTests {
  @Test func `response and damping give stiffness and damping of a unit mass`() throws {
    let spring = try Spring(response: 0.5, dampingFraction: 0.825)
    #expect(spring.mass == 1)
    #expect(abs(spring.stiffness - 157.91367041742973) < 1e-9)
    #expect(abs(spring.damping - 4 * Double.pi * 0.825 / 0.5) < 1e-9)
    #expect(spring.response == 0.5)
    #expect(spring.dampingFraction == 0.825)
    #expect(abs(spring.naturalFrequency - 4 * Double.pi) < 1e-12)
  }

  @Test func `physical constants give response and damping back`() throws {
    let spring = try Spring(mass: 4, stiffness: 400, damping: 60)
    #expect(abs(spring.naturalFrequency - 10) < 1e-12)
    #expect(abs(spring.response - Double.pi / 5) < 1e-12)
    #expect(abs(spring.dampingFraction - 0.75) < 1e-12)
  }

  @Test(arguments: [(0.3, 0.7), (0, 1), (1, 0), (-0.5, 2), (0.65, 0.35)])
  func `bounce is the damping that is missing`(bounce: Double, dampingFraction: Double) throws {
    let spring = try Spring(duration: 0.4, bounce: bounce)
    #expect(spring.response == 0.4)
    #expect(abs(spring.dampingFraction - dampingFraction) < 1e-12)
  }

  /// SPEC.md M1's formula worked out apart, in each of the three regions of N(T).
  @Test(arguments: [
    (10, 20, 512.0276470588, 26.7482289281), (9, 16, 427.0641176471, 26.0540056455),
    (0, 5, 193.4144117647, 26.7061863530), (0, 2, 129.6917647059, 18.2559110930),
  ])
  func `Pop's bounciness and speed become its stiffness and damping`(
    bounciness: Double,
    speed: Double,
    stiffness: Double,
    damping: Double
  ) throws {
    let spring = try Spring(bounciness: bounciness, speed: speed)
    #expect(abs(spring.stiffness - stiffness) < 1e-9)
    #expect(abs(spring.damping - damping) < 1e-9)
  }

  @Test func `settling durations are the known ones`() throws {
    let swinging = try Spring(response: 0.5, dampingFraction: 0.825)
    #expect(abs(swinging.settlingDuration - 0.9008) < 5e-5)
    #expect(try Spring(response: 0.5, dampingFraction: 0).settlingDuration == .infinity)
  }

  @Test(arguments: [1, 1.000001, 1.5, 20])
  func `from critical damping on, settling is found on the curve`(dampingFraction: Double) throws {
    let spring = try Spring(response: 0.5, dampingFraction: dampingFraction)
    let duration = spring.settlingDuration
    #expect(spring.state(after: duration, displacement: 1, velocity: 0).position <= 0.001)
    #expect(spring.state(after: duration - 1e-6, displacement: 1, velocity: 0).position > 0.001)
  }

  @Test(arguments: [0, -1, .infinity, 1e-200, 1e200] as [Double])
  func `a response that is no response is refused`(response: Double) {
    #expect(throws: SpringError.self) { try Spring(response: response, dampingFraction: 1) }
  }

  @Test func `an error names the parameter, the value and what is expected`() {
    let refusal = SpringError.invalid(.dampingFraction, value: -0.5, expected: .notNegative)
    #expect(throws: refusal) { try Spring(response: 1, dampingFraction: -0.5) }
    #expect(refusal.description == "a spring's dampingFraction must be a finite number of 0 or more, not -0.5")
    #expect(throws: SpringError.self) { try Spring(response: .nan, dampingFraction: 1) }
    #expect(throws: SpringError.self) { try Spring(response: 1, dampingFraction: .nan) }
    #expect(throws: SpringError.self) { try Spring(duration: 1, bounce: -1) }
    #expect(throws: SpringError.self) { try Spring(duration: 1, bounce: 1.1) }
    #expect(throws: SpringError.self) { try Spring(mass: 0, stiffness: 1, damping: 1) }
    #expect(throws: SpringError.self) { try Spring(mass: 1, stiffness: 1, damping: -1) }
    #expect(throws: SpringError.self) { try Spring(bounciness: 21, speed: 1) }
  }
}
