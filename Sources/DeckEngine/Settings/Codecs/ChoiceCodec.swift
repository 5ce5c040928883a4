package import DeckProtocol
import MessageText

/// One of a few words.
package struct ChoiceCodec<Choice>: SettingCodec
where Choice: RawRepresentable & CaseIterable & Sendable, Choice.RawValue == String {
  /// What a word is in an error message.
  var noun: String

  private var words: [String] { Choice.allCases.map(\.rawValue) }

  var range: String { SettingText.alternatives(words) }
  var values: SettingDescription.Values { .choice(words) }
  var samples: [DeckSnapshot.Setting] { words.map { .text($0) } }
  package var expectation: String { "one of \(words.joined(separator: ", "))" }

  package func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> Choice {
    guard case .text(let word) = given else { throw mismatch(given) }
    guard let choice = Choice(rawValue: word) else {
      throw SettingError(
        problem: "unknown \(noun) \(SettingText.quoted(word))",
        expected: Suggestion.oneOf(words, insteadOf: word)
      )
    }
    return choice
  }

  func setting(_ value: Choice, pointsPerMillimetre: Double) -> DeckSnapshot.Setting {
    .text(value.rawValue)
  }
}

extension SettingParser {
  /// One of the words of a type.
  package static func choice<Choice>(_ noun: String = "choice") -> Self where Self == ChoiceCodec<Choice> {
    ChoiceCodec(noun: noun)
  }
}
