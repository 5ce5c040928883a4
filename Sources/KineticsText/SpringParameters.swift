package import Kinetics

/// What the flags of `deckctl spring` say about a spring (SPEC.md C2), and the spring that they mean.
package struct SpringParameters: Equatable, Sendable {
  /// Seconds: with `damping` as ζ.
  package var response: Double?
  /// ζ with a response, the damping coefficient with a stiffness.
  package var damping: Double?
  /// Seconds: with `bounce`.
  package var duration: Double?
  package var bounce: Double?
  /// Pop's: with `speed`.
  package var bounciness: Double?
  package var speed: Double?
  /// 1 where only stiffness and damping are given.
  package var mass: Double?
  package var stiffness: Double?

  /// Nothing said yet.
  package init() {}

  /// The spring that the flags mean: they have to be those of exactly one way to make one.
  package func spring() throws(SpringParametersError) -> Spring {
    let given = given
    // By itself it may still become a fraction or a coefficient.
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

  /// What `Spring` calls a flag that is given.
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

/// A flag that says something about a spring.
package enum SpringFlag: String, CaseIterable, Equatable, Sendable, CustomStringConvertible {
  case response
  case damping
  case duration
  case bounce
  case bounciness
  case speed
  case mass
  case stiffness

  /// As it is written on the command line.
  package var description: String { "--\(rawValue)" }

  /// What a refusal by `Spring` may call it.
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

/// Why flags are no spring.
package enum SpringParametersError: Error, Equatable, Sendable {
  /// No flag.
  case nothing
  /// Flags of different ways to make a spring.
  case mixed([SpringFlag])
  /// Flags that more than one way has, and that are none by themselves.
  case unfinished([SpringFlag])
  /// Flags that the others need.
  case missing([SpringFlag], beside: [SpringFlag])
  /// A flag's value breaks its rule.
  case refused(SpringFlag, value: Double, expected: ParameterRule)
  /// Each value is right by itself, but not what follows from all of them.
  case impossible(SpringError, [SpringFlag])
}

extension SpringParametersError: CustomStringConvertible {
  private static let ways = """
    one of --response with --damping, --duration with --bounce, --bounciness with --speed, \
    or --mass, --stiffness and --damping
    """

  /// The flags and what to do with them.
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
