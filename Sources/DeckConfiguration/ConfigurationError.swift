import DeckProtocol
import JSON
import MessageText

/// All problems of a configuration file.
package struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// One problem.
  package struct Problem: Error, Equatable, Sendable {
    /// The line of the key, counted from 1.
    package var line: Int
    /// The column in characters, counted from 1; only for a text that is not TOML.
    package var column: Int?
    /// The problem, and what was expected.
    package var text: String
  }

  /// The file's name, as the user wrote it.
  package var file: String
  /// At least one, in the order of the file.
  package var problems: [Problem]

  /// One line for each problem: `deckd.toml:12: decks[0].id: missing; expected …`.
  package var lines: [String] {
    problems.map { problem in
      let column = problem.column.map { ":\($0)" } ?? ""
      return "\(file):\(problem.line)\(column): \(problem.text)"
    }
  }

  package var description: String {
    lines.joined(separator: "\n")
  }
}

/// A problem with its exact position, while reading continues.
struct Finding: Sendable {
  var place: TextPlace
  var text: String
}

extension ConfigurationError {
  /// In scalars: a problem cites the file, in which a key or a value may be megabytes.
  private static let longestText = 2000

  /// The findings in the order of the file; those at one position in the order of their detection.
  init(file: String, findings: [Finding]) {
    self.file = file
    let sorted = findings.enumerated().sorted { left, right in
      (left.element.place, left.offset) < (right.element.place, right.offset)
    }
    problems = sorted.map { finding in
      let text = truncated(finding.element.text, to: Self.longestText)
      return Problem(line: finding.element.place.line, column: nil, text: text)
    }
  }
}
