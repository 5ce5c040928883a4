import Glibc
import SystemCalls

/// The state directory, locked for this process until it is released, or the process ends for any reason.
///
/// The lock is on the directory itself (`flock`): that leaves no file behind, works on a read-only file system, and
/// lets others, such as the `sqlite3` shell, read the state.
final class StateDirectory {
  let path: String
  private let descriptor: Int32

  /// Opens the directory; creates it, for its owner alone, if it is missing.
  init(_ path: String) throws(StoreError) {
    self.path = path
    do {
      try Self.make(path)
      descriptor = try SystemCall.retrying { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    } catch {
      throw .directory(path: path, error)
    }
    do {
      let descriptor = descriptor
      _ = try SystemCall.retrying { flock(descriptor, LOCK_EX | LOCK_NB) }
    } catch {
      throw error.code == EWOULDBLOCK ? .inUse(directory: path) : .directory(path: path, error)
    }
  }

  deinit {
    // Closing is not enough while a newly forked child also has the descriptor.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Flushes the directory's entries to the disk.
  func sync() throws(Errno) {
    _ = try SystemCall.retrying { fsync(descriptor) }
  }

  private static func make(_ path: String) throws(Errno) {
    var metadata = stat()
    if stat(path, &metadata) == 0 { return }
    let slash = path.lastIndex(of: "/")
    let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    if parent != "/" { try make(parent) }
    do {
      _ = try SystemCall.retrying { mkdir(path, 0o700) }
    } catch  where error.code == EEXIST {
      // `a/` after `a`, or another process was faster.
      return
    }
    // Its name must be on the disk too, before anything in it counts as stored.
    let descriptor = try SystemCall.retrying { Glibc.open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    defer { close(descriptor) }
    _ = try SystemCall.retrying { fsync(descriptor) }
  }
}
