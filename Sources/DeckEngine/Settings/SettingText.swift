import DeckProtocol

/// How values are written in messages and in the configuration file, and what a name is.
package enum SettingText {
  /// How many characters a name has.
  package static let nameLength = 1...64

  /// Whether `text` can name a deck, a surface or a decision: of a sensible length, without control characters.
  package static func isName(_ text: String, length: ClosedRange<Int> = nameLength) -> Bool {
    length.contains(text.count) && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// The shortest text that reads back as `number`, without `.0`.
  package static func number(_ number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The finite decimal number that a text is; `nil` for any other text.
  static func decimal(_ text: some StringProtocol) -> Double? {
    // Double reads "inf", "nan" and hexadecimal too.
    guard text.utf8.allSatisfy({ "0123456789.+-eE".utf8.contains($0) }), let number = Double(text), number.isFinite
    else { return nil }
    return number
  }

  /// Both ends of a range.
  package static func range(_ range: ClosedRange<Double>) -> String {
    "\(number(range.lowerBound))…\(number(range.upperBound))"
  }

  /// The words with commas and a last "or".
  static func alternatives(_ words: [String]) -> String {
    joined(words, last: "or")
  }

  /// The words with commas and a last "and".
  package static func list(_ words: [String]) -> String {
    joined(words, last: "and")
  }

  private static func joined(_ words: [String], last conjunction: String) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }

  /// `text` in double quotes, escaped as TOML and JSON both have it, so that a message stays one line.
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        quoted.append("\\")
        quoted.unicodeScalars.append(scalar)
      case _ where scalar.properties.generalCategory == .control:
        quoted.append("\\u" + padded(scalar.value, to: 4, radix: 16).uppercased())
      default:
        quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
