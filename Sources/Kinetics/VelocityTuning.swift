/// How a velocity is made from a contact's samples.
public enum VelocityStrategy: String, CaseIterable, Equatable, Hashable, Sendable {
  /// A parabola through the samples by least squares, a straight line where there are only two.
  case leastSquares = "lsq2"

  /// The velocity that the work done on a mass by the finger's pushes would have given it.
  ///
  /// Less moved by the odd late sample. Source: Android's `ImpulseVelocityTrackerStrategy`.
  case impulse

  /// The way of the last 40 ms over its time.
  case recent
}

/// The figures of a velocity estimator; see `KineticsDefaults` for where the standard ones come from.
public struct VelocityTuning: Equatable, Hashable, Sendable {
  /// SPEC.md G4's figures.
  public static let standard = VelocityTuning()

  /// How a velocity is made from the samples.
  public var strategy: VelocityStrategy

  /// How far back from the newest sample the others count.
  public var window: Duration

  /// How many samples count, 2…20.
  public var sampleLimit: Int

  /// The shortest gap after which a finger has stopped.
  public var stopGap: Duration

  /// The gap after which it has stopped, in the contact's median intervals, where that is longer.
  public var stopIntervals: Double

  /// How far back from the newest sample the others count for `VelocityStrategy.recent`.
  public var recentWindow: Duration

  /// The standard figures, except where others are given.
  public init(
    strategy: VelocityStrategy = .leastSquares,
    window: Duration = KineticsDefaults.velocityWindow,
    sampleLimit: Int = KineticsDefaults.velocitySampleLimit,
    stopGap: Duration = KineticsDefaults.stopGap,
    stopIntervals: Double = KineticsDefaults.stopIntervals,
    recentWindow: Duration = KineticsDefaults.recentWindow
  ) {
    self.strategy = strategy
    self.window = window
    self.sampleLimit = sampleLimit
    self.stopGap = stopGap
    self.stopIntervals = stopIntervals
    self.recentWindow = recentWindow
  }
}
