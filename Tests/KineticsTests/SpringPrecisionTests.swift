import Kinetics
import RealModule
import TestSupport
import Testing

#if arch(x86_64)
  /// The oracle: the textbook's three cases, one formula each, in the 64 binary digits of a `Float80`.
  ///
  /// Written plainly, they lose digits near ζ = 1; eleven bits more are enough to see 1e-9 through that.
  private struct TextbookSpring {
    var response: Float80
    var dampingFraction: Float80

    func state(after time: Float80, displacement: Float80, velocity: Float80) -> (Float80, Float80) {
      let frequency = 2 * Float80.pi / response
      let rate = dampingFraction * frequency
      if dampingFraction < 1 {
        let swing = frequency * (1 - dampingFraction * dampingFraction).squareRoot()
        let (cosine, sine) = (Float80.cos(swing * time), Float80.sin(swing * time))
        let (even, odd) = (displacement, (velocity + rate * displacement) / swing)
        let decay = Float80.exp(-rate * time)
        return (
          decay * (even * cosine + odd * sine),
          decay * ((swing * odd - rate * even) * cosine - (swing * even + rate * odd) * sine)
        )
      }
      if dampingFraction == 1 {
        let slope = velocity + rate * displacement
        let decay = Float80.exp(-rate * time)
        return (decay * (displacement + slope * time), decay * (slope - rate * (displacement + slope * time)))
      }
      let root = frequency * (dampingFraction * dampingFraction - 1).squareRoot()
      let (slow, fast) = (root - rate, -root - rate)
      let share = (velocity - slow * displacement) / (fast - slow)
      let (first, second) = ((displacement - share) * Float80.exp(slow * time), share * Float80.exp(fast * time))
      return (first + second, slow * first + fast * second)
    }
  }

  /// The figures of the product's promise: 1e-9 of the distance, ζ from 0 to 10, responses of 0.05 to 5 s.
  @Suite struct SpringPrecisionTests {
    private func expectTextbook(response: Double, dampingFraction: Double, using random: inout SeededGenerator) throws {
      let spring = try Spring(response: response, dampingFraction: dampingFraction)
      let textbook = TextbookSpring(response: Float80(response), dampingFraction: Float80(dampingFraction))
      let distance = Double.exp(.random(in: -3...8, using: &random))
      let velocity = distance * .random(in: -20...20, using: &random)
      for _ in 0..<8 {
        let time = Double.random(in: 0...6, using: &random)
        let state = spring.state(after: time, displacement: -distance, velocity: velocity)
        let (position, speed) = textbook.state(
          after: Float80(time),
          displacement: Float80(-distance),
          velocity: Float80(velocity)
        )
        var comment: Comment { "DECKD_SEED=\(Seed.value), \(spring), after \(time) from \(-distance) at \(velocity)" }
        #expect((Float80(state.position) - position).magnitude < 1e-9 * Float80(distance), comment)
        #expect((Float80(state.velocity) - speed).magnitude < 1e-9 * Float80(distance), comment)
      }
    }

    private func response(using random: inout SeededGenerator) -> Double {
      Double.exp(.random(in: Double.log(0.05)...Double.log(5), using: &random))
    }

    @Test func `position and velocity are within 1e-9 of the distance, from no damping to ten times critical`() throws {
      var random = SeededGenerator(seed: Seed.value)
      for _ in 0..<5000 {
        let dampingFraction = Double.random(in: 0...10, using: &random)
        try expectTextbook(response: response(using: &random), dampingFraction: dampingFraction, using: &random)
        try expectTextbook(response: response(using: &random), dampingFraction: dampingFraction / 10, using: &random)
      }
      for dampingFraction in [0, 1e-12, 1, 10] {
        for response in [0.05, 5] {
          try expectTextbook(response: response, dampingFraction: dampingFraction, using: &random)
        }
      }
    }

    @Test(arguments: 1...16)
    func `they are so very near critical damping, on both sides`(places: Int) throws {
      var random = SeededGenerator(seed: Seed.value)
      for _ in 0..<50 {
        let distance = Double.pow(10, -Double(places)) * .random(in: 0.2...5, using: &random)
        for dampingFraction in [1 - distance, 1 + distance] {
          try expectTextbook(response: response(using: &random), dampingFraction: dampingFraction, using: &random)
        }
      }
    }
  }
#endif
