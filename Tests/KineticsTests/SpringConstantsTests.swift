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

  /// The formula of M1 worked out apart, in each of the three regions of N(T).
  @Test(arguments: [
    (10, 20, 512.0276470588, 26.7482289281), (4, 12, 342.1005882353, 30.4869796482),
    (9, 16, 427.0641176471, 26.0540056455),
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

  @Test func `a duration of 0.5 and a bounce of 0.3 are a stiffness of 157.9137 and a damping of 17.5929`() throws {
    let spring = try Spring(duration: 0.5, bounce: 0.3)
    #expect(abs(spring.stiffness - 157.9137) < 5e-5)
    #expect(abs(spring.damping - 17.5929) < 5e-5)
  }

  @Test func `a stiffness of 100 and a damping of 10 are a duration of 0.6283 and a bounce of 0.5`() throws {
    let spring = try Spring(mass: 1, stiffness: 100, damping: 10)
    #expect(abs(spring.duration - 0.6283) < 5e-5)
    #expect(abs(spring.bounce - 0.5) < 1e-12)
  }

  @Test(arguments: [-0.95, -0.5, -1e-9, 0, 1e-9, 0.3, 1])
  func `a bounce comes back`(bounce: Double) throws {
    let spring = try Spring(duration: 0.4, bounce: bounce)
    #expect(spring.duration == 0.4)
    #expect(abs(spring.bounce - bounce) < 1e-15)
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

  /// Every way to make a spring, with one parameter left to choose; a good value for the rest.
  private static let ways: [(parameter: SpringError.Parameter, make: @Sendable (Double) throws -> Spring)] = [
    (.response, { try Spring(response: $0, dampingFraction: 1) }),
    (.dampingFraction, { try Spring(response: 0.5, dampingFraction: $0) }),
    (.duration, { try Spring(duration: $0, bounce: 0.3) }),
    (.bounce, { try Spring(duration: 0.5, bounce: $0) }),
    (.mass, { try Spring(mass: $0, stiffness: 100, damping: 10) }),
    (.stiffness, { try Spring(mass: 1, stiffness: $0, damping: 10) }),
    (.damping, { try Spring(mass: 1, stiffness: 100, damping: $0) }),
    (.bounciness, { try Spring(bounciness: $0, speed: 12) }),
    (.speed, { try Spring(bounciness: 4, speed: $0) }),
  ]

  private func expectRefusal(of value: Double, as parameter: SpringError.Parameter, by make: (Double) throws -> Spring)
  {
    do {
      Issue.record("\(parameter) \(value) made \(try make(value))")
    } catch SpringError.invalid(let named, let refused, _) {
      #expect(named == parameter)
      #expect(refused == value || refused.isNaN && value.isNaN)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func `negative, infinite and undefined parameters are refused by name, in every way to make a spring`() {
    for way in Self.ways {
      for value in [-1, -.leastNonzeroMagnitude, -.infinity, .infinity, .nan, .signalingNaN] as [Double] {
        // A bounce may be a little below 0.
        if way.parameter == .bounce, value > -1, value < 0 { continue }
        expectRefusal(of: value, as: way.parameter, by: way.make)
      }
    }
  }

  @Test func `a zero is refused where a spring would be none`() throws {
    for way in Self.ways {
      switch way.parameter {
      case .response, .duration, .mass, .stiffness: expectRefusal(of: 0, as: way.parameter, by: way.make)
      case .dampingFraction, .damping, .bounce, .bounciness, .speed: _ = try way.make(0)
      }
    }
  }

  @Test func `no pair of numbers traps or makes a spring that is none`() throws {
    let numbers: [Double] = [
      0, .leastNonzeroMagnitude, .leastNormalMagnitude / 64, 1e-200, 1e-154, 1e-9, 1, 1.7e3, 1e9, 1e154, 1e200,
      .greatestFiniteMagnitude, .infinity, .nan, -1, -.leastNonzeroMagnitude, -1e300,
    ]
    for first in numbers {
      for second in numbers {
        let springs = [
          try? Spring(response: first, dampingFraction: second), try? Spring(duration: first, bounce: second),
          try? Spring(bounciness: first, speed: second), try? Spring(mass: first, stiffness: second, damping: 1),
          try? Spring(mass: 1, stiffness: first, damping: second),
        ]
        for spring in springs.compactMap(\.self) {
          #expect(spring.response.isFinite && spring.response > 0)
          #expect(spring.naturalFrequency.isFinite && spring.naturalFrequency > 0)
          #expect(spring.dampingFraction.isFinite && spring.damping.isFinite && spring.stiffness.isFinite)
          #expect(!spring.settlingDuration.isNaN && spring.settlingDuration >= 0)
          let state = spring.state(after: 0.1, displacement: 1, velocity: 0)
          #expect(state.position.isFinite && state.velocity.isFinite, "\(spring)")
        }
      }
    }
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
