import Glibc

/// Where a recording goes while it is made: whole frames, so that it can be read wherever it ends.
final class RecordingSink {
  private let descriptor: Int32
  private let name: String
  /// The bytes that are written.
  private var length = 0

  /// The file at `path`, whose content is replaced; standard output for `nil`.
  init(_ path: String?) throws(Failure) {
    name = path ?? "standard output"
    guard let path else {
      descriptor = STDOUT_FILENO
      return
    }
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
  }

  /// Writes the text of whole frames; what cannot be written whole is taken back.
  func write(_ text: String) throws(Failure) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        let code = errno
        if code == EINTR { continue }
        // A pipe keeps what it has.
        _ = ftruncate(descriptor, off_t(length))
        throw Self.failure(name, code)
      }
      written += count
    }
    length += written
  }

  /// Closes a file; a full disk may be reported only here.
  func close() throws(Failure) {
    guard descriptor != STDOUT_FILENO else { return }
    guard Glibc.close(descriptor) == 0 else { throw Self.failure(name, errno) }
  }

  private static func failure(_ name: String, _ code: Int32) -> Failure {
    let remedy = code == ENOSPC ? "; free some space, or name another place with --output" : ""
    return Failure("\(name): \(String(cString: strerror(code)))\(remedy)")
  }
}
