import Glibc

/// The identity of the file at a path, independent of its name.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t

  /// The identity of the file at `path`; `nil` if there is none.
  init?(of path: String) {
    var metadata = stat()
    guard lstat(path, &metadata) == 0 else { return nil }
    device = metadata.st_dev
    number = metadata.st_ino
  }
}
