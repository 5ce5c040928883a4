import Glibc

/// Output files named on the command line.
enum OutputFile {
  /// Writes `bytes` to the file at `path`, replacing its content.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(path, errno) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        let code = errno
        if code == EINTR { continue }
        close(descriptor)
        throw failure(path, code)
      }
      written += count
    }
    // A full disk may be reported only here.
    guard close(descriptor) == 0 else { throw failure(path, errno) }
  }

  private static func failure(_ path: String, _ code: Int32) -> Failure {
    Failure("\(path): \(String(cString: strerror(code)))")
  }
}
