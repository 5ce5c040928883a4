import Glibc
import MessageText

/// Collects lines and writes them to standard output in large chunks.
final class OutputBuffer {
  private static let piece = 1 << 16
  private var bytes: [UInt8] = []

  /// Writes all of `bytes`.
  static func print(_ bytes: [UInt8]) {
    let buffer = OutputBuffer()
    buffer.append(bytes)
    buffer.flush()
  }

  /// Writes what `print` has buffered; ends the program quietly when the reader has closed the pipe.
  ///
  /// The C library would do so after `main`, where a full disk is no failure of the program.
  static func flushPrinted() throws(Failure) {
    guard fflush(nil) != 0 else { return }
    let code = errno
    if code == EPIPE { exit(1) }
    throw Failure("standard output: \(String(cString: strerror(code)))")
  }

  /// Adds a text, with escapes for what would reorder it in a terminal.
  func append(_ line: [UInt8]) {
    bytes += VisibleText.escaped(line)
    if bytes.count >= Self.piece { flush() }
  }

  /// Writes what has been collected; ends the program quietly when the reader has closed the pipe.
  func flush() {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        if errno != EPIPE { perror("deckctl: standard output") }
        exit(1)
      }
      written += count
    }
    bytes.removeAll(keepingCapacity: true)
  }
}
