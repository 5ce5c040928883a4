package import DeckProtocol

/// Why a value does not suit a setting.
package struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with the value that was given.
  package var problem: String
  /// The values that would do, with their range and unit.
  package var expected: String

  package var description: String {
    "\(problem); expected \(expected)"
  }
}

extension SettingRow {
  /// Puts `value` where the setting is kept.
  ///
  /// Millimetres are kept as such; their range is judged at `pointsPerMillimetre`. Throws, and changes
  /// nothing, when the value has another type or is out of range.
  package func set(
    _ value: DeckSnapshot.Setting,
    in settings: inout DeckSettings,
    pointsPerMillimetre: Double
  ) throws(SettingError) {
    switch (storage, value) {
    case (.count(let path, let range), .number(let number)):
      guard let count = Int(exactly: number) else { throw error("\(SettingText.number(number)) is not a whole number") }
      guard range.contains(count) else { throw error("\(count) is out of range") }
      settings[keyPath: path] = count
    case (.number(let path, let range), .number(let number)):
      guard range.contains(number) else { throw error("\(SettingText.number(number)) is out of range") }
      settings[keyPath: path] = number
    case (.length(let path, let range), .number(let points)):
      guard range.contains(points) else { throw error("\(SettingText.number(points)) is out of range") }
      settings[keyPath: path] = .points(points)
    case (.length(let path, let range), .text(let text)):
      guard let length = Length(text) else { throw error("\(SettingText.quoted(text)) is not a length") }
      let points = length.points(perMillimetre: pointsPerMillimetre)
      guard range.contains(points) else {
        throw error("\(SettingText.quoted(text)) is \(SettingText.number(points)) pt and out of range")
      }
      settings[keyPath: path] = length
    case (.flag(let path), .flag(let flag)):
      settings[keyPath: path] = flag
    case (.name(let path), .text(let text)):
      guard SettingText.isName(text) else { throw error("\(SettingText.quoted(text)) is not a name") }
      settings[keyPath: path] = text
    case (.count, _), (.number, _), (.length, _), (.flag, _), (.name, _):
      throw error("found \(Self.kind(of: value))")
    }
  }

  /// The values that the setting takes, in the words of error messages.
  package var expectation: String {
    let suffix = unit.isEmpty ? "" : " \(unit)"
    return switch storage {
    case .count: "a whole number, \(range)\(suffix)"
    case .number: "a number, \(range)\(suffix)"
    case .length: "a length, \(range)\(suffix), such as 12 or \"1.6mm\""
    case .flag: "true or false"
    case .name: "a name of \(range) characters"
    }
  }

  /// The range in the words of the documentation, without the unit; `true, false` for a flag.
  package var range: String {
    switch storage {
    case .count(_, let range): "\(range.lowerBound)…\(range.upperBound)"
    case .number(_, let range), .length(_, let range): SettingText.range(range)
    case .flag: "true, false"
    case .name: "\(SettingText.nameLength.lowerBound)…\(SettingText.nameLength.upperBound)"
    }
  }

  /// The setting's value as the configuration file has it: `10`, `"1.6mm"`, `true`, `"keep"`.
  package func literal(in settings: DeckSettings) -> String {
    switch storage {
    case .count(let path, _): String(settings[keyPath: path])
    case .number(let path, _): SettingText.number(settings[keyPath: path])
    case .length(let path, _):
      switch settings[keyPath: path] {
      case .points(let points): SettingText.number(points)
      case .millimetres(let millimetres): "\"\(SettingText.number(millimetres))mm\""
      }
    case .flag(let path): settings[keyPath: path] ? "true" : "false"
    case .name(let path): SettingText.quoted(settings[keyPath: path])
    }
  }

  private func error(_ problem: String) -> SettingError {
    SettingError(problem: problem, expected: expectation)
  }

  private static func kind(of value: DeckSnapshot.Setting) -> String {
    switch value {
    case .number: "a number"
    case .flag: "a boolean"
    case .text: "a string"
    }
  }
}
