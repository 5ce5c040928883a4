import Glibc

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

  func append(_ line: [UInt8]) {
    bytes += line
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
