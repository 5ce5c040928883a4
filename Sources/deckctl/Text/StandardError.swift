import Glibc
import MessageText

/// Messages to the user beside a command's output.
enum StandardError {
  /// Writes a line that begins with `note:`; an error is ignored, since there is nowhere to report it.
  static func note(_ text: String) {
    write("note: \(text)\n")
  }

  /// Writes `text`, with escapes for what would reorder it in a terminal.
  static func write(_ text: String) {
    let bytes = VisibleText.escaped(Array(text.utf8))
    _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
