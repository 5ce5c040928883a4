import DeckProtocol

/// A name, or none: an empty text.
struct NameCodec: SettingCodec {
  private var limit: Int { SettingText.nameLength.upperBound }

  var range: String { "0…\(limit) characters" }
  var expectation: String { "a name of at most \(limit) characters, or \"\" for none" }

  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> String {
    guard case .text(let text) = given else { throw mismatch(given) }
    guard SettingText.isName(text, length: 0...limit) else { throw error("\(SettingText.quoted(text)) is not a name") }
    return text
  }

  func setting(_ value: String, pointsPerMillimetre: Double) -> DeckSnapshot.Setting {
    .text(value)
  }
}

extension SettingCodec where Self == NameCodec {
  /// A name, or none.
  static var name: NameCodec { NameCodec() }
}
