import BenchmarkFigures
import Foundation
import Kinetics

/// Compares predictors on recordings of real fingers and on synthesized ones.
@main
enum PredictionBenchmark {
  private static let horizons = [0.008, 0.016, 0.033]

  private static let predictors: [(name: String, make: @Sendable () -> any Predictor)] = [
    ("none", { Extrapolation.none }), ("linear", { Extrapolation.linear }),
    ("least squares", { Extrapolation.leastSquares }), ("Kalman", { Kalman() }),
    ("One Euro", { Extrapolation.oneEuro }), ("adaptive line", { AdaptiveLine() }),
  ]

  static func main() throws {
    let recorded = try recordings().map(Finger.recorded(in:)) ?? []
    let synthetic = Finger.synthesized(1000)
    let panels = Set(recorded.map(\.group)).count
    let stops = recorded.filter { $0.stop != nil }.count
    print(
      """
      Prediction 8, 16 and 33 ms ahead: \(recorded.count) recorded drags on \(panels) panels, \(stops) with a stop, and \
      \(synthetic.count) synthesized fingers.
      RMS errors relative to none (on recordings the mean over panels), overshoot at stops (p95, pt), the noise of a \
      resting finger relative to its reports, and how unevenly a steady one moves where whole points are reported (% \
      of a step).

      """
    )
    if recorded.isEmpty { print("left out: no recordings; DECKD_RECORDINGS names their folder\n") }
    let titles = [
      "RMS, recorded", "RMS, synthesized", "stops, recorded", "stops, synthesized", "noise at rest", "uneven",
    ]
    print(row("", titles))
    var ours: [Score] = []
    for (name, make) in predictors {
      let scores = horizons.map { Score(make, recorded: recorded, synthetic: synthetic, horizon: $0) }
      if name == "adaptive line" { ours = scores }
      let columns: [(KeyPath<Score, Double>, Int)] = [
        (\.recorded, 2), (\.synthetic, 2), (\.recordedStop, 0), (\.syntheticStop, 0), (\.noise, 2),
        (\.unevenness, 0),
      ]
      let cells = columns.map { path, digits in
        scores.map { figure($0[keyPath: path], digits) }.joined(separator: " ")
      }
      print(row(name, cells))
    }
    print("\nThe adaptive line:\n")
    var isGood = true
    let goals: [(String, String, String?, KeyPath<Score, Double>, [Double])] = [
      ("RMS error, recorded", "×", "no prediction", \.recorded, [0.45, 0.45, 0.48]),
      ("RMS error, synthesized", "×", "no prediction", \.synthetic, [0.25, 0.28, 0.35]),
      ("overshoot at p95, recorded", "pt", nil, \.recordedStop, [8, 10, 17]),
      ("overshoot at p95, synthesized", "pt", nil, \.syntheticStop, [18, 28, 50]),
      ("noise of a resting finger", "×", "its reports", \.noise, [1.15, 1.2, 1.3]),
      ("unevenness of a steady finger", "%", nil, \.unevenness, [4, 4, 4]),
    ]
    for (name, unit, reference, path, limits) in goals where !recorded.isEmpty || !name.hasSuffix("recorded") {
      for (index, limit) in limits.enumerated() {
        let ahead = Int(horizons[index] * 1000)
        let value = ours[index][keyPath: path]
        isGood = isGood && value <= limit
        let what = "\(name), \(ahead) ms ahead"
        BenchmarkRecord.report(what, value, unit: unit, reference: reference, limit: .atMost(limit))
      }
    }
    if !isGood { exit(1) }
  }

  /// The folder named by `DECKD_RECORDINGS`, else `shared/recordings` beside the project; `nil` when absent.
  private static func recordings() -> URL? {
    let named = ProcessInfo.processInfo.environment["DECKD_RECORDINGS"].map { URL(filePath: $0) }
    let folder = named ?? URL(filePath: "../shared/recordings")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  private static func row(_ name: String, _ cells: [String]) -> String {
    name.padding(toLength: 14, withPad: " ", startingAt: 0)
      + cells.map { $0.padding(toLength: 20, withPad: " ", startingAt: 0) }.joined()
  }

  private static func figure(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
}
