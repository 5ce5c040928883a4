import DeckProtocol
import MessageText

/// The format of values in messages and in the configuration file, and the rule for names.
package enum SettingText {
  /// The number of characters that a name can have.
  package static let nameLength = 1...64

  /// Returns whether `text` can name a deck, a surface or a decision: of a sensible length, without control characters.
  package static func isName(_ text: String, length: ClosedRange<Int> = nameLength) -> Bool {
    length.contains(text.count) && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// Returns the shortest text that parses back to `number`, without `.0`.
  package static func number(_ number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Returns the finite decimal number in a text; `nil` for any other text.
  static func decimal(_ text: some StringProtocol) -> Double? {
    // `Double` also parses "inf", "nan" and hexadecimal.
    guard text.utf8.allSatisfy({ "0123456789.+-eE".utf8.contains($0) }), let number = Double(text), number.isFinite
    else { return nil }
    return number
  }

  /// Formats both ends of a range.
  package static func range(_ range: ClosedRange<Double>) -> String {
    "\(number(range.lowerBound))…\(number(range.upperBound))"
  }

  /// Joins the words with commas and a final "or".
  static func alternatives(_ words: [String]) -> String {
    joined(words, last: "or")
  }

  /// Joins the words with commas and a final "and".
  package static func list(_ words: [String]) -> String {
    joined(words, last: "and")
  }

  private static func joined(_ words: [String], last conjunction: String) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }

  /// Returns `text` in double quotes, escaped as in both TOML and JSON, so that a message stays one line.
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
