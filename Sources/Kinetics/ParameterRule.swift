/// A requirement on a numeric parameter of this module; part of the errors thrown for a value that breaks it.
public enum ParameterRule: Equatable, Sendable {
  /// Finite.
  case finite
  /// Finite and greater than 0.
  case positive
  /// Finite and 0 or more.
  case notNegative
  /// In a range that includes both its ends.
  case within(ClosedRange<Double>)
  /// Greater than a lower and less than an upper limit.
  case between(Double, and: Double)
  /// Greater than a lower limit and at most an upper one.
  case above(Double, atMost: Double)

  /// Returns whether `value` satisfies the rule; `false` for a NaN.
  public func accepts(_ value: Double) -> Bool {
    switch self {
    case .finite: value.isFinite
    case .positive: value.isFinite && value > 0
    case .notNegative: value.isFinite && value >= 0
    case .within(let range): range.contains(value)
    case .between(let lower, let upper): value > lower && value < upper
    case .above(let lower, let upper): value > lower && value <= upper
    }
  }
}

extension ParameterRule: CustomStringConvertible {
  /// The rule in words, to follow "must be".
  public var description: String {
    switch self {
    case .finite: "a finite number"
    case .positive: "a finite number greater than 0"
    case .notNegative: "a finite number of 0 or more"
    case .within(let range): "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
    case .between(let lower, let upper): "a number greater than \(Self.text(lower)) and less than \(Self.text(upper))"
    case .above(let lower, let upper): "a number greater than \(Self.text(lower)) and at most \(Self.text(upper))"
    }
  }

  /// A bound without a redundant fraction: 1, not 1.0.
  private static func text(_ bound: Double) -> String {
    Int(exactly: bound).map { "\($0)" } ?? "\(bound)"
  }
}
