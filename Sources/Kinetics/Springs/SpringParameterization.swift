/// A set of parameters that together define a spring (M1), for callers that receive them by name.
package enum SpringParameterization: CaseIterable, Equatable, Sendable {
  case response
  case duration
  case bounciness
  case constants

  /// In the order of the initializer.
  package var parameters: [SpringError.Parameter] {
    switch self {
    case .response: [.response, .dampingFraction]
    case .duration: [.duration, .bounce]
    case .bounciness: [.bounciness, .speed]
    case .constants: [.mass, .stiffness, .damping]
    }
  }

  /// The parameterization that the `given` parameters form; only the mass may be left out.
  package init(of given: [SpringError.Parameter]) throws(SpringWayError) {
    guard let first = given.first else { throw .nothing }
    // No parameter belongs to two parameterizations.
    guard let way = Self.allCases.first(where: { $0.parameters.contains(first) }),
      given.allSatisfy(way.parameters.contains)
    else { throw .mixed(given) }
    let missing = way.parameters.filter { $0 != .mass && !given.contains($0) }
    guard missing.isEmpty else { throw .missing(missing, beside: given) }
    self = way
  }

  /// Returns the spring with these parameters; the mass is 1 if left out, and all others must be present.
  package func spring(_ values: [SpringError.Parameter: Double]) throws(SpringError) -> Spring {
    // A NaN instead of a missing value is rejected under the parameter's name.
    func value(_ parameter: SpringError.Parameter) -> Double { values[parameter] ?? .nan }
    return switch self {
    case .response: try Spring(response: value(.response), dampingFraction: value(.dampingFraction))
    case .duration: try Spring(duration: value(.duration), bounce: value(.bounce))
    case .bounciness: try Spring(bounciness: value(.bounciness), speed: value(.speed))
    case .constants:
      try Spring(mass: values[.mass] ?? 1, stiffness: value(.stiffness), damping: value(.damping))
    }
  }
}

/// An error in the choice of parameters of a spring, whatever their values.
package enum SpringWayError: Error, Hashable, Sendable {
  /// No parameter is given.
  case nothing
  /// Parameters of different parameterizations.
  case mixed([SpringError.Parameter])
  /// Parameters that the given ones require.
  case missing([SpringError.Parameter], beside: [SpringError.Parameter])
}
