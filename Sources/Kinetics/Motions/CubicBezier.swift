/// A timing curve from (0, 0) to (1, 1) with two control points, as in CSS, UIKit and SwiftUI (M4).
public struct CubicBezier: Equatable, Hashable, Sendable {
  /// No easing.
  public static let linear = CubicBezier(valid: 0, 0, 1, 1)

  /// UIKit's default curve, which `koloda`'s timed moves use; CSS calls it `ease`.
  public static let `default` = CubicBezier(valid: 0.25, 0.1, 0.25, 1)

  /// A slow start.
  public static let easeIn = CubicBezier(valid: 0.42, 0, 1, 1)

  /// A slow end.
  public static let easeOut = CubicBezier(valid: 0, 0, 0.58, 1)

  /// A slow start and a slow end.
  public static let easeInOut = CubicBezier(valid: 0.42, 0, 0.58, 1)

  /// The first control point's progress, 0…1.
  public let x1: Double

  /// The first control point's value.
  public let y1: Double

  /// The second control point's progress, 0…1.
  public let x2: Double

  /// The second control point's value.
  public let y2: Double

  /// A curve with control points (x1, y1) and (x2, y2).
  ///
  /// - Parameters:
  ///   - x1: 0…1, so that the curve never goes back in time.
  ///   - y1: finite; outside 0…1 it overshoots.
  ///   - x2: 0…1.
  ///   - y2: finite.
  /// - Throws: `CubicBezierError` for a coordinate outside its range.
  public init(x1: Double, y1: Double, x2: Double, y2: Double) throws(CubicBezierError) {
    try CubicBezierError.check(.x1, x1, .within(0...1))
    try CubicBezierError.check(.y1, y1, .finite)
    try CubicBezierError.check(.x2, x2, .within(0...1))
    try CubicBezierError.check(.y2, y2, .finite)
    self.init(valid: x1, y1, x2, y2)
  }

  private init(valid x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }

  /// The eased value at `progress`; exactly 0 up to 0 and exactly 1 from 1 on.
  public func value(at progress: Double) -> Double {
    guard progress > 0 else { return 0 }
    guard progress < 1 else { return 1 }
    if self == .linear { return progress }
    return Self.coordinate(y1, y2, at: parameter(at: progress))
  }

  /// The change of the value per unit of progress; 0 outside 0…1.
  ///
  /// Where the curve is vertical, which only unusual control points cause, it is the mean slope from 0.0001 of progress
  /// before to 0.0001 after, so that a velocity computed from it stays finite.
  public func slope(at progress: Double) -> Double {
    guard progress >= 0, progress <= 1 else { return 0 }
    // At an end that coincides with its control point, the other control point gives the direction.
    if progress == 0, x1 == 0, y1 == 0, x2 > 0 { return y2 / x2 }
    if progress == 1, x2 == 1, y2 == 1, x1 < 1 { return (1 - y1) / (1 - x1) }
    let parameter = progress == 0 ? 0 : progress == 1 ? 1 : parameter(at: progress)
    let run = Self.derivative(x1, x2, at: parameter)
    if run > 1e-6 { return Self.derivative(y1, y2, at: parameter) / run }
    let (before, after) = (max(0, progress - 1e-4), min(1, progress + 1e-4))
    return (value(at: after) - value(at: before)) / (after - before)
  }

  /// The curve's parameter, 0…1, where its x is `progress`, a number between 0 and 1.
  ///
  /// Newton's method from `progress` itself converges in a few steps where the curve is not steep, and bisection
  /// always does, x being monotone. Source: the same pair in WebKit's `UnitBezier`.
  private func parameter(at progress: Double) -> Double {
    var parameter = progress
    for _ in 0..<8 {
      let error = Self.coordinate(x1, x2, at: parameter) - progress
      // 1e-14 leaves a value exact to 1e-9 up to a slope of 100,000.
      if error.magnitude < 1e-14 { return parameter }
      let run = Self.derivative(x1, x2, at: parameter)
      guard run > 1e-6 else { break }
      parameter -= error / run
      guard parameter > 0, parameter < 1 else { break }
    }
    var (lower, upper) = (0.0, 1.0)
    while upper - lower > 1e-16 {
      let middle = (lower + upper) / 2
      if middle == lower || middle == upper { break }
      if Self.coordinate(x1, x2, at: middle) < progress { lower = middle } else { upper = middle }
    }
    return upper
  }

  /// Returns one coordinate of the curve, given that coordinate of both control points.
  private static func coordinate(_ first: Double, _ second: Double, at parameter: Double) -> Double {
    let rest = 1 - parameter
    return parameter * (3 * rest * (rest * first + parameter * second) + parameter * parameter)
  }

  private static func derivative(_ first: Double, _ second: Double, at parameter: Double) -> Double {
    let rest = 1 - parameter
    return 3 * (rest * rest * first + 2 * rest * parameter * (second - first) + parameter * parameter * (1 - second))
  }
}

/// An error thrown when a timing curve cannot be created.
public enum CubicBezierError: Error, Equatable, Sendable {
  /// A coordinate breaks its rule.
  case invalid(Coordinate, value: Double, expected: ParameterRule)

  /// A control point's coordinate, named as in the initializer.
  public enum Coordinate: String, Equatable, Sendable {
    case x1
    case y1
    case x2
    case y2
  }

  /// Throws if `value` breaks `rule`.
  fileprivate static func check(
    _ coordinate: Coordinate,
    _ value: Double,
    _ rule: ParameterRule
  ) throws(CubicBezierError) {
    guard rule.accepts(value) else { throw .invalid(coordinate, value: value, expected: rule) }
  }
}

extension CubicBezierError: CustomStringConvertible {
  /// The coordinate, what it must be and what it was.
  public var description: String {
    switch self {
    case .invalid(let coordinate, let value, let rule):
      "a timing curve's \(coordinate.rawValue) must be \(rule), not \(value)"
    }
  }
}
