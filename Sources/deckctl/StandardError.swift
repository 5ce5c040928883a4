import Glibc

/// Messages to the user beside a command's output.
enum StandardError {
  /// Writes a line that begins with `note:`; an error is ignored, since there is nowhere to report it.
  static func note(_ text: String) {
    write("note: \(text)\n")
  }

  /// Writes `text` as it is.
  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
