package import Kinetics

/// A spring in a setting, with the text that describes it.
package struct SpringSetting: Hashable, Sendable {
  /// The responses that a card's spring may have, in seconds: from three frames at 60 Hz to longer than a user waits.
  package static let responses = 0.05...5.0
  /// The damping fractions that a card's spring may have: from one that swings some twenty times to one that only
  /// creeps.
  ///
  /// 0 is excluded, since a spring without damping never comes to rest.
  package static let dampingFractions = 0.05...10.0

  /// The spring as text, its parameters in the order of `SpringParameterization`: `response 0.4, dampingFraction 0.7`.
  package let text: String
  package let spring: Spring

  /// The spring whose parameters a text names, in any order: `bounciness 10, speed 20`.
  package init(_ text: String) throws(SpringSettingError) {
    try self.init(Self.parameters(text))
  }

  private init(_ given: [(parameter: SpringError.Parameter, value: Double)]) throws(SpringSettingError) {
    let way: SpringParameterization
    do {
      way = try SpringParameterization(of: given.map(\.parameter))
    } catch {
      throw .way(error)
    }
    let values = given.reduce(into: [:]) { $0[$1.parameter] = $1.value }
    do {
      spring = try way.spring(values)
    } catch {
      throw .refused(error)
    }
    let traits: [(SpringError.Parameter, Double, ClosedRange<Double>)] = [
      (.response, spring.response, Self.responses),
      (.dampingFraction, spring.dampingFraction, Self.dampingFractions),
    ]
    // Other pairs are converted to this one, and rounded: 1/(1 − 0.9) is 10.000000000000002.
    for (trait, value, limits) in traits {
      let isFit = value * (1 + 1e-12) >= limits.lowerBound && value * (1 - 1e-12) <= limits.upperBound
      guard isFit else { throw .unfit(trait, value, limits) }
    }
    text = way.parameters
      .compactMap { parameter in values[parameter].map { "\(parameter.rawValue) \(SettingText.number($0))" } }
      .joined(separator: ", ")
  }

  /// Returns the parameters of a text, in its order.
  private static func parameters(
    _ text: String
  ) throws(SpringSettingError) -> [(parameter: SpringError.Parameter, value: Double)] {
    var given: [(parameter: SpringError.Parameter, value: Double)] = []
    guard !text.allSatisfy(\.isWhitespace) else { return given }
    for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = pair.split(whereSeparator: \.isWhitespace)
      guard words.count == 2 else { throw .noPair(words.joined(separator: " ")) }
      guard let parameter = SpringError.Parameter(rawValue: String(words[0])) else { throw .unknown(String(words[0])) }
      guard let value = SettingText.decimal(words[1]) else { throw .noNumber(parameter, String(words[1])) }
      guard !given.contains(where: { $0.parameter == parameter }) else { throw .repeated(parameter) }
      given.append((parameter, value))
    }
    return given
  }
}

extension SpringSetting {
  /// The spring of a default, whose constants are known to be valid.
  static func response(_ response: Double, dampingFraction: Double) -> SpringSetting {
    constant([(.response, response), (.dampingFraction, dampingFraction)])
  }

  /// The spring of a default, whose constants are known to be valid.
  static func bounciness(_ bounciness: Double, speed: Double) -> SpringSetting {
    constant([(.bounciness, bounciness), (.speed, speed)])
  }

  /// The spring of a default, whose constants are known to be valid.
  static func duration(_ duration: Double, bounce: Double) -> SpringSetting {
    constant([(.duration, duration), (.bounce, bounce)])
  }

  private static func constant(_ given: [(parameter: SpringError.Parameter, value: Double)]) -> SpringSetting {
    do {
      return try SpringSetting(given)
    } catch {
      preconditionFailure("a default's spring: \(error)")
    }
  }
}
