import Kinetics
import TestSupport
import Testing

@Suite struct CubicBezierTests {
  private static let curves: [CubicBezier] = [.linear, .default, .easeIn, .easeOut, .easeInOut]

  /// Values of CSS's timing functions, from bisection in 50 digits.
  @Test(arguments: [
    (CubicBezier.default, 0.25, 0.408510591355),
    (.default, 0.5, 0.802403387584),
    (.easeIn, 0.5, 0.315356812572),
    (.easeOut, 0.5, 0.684643187427),
    (.easeInOut, 0.5, 0.5),
    (.easeInOut, 0.2, 0.081659856265),
  ])
  func `known values are met`(curve: CubicBezier, progress: Double, value: Double) {
    #expect(abs(curve.value(at: progress) - value) < 1e-9)
  }

  @Test(arguments: curves)
  func `curves start at 0, end at 1 and are clamped beyond`(curve: CubicBezier) {
    #expect(curve.value(at: 0) == 0)
    #expect(curve.value(at: 1) == 1)
    #expect(curve.value(at: -3) == 0)
    #expect(curve.value(at: 2) == 1)
    #expect(curve.value(at: .nan) == 0)
  }

  @Test(arguments: curves)
  func `the slope is the change of the value`(curve: CubicBezier) {
    for step in 1..<100 {
      let progress = Double(step) / 100
      let change = (curve.value(at: progress + 1e-6) - curve.value(at: progress - 1e-6)) / 2e-6
      #expect(abs(curve.slope(at: progress) - change) < 1e-5)
    }
    #expect(abs(curve.slope(at: 0) - curve.slope(at: 1e-9)) < 1e-3)
    #expect(abs(curve.slope(at: 1) - curve.slope(at: 1 - 1e-9)) < 1e-3)
  }

  @Test(arguments: [7 as UInt64])
  func `any valid curve with values from 0 to 1 is monotone where its points are`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let y1 = Double.random(in: 0...1, using: &random)
      let curve = try CubicBezier(
        x1: .random(in: 0...1, using: &random),
        y1: y1,
        x2: .random(in: 0...1, using: &random),
        y2: .random(in: y1...1, using: &random)
      )
      var last = 0.0
      for step in 1...200 {
        let value = curve.value(at: Double(step) / 200)
        #expect(value >= last - 1e-12, "seed \(seed), \(curve)")
        #expect(curve.slope(at: Double(step) / 200).isFinite, "seed \(seed), \(curve)")
        last = value
      }
    }
  }

  @Test func `a vertical curve stays finite`() throws {
    let curve = try CubicBezier(x1: 1, y1: 0, x2: 0, y2: 1)
    #expect(abs(curve.value(at: 0.5) - 0.5) < 1e-4)
    #expect(curve.slope(at: 0.5).isFinite)
    #expect(try CubicBezier(x1: 0, y1: 1, x2: 1, y2: 0).slope(at: 0).isFinite)
  }

  @Test func `control points that go back in time are refused`() {
    let refusal = CubicBezierError.invalid(.x2, value: 1.5, expected: .within(0...1))
    #expect(throws: refusal) { try CubicBezier(x1: 0, y1: 0, x2: 1.5, y2: 0) }
    #expect(refusal.description == "a timing curve's x2 must be a number from 0 to 1, not 1.5")
    #expect(throws: CubicBezierError.self) { try CubicBezier(x1: -0.1, y1: 0, x2: 1, y2: 0) }
    #expect(throws: CubicBezierError.self) { try CubicBezier(x1: .nan, y1: 0, x2: 1, y2: 0) }
    #expect(throws: CubicBezierError.self) { try CubicBezier(x1: 0, y1: .infinity, x2: 1, y2: 0) }
  }
}
