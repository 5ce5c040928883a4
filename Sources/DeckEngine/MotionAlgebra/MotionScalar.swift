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

  /// The number, or the nearer end of a range that it is not in.
  func clamped(to range: ClosedRange<Double>) -> Self

  /// What lies at the number among `values` at the whole numbers from 0 on: linear between two of them, and below 0 as
  /// between 0 and 1.
  func interpolated(_ values: (Int) -> Double) -> Self
}

extension MotionScalar {
  /// The number, or `limit` if that is more.
  func atLeast(_ limit: Double) -> Self { clamped(to: limit...Double.infinity) }

  /// The number, or `limit` if that is less.
  func atMost(_ limit: Double) -> Self { clamped(to: -Double.infinity...limit) }

  /// The number this much of the way to another; beyond either with a progress below 0 or above 1.
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
}

extension Instant: Evaluation {
  func value(of motion: Motion) -> Double { motion.value(at: self) }
}

/// Evaluates to expressions that hold until an animation changes.
struct SymbolicEvaluation: Evaluation {
  func value(of motion: Motion) -> MotionExpression { MotionExpression(motion) }
}
