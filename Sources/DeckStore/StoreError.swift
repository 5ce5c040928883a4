package import SystemCalls

/// Why the state cannot be stored or read, and what to do.
package enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The state directory cannot be created, opened or locked.
  case directory(path: String, Errno)
  /// Another process has locked the state directory.
  case inUse(directory: String)
  /// A later version of deckd wrote the file.
  case newer(file: String, version: Int, known: Int)
  /// An earlier version of deckd wrote the file, and it cannot be written to migrate it.
  case outdated(file: String, version: Int, known: Int)
  /// An unusable file cannot be set aside.
  case cannotSetAside(file: String, reason: String, Errno)
  /// The file exists but cannot be read at all.
  case unreadable(file: String, reason: String)
  /// The file, or a companion that SQLite needs, cannot be opened or created.
  case unopened(file: String, reason: String)
  /// The file can be read but not written.
  case readOnly(file: String)
  /// The file or its log was removed or replaced since it was opened.
  case gone(file: String)
  /// The disk, a quota or the file's own limit leaves no space.
  case full(file: String)
  /// Another program has locked the file.
  case busy(file: String)
  /// The file is corrupt.
  case damaged(file: String, reason: String)
  /// An operation on the disk failed.
  case failed(file: String, reason: String)

  package var description: String {
    switch self {
    case .directory(let path, let error):
      "state directory \(path): \(error); expected one that deckd can make and write; name another with --state-dir"
    case .inUse(let directory):
      "state directory \(directory): in use by another deckd; stop that one, or name another with --state-dir"
    case .newer(let file, let version, let known):
      """
      \(file): version \(version), written by a later deckd; this one knows up to \(known); install that deckd again, \
      or move the file away to begin empty; it has not been touched
      """
    case .outdated(let file, let version, let known):
      """
      \(file): version \(version) has to be brought up to version \(known), and cannot be written; \
      give deckd's user the file and its directory
      """
    case .cannotSetAside(let file, let reason, let error):
      "\(file): \(reason), and cannot be set aside: \(error); move it away, or name another --state-dir"
    case .unreadable(let file, let reason), .unopened(let file, let reason):
      "\(file): cannot be read: \(reason); give deckd's user the file and its directory"
    case .readOnly(let file):
      "\(file): cannot be written, so nothing changes; give deckd's user the file and its directory, and start it again"
    case .gone(let file):
      "\(file): removed or replaced while in use, so nothing changes; put it back, or leave it, and start deckd again"
    case .full(let file):
      "\(file): no room left on the disk; make some, and try again"
    case .busy(let file):
      "\(file): locked by another program; close it, and try again"
    case .damaged(let file, let reason):
      "\(file): damaged: \(reason); start deckd again: it sets the file aside and begins empty"
    case .failed(let file, let reason):
      "\(file): \(reason); see to the disk, and try again"
    }
  }
}
