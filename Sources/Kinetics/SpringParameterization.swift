/// A way to make a spring (SPEC.md M1): parameters that belong together, for whoever gets them by name.
package enum SpringParameterization: CaseIterable, Equatable, Sendable {
  case response
  case duration
  case bounciness
  case constants

  /// In the order of the initialiser.
  package var parameters: [SpringError.Parameter] {
    switch self {
    case .response: [.response, .dampingFraction]
    case .duration: [.duration, .bounce]
    case .bounciness: [.bounciness, .speed]
    case .constants: [.mass, .stiffness, .damping]
    }
  }

  /// The way that `given` parameters are all there for; the mass may be left out.
  package init(of given: [SpringError.Parameter]) throws(SpringWayError) {
    guard let first = given.first else { throw .nothing }
    // No parameter has two ways.
    guard let way = Self.allCases.first(where: { $0.parameters.contains(first) }),
      given.allSatisfy(way.parameters.contains)
    else { throw .mixed(given) }
    let missing = way.parameters.filter { $0 != .mass && !given.contains($0) }
    guard missing.isEmpty else { throw .missing(missing, beside: given) }
    self = way
  }

  /// The spring of the way's parameters; the mass is 1 where it is left out, and any other must be there.
  package func spring(_ values: [SpringError.Parameter: Double]) throws(SpringError) -> Spring {
    // A NaN in the place of a value is refused by its name.
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

/// Why parameters do not make a spring, whatever their values.
package enum SpringWayError: Error, Hashable, Sendable {
  /// No parameter.
  case nothing
  /// Parameters of different ways.
  case mixed([SpringError.Parameter])
  /// Parameters that the others need.
  case missing([SpringError.Parameter], beside: [SpringError.Parameter])
}
