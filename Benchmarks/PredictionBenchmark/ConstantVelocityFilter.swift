import Kinetics

/// A Kalman filter of a position that moves at a constant velocity, disturbed by a white acceleration.
///
/// Both axes have the same noise, and so the same gains.
struct ConstantVelocityFilter: Equatable, Sendable {
  /// The density of the acceleration, in pt²/s³.
  private static let disturbance = 1e6
  /// The variance of a report, in pt².
  private static let noise = 0.1
  /// The variance of the velocity before two reports, in pt²/s²: fingers move at up to about 1000 pt/s.
  private static let unknown = 1e6

  private var position = Point(x: 0, y: 0)
  /// In pt/s.
  private(set) var velocity = Vector.zero
  private var positionVariance = 0.0
  private var covariance = 0.0
  private var velocityVariance = 0.0

  /// A filter without a report.
  init() {}

  /// Adds a report `time` seconds after the one before it; `nil` for the first.
  mutating func update(to report: Point, after time: Double?) {
    guard let time else {
      (position, velocity) = (report, .zero)
      (positionVariance, covariance, velocityVariance) = (Self.noise, 0, Self.unknown)
      return
    }
    let (square, cube) = (time * time, time * time * time)
    position = position + time * velocity
    positionVariance += 2 * time * covariance + square * velocityVariance + Self.disturbance * cube / 3
    covariance += time * velocityVariance + Self.disturbance * square / 2
    velocityVariance += Self.disturbance * time
    let total = positionVariance + Self.noise
    let (gain, velocityGain) = (positionVariance / total, covariance / total)
    let error = report - position
    position = position + gain * error
    velocity = velocity + velocityGain * error
    velocityVariance -= velocityGain * covariance
    covariance *= 1 - gain
    positionVariance *= 1 - gain
  }
}
