import CLinux
import Glibc
import SystemCalls

/// A file in memory, which another program can have as a standard stream.
final class MemoryFile {
  let descriptor: Int32

  /// A file with `content`, to be read from its start.
  init(_ content: [UInt8] = []) throws(Errno) {
    descriptor = try SystemCall.retrying { deckd_memory_file("deckctl") }
    try append(content)
    _ = try SystemCall.retrying { lseek(descriptor, 0, SEEK_SET) }
  }

  deinit { close(descriptor) }

  /// All of it.
  func content() throws(Errno) -> [UInt8] {
    let size = try SystemCall.retrying { lseek(descriptor, 0, SEEK_END) }
    var bytes = [UInt8](repeating: 0, count: size)
    var count = 0
    while count < size {
      let read = try SystemCall.retrying {
        bytes.withUnsafeMutableBytes {
          pread(descriptor, $0.baseAddress?.advanced(by: count), size - count, off_t(count))
        }
      }
      guard read > 0 else { break }
      count += read
    }
    return Array(bytes.prefix(count))
  }

  private func append(_ content: [UInt8]) throws(Errno) {
    var written = 0
    while written < content.count {
      let rest = content[written...]
      written += try SystemCall.retrying { rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } }
    }
  }
}
