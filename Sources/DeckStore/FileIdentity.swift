import Glibc

/// Which file is at a path, whatever its name.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t

  /// The file at `path`; `nil` where none is.
  init?(of path: String) {
    var metadata = stat()
    guard lstat(path, &metadata) == 0 else { return nil }
    device = metadata.st_dev
    number = metadata.st_ino
  }
}
