package import Kinetics

/// The flags of `deckctl spring`, and the spring that they define.
package struct SpringParameters: Equatable, Sendable {
  /// Seconds: with `damping` as ζ.
  package var response: Double?
  /// ζ with a response, the damping coefficient with a stiffness.
  package var damping: Double?
  /// Seconds: with `bounce`.
  package var duration: Double?
  package var bounce: Double?
  /// Pop's parameter: with `speed`.
  package var bounciness: Double?
  package var speed: Double?
  /// 1 if only stiffness and damping are given.
  package var mass: Double?
  package var stiffness: Double?

  /// No flags.
  package init() {}

  /// The spring that the flags define; they must be those of exactly one parameterization.
  package func spring() throws(SpringParametersError) -> Spring {
    let given = given
    // By itself it could be a fraction or a coefficient.
    guard given != [.damping] else { throw .unfinished(given) }
    let way: SpringParameterization
    do throws(SpringWayError) {
      way = try SpringParameterization(of: given.map(parameter))
    } catch {
      throw Self.refusal(error, given: given)
    }
    let values = given.reduce(into: [:]) { $0[parameter($1)] = value(of: $1) }
    do throws(SpringError) {
      return try way.spring(values)
    } catch {
      throw Self.refusal(error, given: given)
    }
  }

  /// The parameter in `Spring` of a given flag.
  private func parameter(_ flag: SpringFlag) -> SpringError.Parameter {
    switch flag {
    case .response: .response
    case .damping: response == nil ? .damping : .dampingFraction
    case .duration: .duration
    case .bounce: .bounce
    case .bounciness: .bounciness
    case .speed: .speed
    case .mass: .mass
    case .stiffness: .stiffness
    }
  }

  private var given: [SpringFlag] {
    SpringFlag.allCases.filter { value(of: $0) != nil }
  }

  private func value(of flag: SpringFlag) -> Double? {
    switch flag {
    case .response: response
    case .damping: damping
    case .duration: duration
    case .bounce: bounce
    case .bounciness: bounciness
    case .speed: speed
    case .mass: mass
    case .stiffness: stiffness
    }
  }

  private static func refusal(_ error: SpringWayError, given: [SpringFlag]) -> SpringParametersError {
    switch error {
    case .nothing: .nothing
    case .mixed: .mixed(given)
    case .missing(let missing, _):
      .missing(
        missing.compactMap { parameter in SpringFlag.allCases.first { $0.parameters.contains(parameter) } },
        beside: given
      )
    }
  }

  private static func refusal(_ error: SpringError, given: [SpringFlag]) -> SpringParametersError {
    switch error {
    case .invalid(let parameter, let value, let rule):
      let flag = SpringFlag.allCases.first { $0.parameters.contains(parameter) && given.contains($0) }
      return flag.map { .refused($0, value: value, expected: rule) } ?? .impossible(error, given)
    }
  }
}

/// A flag that defines a property of a spring.
package enum SpringFlag: String, CaseIterable, Equatable, Sendable, CustomStringConvertible {
  case response
  case damping
  case duration
  case bounce
  case bounciness
  case speed
  case mass
  case stiffness

  /// The flag as written on the command line.
  package var description: String { "--\(rawValue)" }

  /// The parameters that an error of `Spring` may name for it.
  fileprivate var parameters: [SpringError.Parameter] {
    switch self {
    case .response: [.response]
    case .damping: [.dampingFraction, .damping]
    case .duration: [.duration]
    case .bounce: [.bounce]
    case .bounciness: [.bounciness]
    case .speed: [.speed]
    case .mass: [.mass]
    case .stiffness: [.stiffness]
    }
  }
}

/// Why flags do not define a spring.
package enum SpringParametersError: Error, Equatable, Sendable {
  /// No flags.
  case nothing
  /// Flags of different parameterizations.
  case mixed([SpringFlag])
  /// Flags that several parameterizations share, and that are incomplete by themselves.
  case unfinished([SpringFlag])
  /// Flags that the others require.
  case missing([SpringFlag], beside: [SpringFlag])
  /// A flag's value violates its rule.
  case refused(SpringFlag, value: Double, expected: ParameterRule)
  /// Each value is valid by itself, but not their combination.
  case impossible(SpringError, [SpringFlag])
}

extension SpringParametersError: CustomStringConvertible {
  private static let ways = """
    one of --response with --damping, --duration with --bounce, --bounciness with --speed, \
    or --mass, --stiffness and --damping
    """

  /// The problem with the flags and its remedy.
  package var description: String {
    switch self {
    case .nothing: "nothing says which spring; give \(Self.ways)"
    case .mixed(let given): "\(Self.list(given)) do not belong together; give \(Self.ways)"
    case .unfinished(let given): "\(Self.list(given)) alone: that is no spring; give \(Self.ways)"
    case .missing(let missing, let given):
      "\(Self.list(given)) \(given.count == 1 ? "needs" : "need") \(Self.list(missing)) too"
    case .refused(let flag, let value, let rule): "\(flag) must be \(rule), not \(value)"
    case .impossible(let error, let given): "\(Self.list(given)): \(error)"
    }
  }

  private static func list(_ flags: [SpringFlag]) -> String {
    flags.map(\.description).joined(separator: " and ")
  }
}
