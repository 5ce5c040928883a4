/// How a velocity is computed from a contact's samples.
public enum VelocityStrategy: String, CaseIterable, Equatable, Hashable, Sendable {
  /// A parabola through the samples by least squares, a straight line where there are only two.
  case leastSquares = "lsq2"

  /// The velocity that the work done on a mass by the finger's pushes would have given it.
  ///
  /// Less sensitive to a single late sample. Source: Android's `ImpulseVelocityTrackerStrategy`.
  case impulse

  /// The mean velocity over the last 40 ms.
  case recent
}

/// The figures of a velocity estimator; see `KineticsDefaults` for the sources of the standard ones.
public struct VelocityTuning: Equatable, Hashable, Sendable {
  /// The standard figures (G4).
  public static let standard = VelocityTuning()

  /// How a velocity is computed from the samples.
  public var strategy: VelocityStrategy

  /// How far back from the newest sample other samples count.
  public var window: Duration

  /// How many samples count, 2…20.
  public var sampleLimit: Int

  /// The shortest gap after which a finger has stopped.
  public var stopGap: Duration

  /// The gap after which a finger has stopped, in the contact's median intervals, if that is longer than `stopGap`.
  public var stopIntervals: Double

  /// How far back from the newest sample other samples count for `VelocityStrategy.recent`.
  public var recentWindow: Duration

  /// The standard figures, except where specified.
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
