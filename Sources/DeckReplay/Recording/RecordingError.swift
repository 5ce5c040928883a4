/// What is wrong with a recording or a device description, and where.
package struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name as it was given.
  package var file: String
  /// The line, counted from 1; `nil` when the file as a whole is meant.
  package var line: Int?
  /// What would have been right.
  package var expected: String
  /// What is there instead.
  package var found: String

  /// An error at `line` of `file`.
  package init(file: String, line: Int?, expected: String, found: String) {
    self.file = file
    self.line = line
    self.expected = expected
    self.found = found
  }

  package var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    return "\(place): expected \(expected), found \(found)"
  }
}
