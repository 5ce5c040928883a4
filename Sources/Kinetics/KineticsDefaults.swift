/// Every tuned figure of this module, with its source; the headings name the rows of the pages that have the rules.
///
/// Rest thresholds are in `RestThreshold` and the named curves in `CubicBezier`.
public enum KineticsDefaults {
  // MARK: Velocity (G4)

  /// How far back samples count: 100 ms.
  ///
  /// Source: Android's and Flutter's `VelocityTracker` (`HORIZON`).
  public static let velocityWindow = Duration.milliseconds(100)

  /// How many samples count: 20.
  ///
  /// Source: Android's and Flutter's `VelocityTracker` (`HISTORY_SIZE`).
  public static let velocitySampleLimit = 20

  /// The gap after which a finger has stopped: 40 ms.
  ///
  /// Source: Android's `ASSUME_POINTER_STOPPED_TIME`.
  public static let stopGap = Duration.milliseconds(40)

  /// The gap after which a finger on a slow panel has stopped: 2.5 of its usual intervals.
  ///
  /// Some panels report every 51 ms, which `stopGap` alone would take for a stop at each sample;
  /// 2.5 tolerates one lost report (2 intervals and some jitter) and detects a stop at the second.
  public static let stopIntervals = 2.5

  /// How many intervals determine a panel's rate: 2.
  ///
  /// With one, the gap would be compared with itself and never count as a stop.
  public static let fewestIntervals = 2

  /// How far back the recent-window estimator looks: 40 ms, the span after which a finger counts as stopped.
  ///
  /// Five reports of a 120 Hz panel.
  public static let recentWindow = Duration.milliseconds(40)

  // MARK: Projection (G5)

  /// The part of its speed that a scroll keeps each millisecond.
  ///
  /// Source: `UIScrollView.DecelerationRate.normal`.
  public static let normalDeceleration = 0.998

  /// The part of its speed that a paging scroll keeps each millisecond.
  ///
  /// Source: `UIScrollView.DecelerationRate.fast`.
  public static let fastDeceleration = 0.99

  /// Seconds of unchanged velocity in a predicted end: 0.25.
  ///
  /// Source: SwiftUI's `DragGesture.Value`, where `velocity` is four times the distance to `predictedEndLocation`.
  public static let predictionSpan = 0.25

  // MARK: Springs (M2, M3)

  /// The distance, of a unit distance, below which a spring counts as settled: 0.001.
  ///
  /// Source: SwiftUI's `Spring`.
  public static let settlingDistance = 0.001

  /// How many pieces of constant response a blend has: 8.
  ///
  /// A figure of the project's own.
  public static let blendPieces = 8

  /// The time in seconds after which a motion counts as endless: 1e9, about 32 years.
  ///
  /// Keeps the end of a barely damped spring within the range of `Instant`.
  public static let endless = 1e9

  // MARK: Rubber band (M4)

  /// The initial slope of a rubber band: it stretches by 0.55 of the finger's distance at first.
  ///
  /// Source: `UIScrollView`, as reverse-engineered ("Analysis of Apple's rubber band scrolling",
  /// squareb.wordpress.com, 6 January 2013).
  public static let rubberBandCoefficient = 0.55
}
