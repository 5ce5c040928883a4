import Glibc
import SystemCalls

extension StateFile {
  /// Creates the file of a state without events, whose numbers begin after `sequence`.
  ///
  /// It is created under another name and then renamed, so that the file exists as a whole or not at all, and a file
  /// with a rollback journal from its creation is never deckd's.
  ///
  /// - Returns: What was in the way, and was set aside.
  func create(in directory: StateDirectory, after sequence: UInt64) throws(StoreError) -> SetAside? {
    let draft = StateFile(path: path + ".new", vfs: vfs)
    let obstacle = try draft.clear(in: directory)
    do {
      let descriptor = try SystemCall.retrying {
        open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      }
      close(descriptor)
    } catch {
      throw error.code == ENOSPC ? .full(file: path) : .directory(path: directory.path, error)
    }
    try draft.fill(after: sequence)
    do {
      _ = try SystemCall.retrying { rename(draft.path, path) }
      try directory.sync()
    } catch {
      throw .directory(path: directory.path, error)
    }
    return obstacle
  }

  private func fill(after sequence: UInt64) throws(StoreError) {
    let connection = try Connection(path, .readWrite, vfs: vfs)
    try Schema.migrate(connection, from: 0)
    let journal = Journal(connection: connection)
    var head = try journal.head()
    head.sequence = sequence
    try journal.write(head)
    try connection.run("PRAGMA journal_mode = WAL")
  }

  /// Removes the remains of a file that was never finished; what cannot be one is set aside.
  private func clear(in directory: StateDirectory) throws(StoreError) -> SetAside? {
    // A file that cannot be removed is reported when the new one is created.
    for companion in Self.companions { unlink(path + companion) }
    guard unlink(path) != 0, errno == EISDIR else { return nil }
    return try setAside(.foreign, reason: "a directory, not a file", in: directory)
  }
}
