package import DeckProtocol

/// A name; none, which is an empty text, if its length may be 0.
package struct NameCodec: SettingCodec {
  var length: ClosedRange<Int>

  var range: String { "\(length.lowerBound)…\(length.upperBound) characters" }
  var values: SettingDescription.Values { .text }
  var samples: [DeckSnapshot.Setting] {
    [length.lowerBound, length.upperBound].map { .text(String(repeating: "n", count: $0)) }
  }
  package var bounds: String { range }
  package var expectation: String {
    length.contains(0) ? "a name of at most \(length.upperBound) characters, or \"\" for none" : "a name of \(range)"
  }

  package func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> String {
    guard case .text(let text) = given else { throw mismatch(given) }
    guard SettingText.isName(text, length: length) else {
      throw error(text.isEmpty ? "empty" : "\(SettingText.quoted(text)) is not a name")
    }
    return text
  }

  func setting(_ value: String, pointsPerMillimetre: Double) -> DeckSnapshot.Setting {
    .text(value)
  }
}

extension SettingParser where Self == NameCodec {
  /// A name of this length.
  package static func name(_ length: ClosedRange<Int> = SettingText.nameLength) -> NameCodec {
    NameCodec(length: length)
  }
}
