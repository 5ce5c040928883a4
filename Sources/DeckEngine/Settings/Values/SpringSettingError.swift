import DeckProtocol
package import Kinetics
import MessageText

/// The error of a text that does not describe a spring for a setting.
package enum SpringSettingError: Error, Equatable, Sendable {
  /// Between two commas there is something other than a name and a number.
  case noPair(String)
  /// A name that no parameter has.
  case unknown(String)
  /// A parameter's value that is not a finite decimal number.
  case noNumber(SpringError.Parameter, String)
  /// A parameter that appears twice.
  case repeated(SpringError.Parameter)
  /// Parameters that do not make a spring together.
  case way(SpringWayError)
  /// A value that no spring can have.
  case refused(SpringError)
  /// A spring too slow or too quick, or one that takes too long to come to rest.
  case unfit(SpringError.Parameter, Double, ClosedRange<Double>)
}

extension SpringSettingError: CustomStringConvertible {
  package var description: String { "\(problem); expected \(expected)" }

  /// What is wrong with the text.
  package var problem: String {
    switch self {
    case .noPair(let text): "\(SettingText.quoted(text)) is not a name and a number"
    case .unknown(let name): "unknown parameter \(SettingText.quoted(name))"
    case .noNumber(let parameter, let text): "\(parameter.rawValue) is \(SettingText.quoted(text)), not a number"
    case .repeated(let parameter): "\(parameter.rawValue) is given twice"
    case .way(.nothing): "nothing says which spring"
    case .way(.mixed(let given)): "\(Self.list(given)) do not belong together"
    case .way(.missing(let missing, let given)): "no \(Self.list(missing)) beside \(Self.list(given))"
    case .refused(.invalid(let parameter, let value, _)): "its \(parameter.rawValue) is \(SettingText.number(value))"
    case .unfit(.dampingFraction, 0, _): "its dampingFraction is 0, so that it never comes to rest"
    case .unfit(let parameter, let value, _): "its \(parameter.rawValue) is \(SettingText.number(value))"
    }
  }

  /// What is accepted instead.
  package var expected: String {
    switch self {
    case .noPair: "names and numbers such as \"response 0.4, dampingFraction 0.7\""
    case .unknown(let name):
      Suggestion.oneOf(SpringParameterization.allCases.flatMap(\.parameters).map(\.rawValue), insteadOf: name)
    case .noNumber: "a decimal number"
    case .repeated: "each parameter once"
    case .way:
      "response with dampingFraction, duration with bounce, bounciness with speed, or stiffness with damping "
        + "(and mass)"
    case .refused(.invalid(_, _, let rule)): rule.description
    case .unfit(.response, _, let limits): "\(SettingText.range(limits)) s"
    case .unfit(_, _, let limits): SettingText.range(limits)
    }
  }

  private static func list(_ parameters: [SpringError.Parameter]) -> String {
    parameters.map(\.rawValue).joined(separator: " and ")
  }
}
