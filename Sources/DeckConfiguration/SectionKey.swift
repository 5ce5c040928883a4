import DeckEngine

/// A key of a table in the configuration file: its values, its default, and its purpose.
///
/// The reader, the example file and the documentation all use these rows.
struct SectionKey: Sendable {
  /// The valid values of a key.
  enum Form: Sendable {
    case number(ClosedRange<Double>, unit: String)
    case whole(ClosedRange<Int>, unit: String)
    case flag
    /// Text without control characters, with a character count in this range.
    case name(ClosedRange<Int>)
    /// A value with its own parser, described in words.
    case other(String)
  }

  var name: String
  var form: Form
  /// The default, in words or as a value; `nil` for a required key.
  var fallback: String?
  /// An example value for the example file, in TOML.
  var example: String
  /// One sentence for the documentation.
  var summary: String

  /// The valid values, as error messages describe them.
  var expectation: String {
    switch form {
    case .number: "a number, \(range)"
    case .whole: "a whole number, \(range)"
    case .flag: "true or false"
    case .name: "a name of \(range)"
    case .other(let words): words
    }
  }

  /// The range with its unit; empty for none.
  var range: String {
    switch form {
    case .number(let range, let unit): "\(SettingText.range(range))\(unit.isEmpty ? "" : " \(unit)")"
    case .whole(let range, let unit): "\(range.lowerBound)…\(range.upperBound)\(unit.isEmpty ? "" : " \(unit)")"
    case .name(let length): "\(length.lowerBound)…\(length.upperBound) characters"
    case .flag, .other: ""
    }
  }
}
