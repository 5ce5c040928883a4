import Glibc

/// What is said to the person at the terminal beside a command's output.
enum StandardError {
  /// Writes a line that begins with `note:`; what cannot be written is lost, as there is nowhere to say so.
  static func note(_ text: String) {
    write("note: \(text)\n")
  }

  /// Writes `text` as it is.
  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
