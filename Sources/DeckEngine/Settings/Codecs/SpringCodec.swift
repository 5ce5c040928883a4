import DeckProtocol

/// A spring, as a text that names its parameters.
struct SpringCodec: SettingCodec {
  var range: String { "a spring" }
  var values: SettingDescription.Values {
    .spring(response: SpringSetting.responses, dampingFraction: SpringSetting.dampingFractions)
  }
  var samples: [DeckSnapshot.Setting] {
    [(0.1, 0.3), (0.4, 1), (1, 2)].map { .text("response \($0), dampingFraction \($1)") }
  }
  var expectation: String { "a spring such as \"response 0.4, dampingFraction 0.7\"" }

  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> SpringSetting {
    guard case .text(let text) = given else { throw mismatch(given) }
    do {
      return try SpringSetting(text)
    } catch {
      throw SettingError(problem: error.problem, expected: error.expected)
    }
  }

  func setting(_ value: SpringSetting, pointsPerMillimetre: Double) -> DeckSnapshot.Setting {
    .text(value.text)
  }
}

extension SettingCodec where Self == SpringCodec {
  /// A spring that comes to rest.
  static var spring: SpringCodec { SpringCodec() }
}
