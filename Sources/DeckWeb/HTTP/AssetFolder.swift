import Glibc
package import NIOCore
package import SystemCalls

/// A folder whose files are served: an author's own page.
package struct AssetFolder: Sendable {
  /// The folder, absolute and without symbolic links.
  private let root: String

  /// The folder at `path`.
  package init(_ path: String) throws(Errno) {
    let descriptor = try SystemCall.retrying { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    defer { close(descriptor) }
    root = try Self.path(of: descriptor)
  }

  /// Opens a file by the parts of its path; `nil` if the folder has no such file.
  ///
  /// The path of what was opened decides, so a symbolic link leads to files of the folder only, whoever changes it when.
  package func open(_ parts: [String]) -> AssetFile? {
    let path = root + "/" + parts.joined(separator: "/")
    // Not blocking: a FIFO would wait for its writer.
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    guard let descriptor = try? SystemCall.retrying({ Glibc.open(path, flags) }) else { return nil }
    var status = stat()
    guard
      fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let real = try? Self.path(of: descriptor), real.hasPrefix(root == "/" ? root : root + "/")
    else {
      close(descriptor)
      return nil
    }
    let changed = status.st_mtim
    return AssetFile(
      descriptor: descriptor,
      size: Int(status.st_size),
      tag: "\"\(status.st_ino)-\(status.st_size)-\(changed.tv_sec).\(changed.tv_nsec)\"",
      type: ContentType.of(parts.last ?? "")
    )
  }

  private static func path(of descriptor: Int32) throws(Errno) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try SystemCall.retrying { readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count) }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// An open file, closed with its last reference.
package final class AssetFile: Sendable {
  package let size: Int
  package let tag: String
  package let type: String
  private let descriptor: Int32

  fileprivate init(descriptor: Int32, size: Int, tag: String, type: String) {
    self.descriptor = descriptor
    self.size = size
    self.tag = tag
    self.type = type
  }

  deinit {
    close(descriptor)
  }

  /// At most `count` bytes from an offset on; throws `EIO` where the file has become shorter.
  package func read(_ count: Int, at offset: Int) throws(Errno) -> ByteBuffer {
    var bytes = ByteBuffer()
    var failure: Errno?
    bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { room in
      do throws(Errno) {
        guard let base = room.baseAddress else { return 0 }
        return try SystemCall.retrying { pread(descriptor, base, count, offset) }
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    guard bytes.readableBytes > 0 else { throw Errno(EIO) }
    return bytes
  }
}
