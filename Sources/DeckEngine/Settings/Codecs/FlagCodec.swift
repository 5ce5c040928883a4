import DeckProtocol

/// True or false.
struct FlagCodec: SettingCodec {
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

extension SettingCodec where Self == FlagCodec {
  /// True or false.
  static var flag: FlagCodec { FlagCodec() }
}
