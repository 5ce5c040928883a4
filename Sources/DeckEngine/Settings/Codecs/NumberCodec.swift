package import DeckProtocol
import MessageText

/// A number; some numbers may have names.
package struct NumberCodec: SettingCodec {
  var limits: ClosedRange<Double>
  package var unit: String
  /// Names for numbers within the limits.
  var names: KeyValuePairs<String, Double>

  var range: String {
    SettingText.alternatives(
      names.map { "\($0.key) (\(SettingText.number($0.value)))" } + [SettingText.range(limits)]
    )
  }

  var values: SettingDescription.Values { .number(limits) }

  var samples: [DeckSnapshot.Setting] {
    [limits.lowerBound, limits.lowerBound / 2 + limits.upperBound / 2, limits.upperBound].map { .number($0) }
  }

  package var bounds: String { SettingText.range(limits) + unitSuffix }

  package var expectation: String {
    let words = names.isEmpty ? "" : ", or one of \(names.map(\.key).joined(separator: ", "))"
    return "a number, \(bounds)\(words)"
  }

  package func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> Double {
    switch given {
    case .number(let number):
      guard limits.contains(number) else { throw error("\(SettingText.number(number)) is out of range") }
      return number
    case .text(let name) where !names.isEmpty:
      guard let number = names.first(where: { $0.key == name })?.value else {
        throw SettingError(
          problem: "unknown name \(SettingText.quoted(name))",
          expected: expectation + Suggestion.hint(for: name, among: names.map(\.key))
        )
      }
      return number
    case .text, .flag:
      throw mismatch(given)
    }
  }

  func setting(_ value: Double, pointsPerMillimetre: Double) -> DeckSnapshot.Setting {
    .number(value)
  }
}

extension SettingParser where Self == NumberCodec {
  /// A number within `limits`, or one of `names`.
  package static func number(
    _ limits: ClosedRange<Double>,
    _ unit: String = "",
    names: KeyValuePairs<String, Double> = [:]
  ) -> NumberCodec {
    NumberCodec(limits: limits, unit: unit, names: names)
  }
}
