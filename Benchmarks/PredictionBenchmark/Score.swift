import Foundation
import Kinetics

/// How well a predictor does at one horizon.
struct Score {
  /// The RMS error relative to no prediction, the geometric mean over panels.
  var recorded: Double
  /// The RMS error of all synthesized fingers relative to no prediction.
  var synthetic: Double
  /// The 95th percentile of how far beyond its stop a finger is predicted, in points.
  var recordedStop: Double
  var syntheticStop: Double
  /// The RMS deviation of a resting finger relative to that of its reports.
  var noise: Double
  /// The RMS deviation of the steps of a steady finger of 800 pt/s, in % of a step: 120 reports a second of whole
  /// points, 60 pictures.
  var unevenness: Double

  init(_ make: () -> any Predictor, recorded: [Finger], synthetic: [Finger], horizon: Double) {
    let runs = recorded.map { Run(of: $0, make(), horizon: horizon) }
    let panels = Dictionary(grouping: runs, by: \.finger.group).values.filter { $0.reduce(0) { $0 + $1.queries } >= 60 }
    let ratios = panels.map { Self.ratio(of: $0) }
    self.recorded = exp(ratios.reduce(0) { $0 + log($1) } / Double(ratios.count))
    let others = synthetic.map { Run(of: $0, make(), horizon: horizon) }
    self.synthetic = Self.ratio(of: others)
    recordedStop = Self.percentile(runs.flatMap(\.overshoots))
    syntheticStop = Self.percentile(others.flatMap(\.overshoots))
    noise = (others.reduce(0) { $0 + $1.restError } / others.reduce(0) { $0 + $1.reportedRestError }).squareRoot()
    unevenness = Self.unevenness(of: make, horizon: horizon)
  }

  private static func unevenness(of make: () -> any Predictor, horizon: Double) -> Double {
    let (speed, pictures) = (800.0, 40)
    var error = 0.0
    // Where its pictures fall between the reports, and its reports between whole points.
    for phase in 0..<20 {
      var predictor = make()
      var (report, newest) = (0, Point(x: 0, y: 0))
      let places = (0..<pictures).map { picture -> Double in
        let now = (Double(picture) + Double(phase) / 40) / 60
        while Double(report) / 120 <= now {
          let time = Double(report) / 120
          newest = Point(x: (speed * time + Double(phase) / 20).rounded(), y: 0)
          predictor.add(newest, at: Instant(microseconds: Int64(time * 1e6)))
          report += 1
        }
        return newest.x + predictor.lead(at: Instant(microseconds: Int64(now * 1e6)), ahead: horizon).dx
      }
      for (before, after) in zip(places, places.dropFirst()).dropFirst(10) {
        let deviation = (after - before) / (speed / 60) - 1
        error += deviation * deviation
      }
    }
    return 100 * (error / Double(20 * (pictures - 11))).squareRoot()
  }

  private static func ratio(of runs: [Run]) -> Double {
    (runs.reduce(0) { $0 + $1.error } / runs.reduce(0) { $0 + $1.unpredicted }).squareRoot()
  }

  private static func percentile(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : values.sorted()[min(Int(0.95 * Double(values.count)), values.count - 1)]
  }
}

/// One finger, predicted at each picture of 60 Hz displays in four phases; errors are sums of squares.
private struct Run {
  var finger: Finger
  var queries = 0
  var error = 0.0
  var unpredicted = 0.0
  var restError = 0.0
  var reportedRestError = 0.0
  /// At the finger's stop, for each phase.
  var overshoots: [Double] = []

  init(of finger: Finger, _ predictor: any Predictor, horizon: Double) {
    self.finger = finger
    var predictor = predictor
    if finger.stop != nil { overshoots = [0, 0, 0, 0] }
    let (start, duration) = (finger.reports[0].time, finger.duration)
    var next = 0
    for picture in 0..<Int(duration * 240) {
      let time = Double(picture) / 240
      let now = start.advanced(bySeconds: time)
      while next < finger.reports.count, finger.reports[next].time <= now {
        predictor.add(finger.reports[next].position, at: finger.reports[next].time)
        next += 1
      }
      guard next > 1, time + horizon <= duration else { continue }
      let last = finger.reports[next - 1].position
      let predicted = last + predictor.lead(at: now, ahead: horizon)
      let truth = finger.truth(time + horizon)
      queries += 1
      error += Self.square(predicted - truth)
      unpredicted += Self.square(last - truth)
      guard let stop = finger.stop, time + horizon >= stop.time else { continue }
      if time < stop.time + 0.08 {
        let beyond = predicted - stop.place
        overshoots[picture % 4] = max(overshoots[picture % 4], beyond.dx * stop.way.dx + beyond.dy * stop.way.dy)
      } else if time > stop.time + 0.15 {
        restError += Self.square(predicted - stop.place)
        reportedRestError += Self.square(last - stop.place)
      }
    }
  }

  private static func square(_ vector: Vector) -> Double { vector.dx * vector.dx + vector.dy * vector.dy }
}
