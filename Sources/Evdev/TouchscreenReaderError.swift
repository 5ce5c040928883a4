import Glibc
package import SystemCalls

/// A touchscreen cannot be recorded.
package enum TouchscreenReaderError: Error, Hashable, Sendable, CustomStringConvertible {
  case cannotOpen(EventNodeError)
  case cannotRead(path: String, Errno)
  /// It was unplugged.
  case gone

  package var description: String {
    switch self {
    case .cannotOpen(.notPermitted(let path, _)):
      """
      cannot open \(path): no permission; run the command as root, or add your user to the group input: \
      "sudo usermod -aG input $USER", then log in again
      """
    case .cannotOpen(.cannotOpen(let path, Errno(ENOENT))): "cannot open \(path): there is no such node"
    case .cannotOpen(let error): "\(error)"
    case .cannotRead(let path, let errno): "cannot read \(path) (\(errno)); plug it in again"
    case .gone: "the device was unplugged"
    }
  }
}
