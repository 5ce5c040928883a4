import DeckProtocol

/// True or false.
struct FlagForm: SettingForm {
  var range: String { "true or false" }
  var expectation: String { range }

  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> Bool {
    guard case .flag(let flag) = given else { throw mismatch(given) }
    return flag
  }

  func setting(_ value: Bool, pointsPerMillimetre: Double) -> DeckSnapshot.Setting {
    .flag(value)
  }
}

extension SettingForm where Self == FlagForm {
  /// True or false.
  static var flag: FlagForm { FlagForm() }
}
