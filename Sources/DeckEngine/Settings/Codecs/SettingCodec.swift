import DeckProtocol

/// What values a kind of setting takes, and how they are read and written.
protocol SettingCodec<Value>: Sendable {
  associatedtype Value

  /// `pt`, `s`, `°`; empty for a plain number and for other values.
  var unit: String { get }
  /// The values in the words of the documentation, without the unit.
  var range: String { get }
  /// The values in the words of error messages.
  var expectation: String { get }

  /// The value that was given; the range of millimetres is judged at `pointsPerMillimetre`.
  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> Value

  /// The value as it is shown to clients, lengths in points.
  func setting(_ value: Value, pointsPerMillimetre: Double) -> DeckSnapshot.Setting

  /// The value as the configuration file has it.
  func literal(_ value: Value) -> String
}

extension SettingCodec {
  var unit: String { "" }

  func literal(_ value: Value) -> String {
    // Only lengths depend on a scale, and they write themselves.
    switch setting(value, pointsPerMillimetre: 1) {
    case .number(let number): SettingText.number(number)
    case .flag(let flag): flag ? "true" : "false"
    case .text(let text): SettingText.quoted(text)
    }
  }

  /// What is wrong with a value, with what would do.
  func error(_ problem: String) -> SettingError {
    SettingError(problem: problem, expected: expectation)
  }

  /// That a value has another type than the setting takes.
  func mismatch(_ given: DeckSnapshot.Setting) -> SettingError {
    switch given {
    case .number: error("found a number")
    case .flag: error("found a boolean")
    case .text: error("found a string")
    }
  }

  /// The unit as it follows a range.
  var unitSuffix: String { unit.isEmpty ? "" : " \(unit)" }
}
