/// What is wrong with a recording or a device description, and where.
package struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name, as the user wrote it.
  package var file: String
  /// The line, counted from 1; `nil` for an error in the file as a whole.
  package var line: Int?
  /// What was expected there.
  package var expected: String
  /// What was found instead.
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
