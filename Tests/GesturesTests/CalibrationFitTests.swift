import Gestures
import Kinetics
import TestSupport
import Testing

@Suite
struct `A calibration of touches on crosses` {
  private static let crosses = [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)].map { Point(x: $0.0, y: $0.1) }

  /// A matrix that scales, turns, shears and moves.
  private static func matrix(_ numbers: inout SeededGenerator) -> CalibrationMatrix? {
    let values = (0..<6).map { _ in Double.random(in: -1.5...1.5, using: &numbers) }
    return (values[0] * values[4] - values[1] * values[3]).magnitude < 0.2 ? nil : CalibrationMatrix(values)
  }

  @Test
  func `finds the matrix of exact touches`() throws {
    var numbers = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      guard let matrix = Self.matrix(&numbers) else { continue }
      let samples = Self.crosses.map { CalibrationFit.Sample(reported: matrix.inverse.map($0), cross: $0) }
      let fit = try #require(CalibrationFit(samples))
      #expect(zip(fit.matrix.numbers, matrix.numbers).allSatisfy { ($0 - $1).magnitude < 1e-9 })
      #expect(fit.residuals.allSatisfy { $0.length < 1e-9 })
    }
  }

  @Test
  func `has the least squares of all matrices`() throws {
    var numbers = SeededGenerator(seed: 11)
    for _ in 0..<100 {
      guard let matrix = Self.matrix(&numbers) else { continue }
      let samples = Self.crosses.map { cross in
        let error = Vector(
          dx: .random(in: -0.05...0.05, using: &numbers),
          dy: .random(in: -0.05...0.05, using: &numbers)
        )
        return CalibrationFit.Sample(reported: matrix.inverse.map(cross) + error, cross: cross)
      }
      guard let fit = CalibrationFit(samples) else { continue }
      func squares(_ matrix: CalibrationMatrix) -> Double {
        samples.reduce(0) { sum, sample in
          let distance = (matrix.map(sample.reported) - sample.cross).length
          return sum + distance * distance
        }
      }
      let least = squares(fit.matrix)
      for index in 0..<6 {
        for step in [-1e-3, 1e-3] {
          var other = fit.matrix.numbers
          other[index] += step
          #expect(squares(try #require(CalibrationMatrix(other))) > least)
        }
      }
    }
  }

  @Test
  func `spreads a missed cross evenly over all four`() throws {
    var samples = Self.crosses.map { CalibrationFit.Sample(reported: $0, cross: $0) }
    samples[2].reported.x -= 0.08
    let residuals = try #require(CalibrationFit(samples)).residuals
    #expect(residuals.allSatisfy { (0.018...0.023).contains($0.length) })
  }

  @Test
  func `is none of touches on a line, or of too few`() {
    let same = Self.crosses.map { CalibrationFit.Sample(reported: Point(x: 0.5, y: 0.5), cross: $0) }
    let line = Self.crosses.map { CalibrationFit.Sample(reported: Point(x: $0.x, y: $0.x + 0.001 * $0.y), cross: $0) }
    #expect(CalibrationFit(same) == nil)
    #expect(CalibrationFit(line) == nil)
    #expect(CalibrationFit(Array(line.prefix(2))) == nil)
  }
}
