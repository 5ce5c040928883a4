import Glibc

/// A socket's file, by its identity: another one at the same path belongs to another process.
package struct SocketFile: Hashable, Sendable {
  package let path: String
  private let device: dev_t
  private let inode: ino_t

  /// The socket at `path`; `nil` if there is none, or another kind of file.
  package init?(at path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    (self.path, device, inode) = (path, status.st_dev, status.st_ino)
  }

  /// The same file under another name.
  package func renamed(to path: String) -> Self { Self(path: path, device: device, inode: inode) }

  private init(path: String, device: dev_t, inode: ino_t) {
    (self.path, self.device, self.inode) = (path, device, inode)
  }

  /// Whether it is still the one at its path.
  package var isCurrent: Bool { Self(at: path) == self }

  /// Removes the file, unless another one has taken its path.
  package func remove() {
    if isCurrent { unlink(path) }
  }
}
