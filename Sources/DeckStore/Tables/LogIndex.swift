import Glibc

/// The index of the write-ahead log, `state.db-shm`, which SQLite maps into memory.
///
/// A read beyond the end of a mapped file kills the process, so a file that something truncated gets its length back
/// before SQLite is called. SQLite then finds zeros, and builds the index from the log again.
struct LogIndex {
  private let path: String
  private var length: off_t = 0

  /// The index of the state in `file`.
  init(of file: String) {
    path = file + "-shm"
  }

  mutating func restoreLength() {
    var metadata = stat()
    guard lstat(path, &metadata) == 0, metadata.st_mode & S_IFMT == S_IFREG else { return }
    if metadata.st_size < length { truncate(path, length) }
    length = max(length, metadata.st_size)
  }
}
