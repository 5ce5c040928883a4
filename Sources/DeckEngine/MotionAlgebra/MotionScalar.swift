import Kinetics

/// A number of the geometry: a value at one instant, or an expression of time.
///
/// The geometry is generic over it, so frames (values) and motions (expressions) cannot differ.
protocol MotionScalar: Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// A constant.
  init(_ constant: Double)

  static func + (left: Self, right: Self) -> Self
  static func - (left: Self, right: Self) -> Self
  static func * (left: Self, right: Self) -> Self

  func divided(by divisor: Double) -> Self

  /// Returns the number, or the nearer end of a range that does not contain it.
  func clamped(to range: ClosedRange<Double>) -> Self

  /// Interpolates linearly between `values`, which are at the whole numbers from 0 on; below 0, it extends the line
  /// between 0 and 1.
  func interpolated(_ values: (Int) -> Double) -> Self
}

extension MotionScalar {
  /// Returns the number, or `limit` if that is more.
  func atLeast(_ limit: Double) -> Self { clamped(to: limit...Double.infinity) }

  /// Returns the number, or `limit` if that is less.
  func atMost(_ limit: Double) -> Self { clamped(to: -Double.infinity...limit) }

  /// Interpolates from the number to another; a progress below 0 or above 1 goes beyond them.
  func toward(_ other: Self, _ progress: Self) -> Self { self + progress * (other - self) }
}

extension Double: MotionScalar {
  func divided(by divisor: Double) -> Double { self / divisor }

  func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }

  func interpolated(_ values: (Int) -> Double) -> Double {
    let whole = max(rounded(.down), 0)
    let value = values(Int(whole))
    return self == whole ? value : value + (self - whole) * (values(Int(whole) + 1) - value)
  }
}

/// How the geometry is evaluated: at one instant, or as expressions of time.
protocol Evaluation: Sendable {
  associatedtype Number: MotionScalar

  func value(of motion: Motion) -> Number

  /// Returns the value of a motion along a curve; made a `Motion`, it would only be taken apart again.
  func value(of curve: CurveMotion) -> Number
}

extension Instant: Evaluation {
  func value(of motion: Motion) -> Double { motion.value(at: self) }
  func value(of curve: CurveMotion) -> Double { curve.state(at: self).position }
}

/// Evaluates to expressions that hold until an animation changes.
struct SymbolicEvaluation: Evaluation {
  func value(of motion: Motion) -> MotionExpression { MotionExpression(motion) }
  func value(of curve: CurveMotion) -> MotionExpression { MotionExpression(.curve(curve)) }
}
