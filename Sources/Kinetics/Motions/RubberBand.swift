/// How far content stretches when a finger pulls it beyond its end: b = (1 − 1/(c·x/d + 1))·d (M4).
///
/// x is the finger's distance beyond the edge and b the stretch, both in points; b grows with the slope c at first and
/// never reaches d. Both signs behave alike.
public struct RubberBand: Equatable, Hashable, Sendable {
  /// d, in points: the length of the view, which the stretch never reaches.
  public var dimension: Double

  /// c, without unit: the slope of the stretch at the edge.
  public var coefficient: Double

  /// A band over a view of `dimension` points; a dimension of 0 or less does not stretch.
  public init(dimension: Double, coefficient: Double = KineticsDefaults.rubberBandCoefficient) {
    self.dimension = dimension
    self.coefficient = coefficient
  }

  /// Returns how far the band stretches when the finger is `distance` points beyond the edge.
  public func stretch(for distance: Double) -> Double {
    guard dimension > 0, coefficient > 0 else { return 0 }
    // The formula above without its difference of two nearly equal numbers, for both signs.
    let pulled = coefficient * distance
    return pulled * dimension / (pulled.magnitude + dimension)
  }

  /// Returns how fast the stretch changes per unit of the finger's speed, at a stretch of `stretch` points: db/dx =
  /// c·(1 − |b|/d)².
  ///
  /// It decreases from c at the edge to 0, without unit.
  public func slope(at stretch: Double) -> Double {
    guard dimension > 0, coefficient > 0 else { return 0 }
    let left = max(1 - stretch.magnitude / dimension, 0)
    return coefficient * left * left
  }

  /// The greatest stretch that `distance(for:)` distinguishes, in points: 99.9 % of `dimension`, or 0 if the band does
  /// not stretch.
  public var greatestStretch: Double { dimension > 0 && coefficient > 0 ? 0.999 * dimension : 0 }

  /// Returns how far beyond the edge the finger is when the band is stretched by `stretch` points: the inverse.
  ///
  /// No finger stretches the band to `dimension`. A spring can, so a stretch of `greatestStretch` or more is read as
  /// that, which keeps the result finite.
  public func distance(for stretch: Double) -> Double {
    guard dimension > 0, coefficient > 0 else { return 0 }
    let reachable = min(max(stretch, -greatestStretch), greatestStretch)
    return reachable * dimension / (coefficient * (dimension - reachable.magnitude))
  }
}
