package import DeckProtocol

/// The values that a key takes, and how they are parsed.
package protocol SettingParser<Value>: Sendable {
  associatedtype Value

  /// `pt`, `s`, `°`; empty for a plain number and for other values.
  var unit: String { get }
  /// The range with its unit; empty for values that only their expectation describes.
  var bounds: String { get }
  /// The values in the words of error messages.
  var expectation: String { get }

  /// Parses a value; the range of a length in millimeters is checked at `pointsPerMillimetre`.
  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> Value
}

/// A parser of a setting's values that formats them as well.
protocol SettingCodec<Value>: SettingParser {
  /// The values in the words of the documentation, without the unit.
  var range: String { get }
  /// The values as clients read them.
  var values: SettingDescription.Values { get }
  /// Some of the values: the ends and the middle of a range, every choice.
  var samples: [DeckSnapshot.Setting] { get }

  /// Formats the value for clients, lengths in points.
  func setting(_ value: Value, pointsPerMillimetre: Double) -> DeckSnapshot.Setting

  /// Formats the value for the configuration file.
  func literal(_ value: Value) -> String
}

extension SettingCodec {
  func literal(_ value: Value) -> String {
    // Only lengths depend on a scale, and they format themselves.
    switch setting(value, pointsPerMillimetre: 1) {
    case .number(let number): SettingText.number(number)
    case .flag(let flag): flag ? "true" : "false"
    case .text(let text): SettingText.quoted(text)
    }
  }
}

extension SettingParser {
  package var unit: String { "" }
  package var bounds: String { "" }

  /// Returns an error with the problem of a value and the accepted values.
  package func error(_ problem: String) -> SettingError {
    SettingError(problem: problem, expected: expectation)
  }

  /// Returns the error that a value has another type than the setting takes.
  package func mismatch(_ given: DeckSnapshot.Setting) -> SettingError {
    switch given {
    case .number: error("found a number")
    case .flag: error("found a boolean")
    case .text: error("found a string")
    }
  }

  /// The unit as it follows a range.
  var unitSuffix: String { unit.isEmpty ? "" : " \(unit)" }
}
