/// An error thrown when a spring cannot be created.
public enum SpringError: Error, Equatable, Sendable {
  /// A parameter breaks its rule.
  ///
  /// Constants derived from the given ones (a stiffness from a response of 1e-200 s) are checked too, under their own
  /// names.
  case invalid(Parameter, value: Double, expected: ParameterRule)

  /// The constants that springs are made from, named as in the initializers.
  public enum Parameter: String, Equatable, Sendable {
    case response
    case dampingFraction
    case duration
    case bounce
    case mass
    case stiffness
    case damping
    case bounciness
    case speed
  }

  /// Throws if `value` breaks `rule`.
  static func check(_ parameter: Parameter, _ value: Double, _ rule: ParameterRule) throws(SpringError) {
    guard rule.accepts(value) else { throw .invalid(parameter, value: value, expected: rule) }
  }
}

extension SpringError: CustomStringConvertible {
  /// The parameter, what it must be and what it was.
  public var description: String {
    switch self {
    case .invalid(let parameter, let value, let rule):
      "a spring's \(parameter.rawValue) must be \(rule), not \(value)"
    }
  }
}
