import Glibc

/// Retries system calls that a signal interrupted.
package enum SystemCall {
  /// Runs `call` until no signal interrupts it; a negative result is thrown as its `errno`.
  ///
  /// Not generic: other modules would call it unspecialized, and each write to a socket would look the type up.
  package static func retrying(_ call: () -> Int) throws(Errno) -> Int {
    while true {
      let result = call()
      let code = errno
      if result >= 0 { return result }
      if code != EINTR { throw Errno(code) }
    }
  }

  /// Runs `call` until no signal interrupts it; a negative result is thrown as its `errno`.
  package static func retrying(_ call: () -> Int32) throws(Errno) -> Int32 {
    Int32(truncatingIfNeeded: try retrying { Int(call()) })
  }
}

/// An error number of the C library.
package struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
  package var code: Int32

  /// The error with this number, as `errno` holds it.
  package init(_ code: Int32) {
    self.code = code
  }

  /// The C library's message: `Permission denied`.
  package var description: String {
    var buffer = [CChar](repeating: 0, count: 128)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "error \(code)" }
  }
}
