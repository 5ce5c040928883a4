import DeckEngine

/// A key of a table of the configuration file: what it takes, what holds without it, and why.
///
/// Reading, the example file and the documentation are made from these rows.
struct SectionKey: Sendable {
  /// What a key takes.
  enum Form: Sendable {
    case number(ClosedRange<Double>, unit: String)
    case whole(ClosedRange<Int>, unit: String)
    case flag
    /// Text of so many characters, without control characters.
    case name(ClosedRange<Int>)
    /// Something with a reader of its own, in words.
    case other(String)
  }

  var name: String
  var form: Form
  /// What holds when the key is left out, in words or as a value; `nil` when it must be there.
  var fallback: String?
  /// A value to show in the example file, in TOML.
  var example: String
  /// One sentence for the documentation.
  var summary: String

  /// The values that the key takes, in the words of error messages.
  var expectation: String {
    switch form {
    case .number: "a number, \(range)"
    case .whole: "a whole number, \(range)"
    case .flag: "true or false"
    case .name: "a name of \(range)"
    case .other(let words): words
    }
  }

  /// The range with its unit; empty where there is none.
  var range: String {
    switch form {
    case .number(let range, let unit): "\(SettingText.range(range))\(unit.isEmpty ? "" : " \(unit)")"
    case .whole(let range, let unit): "\(range.lowerBound)…\(range.upperBound)\(unit.isEmpty ? "" : " \(unit)")"
    case .name(let length): "\(length.lowerBound)…\(length.upperBound) characters"
    case .flag, .other: ""
    }
  }
}
