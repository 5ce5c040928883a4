import ArgumentParser
import Glibc
import Logging
import MessageText

/// A failure with a message for the user; the program ends with exit code 1.
struct ProgramFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Writes a warning to standard error.
func warn(_ text: String) {
  let bytes = Array("warning: \(text)\n".utf8)
  _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

extension Logger.Level {
  /// Returns the level of an option's value.
  static func named(_ name: String) throws -> Self {
    guard let level = Self(rawValue: name) else {
      throw ValidationError("expected \(Suggestion.oneOf(allCases.map(\.rawValue), insteadOf: name))")
    }
    return level
  }
}
