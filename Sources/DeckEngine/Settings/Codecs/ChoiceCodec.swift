import DeckProtocol

/// One of a few words.
struct ChoiceCodec<Choice>: SettingCodec
where Choice: RawRepresentable & CaseIterable & Sendable, Choice.RawValue == String {
  private var words: [String] { Choice.allCases.map(\.rawValue) }

  var range: String { SettingText.alternatives(words) }
  var expectation: String { "one of \(words.joined(separator: ", "))" }

  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> Choice {
    guard case .text(let word) = given else { throw mismatch(given) }
    guard let choice = Choice(rawValue: word) else {
      throw SettingError(
        problem: "unknown choice \(SettingText.quoted(word))",
        expected: Suggestion.oneOf(words, insteadOf: word)
      )
    }
    return choice
  }

  func setting(_ value: Choice, pointsPerMillimetre: Double) -> DeckSnapshot.Setting {
    .text(value.rawValue)
  }
}

extension SettingCodec {
  /// One of the words of a type.
  static func choice<Choice>() -> Self where Self == ChoiceCodec<Choice> { ChoiceCodec() }
}
