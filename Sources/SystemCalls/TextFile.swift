import Glibc

/// A short text file, such as one with a token.
package enum TextFile {
  private static let limit = 4096

  /// The first 4096 bytes of the file at `path`.
  package static func read(_ path: String) throws(Errno) -> String {
    let descriptor = try SystemCall.retrying { open(path, O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = try SystemCall.retrying { Glibc.read(descriptor, &bytes, limit) }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
