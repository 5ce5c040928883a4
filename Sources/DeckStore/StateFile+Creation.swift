import Glibc
import SystemCalls

extension StateFile {
  /// Creates the file of a state without events.
  ///
  /// It is created under another name and then renamed, so that the file exists as a whole or not at all, and a file
  /// with a rollback journal from its creation is never deckd's.
  func create(in directory: StateDirectory) throws(StoreError) {
    let draft = StateFile(path: path + ".new", vfs: vfs)
    draft.discard()
    do {
      let descriptor = try SystemCall.retrying {
        open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      }
      close(descriptor)
    } catch {
      throw error.code == ENOSPC ? .full(file: path) : .directory(path: directory.path, error)
    }
    try draft.fill()
    do {
      _ = try SystemCall.retrying { rename(draft.path, path) }
      try directory.sync()
    } catch {
      throw .directory(path: directory.path, error)
    }
  }

  private func fill() throws(StoreError) {
    let connection = try Connection(path, .readWrite, vfs: vfs)
    try Schema.migrate(connection, from: 0)
    try connection.run("PRAGMA journal_mode = WAL")
  }

  /// Removes the remains of a file that was never finished.
  private func discard() {
    // A file that cannot be removed is reported when the new one is created.
    unlink(path)
    for companion in Self.companions { unlink(path + companion) }
  }
}
