import Kinetics
import RealModule
import TestSupport
import Testing

/// What a touch panel's noise does to a velocity: 1 pt of it (one standard deviation, each axis) at 60 Hz.
@Suite struct VelocityNoiseTests {
  private static let runs = 1000

  /// The mean over 1,000 seeds of the velocity at the last of the samples of `path`, with its sign.
  private func meanVelocity(_ strategy: VelocityStrategy, over seconds: Double, path: (Double) -> Double) -> Vector {
    var sum = Vector.zero
    for run in 0..<Self.runs {
      var random = SeededGenerator(seed: Seed.value &+ UInt64(run))
      var estimator = VelocityEstimator(VelocityTuning(strategy: strategy))
      // Panels and fingers do not start together.
      let origin = Int64.random(in: 0...1_000_000_000_000, using: &random)
      let count = Int((seconds * 60).rounded())
      var last = Instant(microseconds: origin)
      for index in 0...count {
        last = Instant(microseconds: origin + Int64((Double(index) * 1_000_000 / 60).rounded()))
        let time = Double(index) / 60
        let (right, down) = Self.gaussianPair(&random)
        estimator.add(Point(x: path(time) + right, y: -path(time) / 2 + down), at: last)
      }
      sum = sum + estimator.velocity(at: last)
    }
    return 1 / Double(Self.runs) * sum
  }

  /// Two independent numbers of mean 0 and standard deviation 1, by Box and Muller's formula.
  private static func gaussianPair(_ random: inout SeededGenerator) -> (Double, Double) {
    let radius = (-2 * Double.log(1 - Double.random(in: 0..<1, using: &random))).squareRoot()
    let angle = 2 * Double.pi * Double.random(in: 0..<1, using: &random)
    return (radius * Double.cos(angle), radius * Double.sin(angle))
  }

  @Test(arguments: [VelocityStrategy.leastSquares, .recent])
  func `a constant 1000 pt per second is met within 1 percent`(strategy: VelocityStrategy) {
    let mean = meanVelocity(strategy, over: 0.3) { 1000 * $0 }
    #expect((mean.dx - 1000).magnitude < 10, "DECKD_SEED=\(Seed.value)")
    #expect((mean.dy + 500).magnitude < 10, "DECKD_SEED=\(Seed.value)")
  }

  @Test(arguments: [0.2, 0.3, 0.6])
  func `a finger that brakes evenly from 2000 to 500 is let go at 500, give or take 20`(seconds: Double) {
    let mean = meanVelocity(.leastSquares, over: seconds) { 2000 * $0 - 750 / seconds * $0 * $0 }
    #expect((mean.dx - 500).magnitude < 20, "DECKD_SEED=\(Seed.value)")
    #expect((mean.dy + 250).magnitude < 20, "DECKD_SEED=\(Seed.value)")
  }
}
