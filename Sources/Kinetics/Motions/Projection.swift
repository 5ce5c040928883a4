/// Predicts where a drag ends (G5).
public enum Projection {
  /// The predicted end of a drag: its location after 0.25 s of unchanged velocity.
  ///
  /// - Parameters:
  ///   - location: where the finger is, in points.
  ///   - velocity: its velocity, in pt/s.
  ///   - span: seconds to look ahead.
  /// - Returns: the predicted location, in points.
  public static func predictedEnd(
    of location: Point,
    velocity: Vector,
    span: Double = KineticsDefaults.predictionSpan
  ) -> Point {
    location + span * velocity
  }

  /// `predictedEnd(of:velocity:span:)` for one axis.
  public static func predictedEnd(
    of location: Double,
    velocity: Double,
    span: Double = KineticsDefaults.predictionSpan
  ) -> Double {
    location + span * velocity
  }
}
