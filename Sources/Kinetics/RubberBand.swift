/// What is left of a finger's way beyond the end of what can be moved: b = (1 − 1/(c·x/d + 1))·d (SPEC.md M4).
///
/// x is the finger's way beyond the edge and b the band's, both in points; b follows x with the slope c at first and
/// never gets to d. Both ways count in either direction alike.
public struct RubberBand: Equatable, Hashable, Sendable {
  /// d, in points: the length of the view, which the stretch never reaches.
  public var dimension: Double

  /// c, without unit: how readily the band gives at first.
  public var coefficient: Double

  /// A band over a view of `dimension` points; one of 0 or less does not stretch at all.
  public init(dimension: Double, coefficient: Double = KineticsDefaults.rubberBandCoefficient) {
    self.dimension = dimension
    self.coefficient = coefficient
  }

  /// How far the band stretches when the finger goes `distance` points beyond the edge.
  public func stretch(for distance: Double) -> Double {
    guard dimension > 0, coefficient > 0 else { return 0 }
    // The formula of above without its difference of two near numbers, at one for both signs.
    let pulled = coefficient * distance
    return pulled * dimension / (pulled.magnitude + dimension)
  }

  /// How fast the stretch changes per unit of the finger's speed, at a stretch of `stretch` points: db/dx = c·(1 − |b|/d)².
  ///
  /// From c at the edge down to 0, without unit.
  public func slope(at stretch: Double) -> Double {
    guard dimension > 0, coefficient > 0 else { return 0 }
    let left = max(1 - stretch.magnitude / dimension, 0)
    return coefficient * left * left
  }

  /// How far beyond the edge the finger is when the band is stretched by `stretch` points: the inverse.
  ///
  /// No finger stretches it to `dimension`. A spring can, so that and more is read as 99.9 %, which keeps the answer
  /// finite.
  public func distance(for stretch: Double) -> Double {
    guard dimension > 0, coefficient > 0 else { return 0 }
    let reachable = min(max(stretch, -0.999 * dimension), 0.999 * dimension)
    return reachable * dimension / (coefficient * (dimension - reachable.magnitude))
  }
}
