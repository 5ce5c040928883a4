package import DeckProtocol

/// True or false.
package struct FlagCodec: SettingCodec {
  var range: String { "true or false" }
  var values: SettingDescription.Values { .flag }
  var samples: [DeckSnapshot.Setting] { [.flag(false), .flag(true)] }
  package var expectation: String { range }

  package func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> Bool {
    guard case .flag(let flag) = given else { throw mismatch(given) }
    return flag
  }

  func setting(_ value: Bool, pointsPerMillimetre: Double) -> DeckSnapshot.Setting {
    .flag(value)
  }
}

extension SettingParser where Self == FlagCodec {
  /// True or false.
  package static var flag: FlagCodec { FlagCodec() }
}
