import Kinetics
import RealModule

/// A way to predict a finger from its samples.
protocol Predictor {
  mutating func add(_ position: Point, at time: Instant)
  /// Returns how far from its newest sample the finger will be `horizon` seconds after `now`.
  func lead(at now: Instant, ahead horizon: Double) -> Vector
}

/// What the daemon uses.
struct AdaptiveLine: Predictor {
  private var predictor = FingerPredictor()

  mutating func add(_ position: Point, at time: Instant) { predictor.add(position, at: time) }

  func lead(at now: Instant, ahead horizon: Double) -> Vector {
    predictor.lead(ahead: horizon)?.value(at: now) ?? .zero
  }
}

/// A velocity, extrapolated from the newest sample; the simple predictors differ in the velocity alone.
struct Extrapolation: Predictor {
  private var samples: [(time: Instant, position: Point)] = []
  private var velocity = Vector.zero
  private let estimate: ([(time: Instant, position: Point)], Vector) -> Vector

  init(_ estimate: @escaping ([(time: Instant, position: Point)], Vector) -> Vector) { self.estimate = estimate }

  mutating func add(_ position: Point, at time: Instant) {
    guard samples.last.map({ $0.time < time }) ?? true else { return }
    samples.append((time, position))
    velocity = samples.count > 1 ? estimate(samples, velocity) : .zero
  }

  func lead(at now: Instant, ahead horizon: Double) -> Vector {
    guard let last = samples.last else { return .zero }
    return (now.seconds(since: last.time) + horizon) * velocity
  }
}

extension Extrapolation {
  static var none: Extrapolation { Extrapolation { _, _ in .zero } }

  /// The last two samples.
  static var linear: Extrapolation { Extrapolation { samples, _ in latest(samples).velocity } }

  /// A line by least squares through 40 ms.
  static var leastSquares: Extrapolation {
    Extrapolation { samples, _ in
      let last = samples[samples.count - 1]
      let recent = samples.suffix(max(2, samples.filter { last.time.seconds(since: $0.time) <= 0.04 }.count))
      let number = Double(recent.count)
      let times = recent.map { $0.time.seconds(since: last.time) }
      let ways = recent.map { $0.position - last.position }
      let middle = times.reduce(0, +) / number
      let spread = times.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
      return zip(times, ways).reduce(.zero) { $0 + ($1.0 - middle) / spread * $1.1 }
    }
  }

  /// A One Euro filter of the velocity: 8 Hz, and 0.1 Hz more for each pt/s.
  static var oneEuro: Extrapolation {
    Extrapolation { samples, velocity in
      let (time, raw) = latest(samples)
      guard samples.count > 2 else { return raw }
      let cutoff = 2 * Double.pi * (8 + 0.1 * velocity.length) * time
      return velocity + cutoff / (1 + cutoff) * (raw + -1 * velocity)
    }
  }

  private static func latest(_ samples: [(time: Instant, position: Point)]) -> (time: Double, velocity: Vector) {
    let (before, last) = (samples[samples.count - 2], samples[samples.count - 1])
    let time = last.time.seconds(since: before.time)
    return (time, 1 / time * (last.position - before.position))
  }
}

/// A Kalman filter for constant velocity alone: no brake, no gate, no limit.
struct Kalman: Predictor {
  private var filter = ConstantVelocityFilter()
  private var last: (time: Instant, position: Point)?

  mutating func add(_ position: Point, at time: Instant) {
    guard last.map({ $0.time < time }) ?? true else { return }
    filter.update(to: position, after: last.map { time.seconds(since: $0.time) })
    last = (time, position)
  }

  func lead(at now: Instant, ahead horizon: Double) -> Vector {
    last.map { (now.seconds(since: $0.time) + horizon) * filter.velocity } ?? .zero
  }
}
