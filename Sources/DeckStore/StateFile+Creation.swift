import Glibc
import UnixSocket

extension StateFile {
  /// Makes the file of a state in which nothing has happened.
  ///
  /// It is made under another name and then renamed, so that the file is there as a whole or not at all, and a file
  /// with a journal of its beginnings is never deckd's.
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

  /// Removes what is left of a file that was never finished.
  private func discard() {
    // What cannot be removed is told when the file is made.
    unlink(path)
    for companion in Self.companions { unlink(path + companion) }
  }
}
