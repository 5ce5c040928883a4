import CSQLite
import Glibc
import SystemCalls

/// The file `state.db` and its companions, which this type inspects and moves, but never writes.
struct StateFile {
  /// What was found at the file's path.
  enum Found: Equatable {
    case nothing
    /// A state of deckd's, with its schema version.
    case state(version: Int)
    /// A foreign or unusable file, which must be set aside.
    case unusable(SetAside.Cause, reason: String)
  }

  let path: String
  /// The file system layer, for tests.
  var vfs: String?

  /// The companions of an SQLite file: its write-ahead log, that log's index, and the rollback journal of other modes.
  static let companions = ["-wal", "-shm", "-journal"]

  var log: String { path + "-wal" }
  /// The file of the high-water mark, which is not set aside with the state: numbers continue above it.
  var mark: String { path + "-mark" }

  /// Inspects the file and its write-ahead log without changing either.
  func look() throws(StoreError) -> Found {
    var metadata = stat()
    guard lstat(path, &metadata) == 0 else {
      let error = Errno(errno)
      if error.code == ENOENT { return .nothing }
      throw .unreadable(file: path, reason: "\(error)")
    }
    switch metadata.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: return .unusable(.foreign, reason: "a directory, not a file")
    case S_IFLNK: return .unusable(.foreign, reason: "a symbolic link, not a file")
    default: return .unusable(.foreign, reason: "not a regular file")
    }
    // Left behind when the file could be created but not written; it holds no data.
    guard metadata.st_size > 0 else { return .nothing }
    let header = try header()
    if let (cause, reason) = header.finding { return .unusable(cause, reason: reason) }
    do {
      let connection = try Connection(path, hasLog ? .readOnly : .frozen, vfs: vfs)
      guard try connection.number("PRAGMA application_id") == Schema.applicationID else {
        return .unusable(.foreign, reason: "an SQLite file of another program")
      }
      let version = Int(try connection.number("PRAGMA user_version"))
      return version > 0 ? .state(version: version) : .unusable(.damaged, reason: "its version is \(version)")
    } catch .damaged(_, let reason) {
      return .unusable(.damaged, reason: reason)
    } catch .failed(_, let reason), .unopened(_, let reason) {
      throw .unreadable(file: path, reason: reason)
    }
  }

  /// Whether there is a write-ahead log, which may hold changes that the file itself does not have yet.
  var hasLog: Bool {
    var metadata = stat()
    return stat(log, &metadata) == 0 && metadata.st_size > 0
  }

  /// Renames the file and its companions to unused names: `state.db.damaged-1`, with `-wal` and `-shm` after it.
  ///
  /// The file is renamed first: without it, companions that stay behind are ignored.
  func setAside(
    _ cause: SetAside.Cause,
    reason: String,
    in directory: StateDirectory
  ) throws(StoreError) -> SetAside {
    var number = 1
    while Self.companions.contains(where: { Self.exists("\(path).\(cause.rawValue)-\(number)\($0)") })
      || Self.exists("\(path).\(cause.rawValue)-\(number)")
    { number += 1 }
    let name = "\(path).\(cause.rawValue)-\(number)"
    do {
      for companion in [""] + Self.companions where Self.exists(path + companion) {
        _ = try SystemCall.retrying { rename(path + companion, name + companion) }
      }
      try directory.sync()
    } catch {
      throw .cannotSetAside(file: path, reason: reason, error)
    }
    return SetAside(file: path, name: name, cause: cause, reason: reason)
  }

  /// Whether a log or journal exists.
  var hasCompanions: Bool {
    Self.companions.contains { Self.exists(path + $0) }
  }

  private static func exists(_ path: String) -> Bool {
    var metadata = stat()
    return lstat(path, &metadata) == 0
  }

  private func header() throws(StoreError) -> FileHeader {
    do {
      return try FileHeader(of: path)
    } catch {
      throw .unreadable(file: path, reason: "\(error)")
    }
  }
}

/// A file that was set aside; no file is ever deleted.
package struct SetAside: Hashable, Sendable, CustomStringConvertible {
  /// Why a file cannot be the state.
  package enum Cause: String, Hashable, Sendable {
    case damaged, foreign
  }

  /// The original path.
  package var file: String
  /// The new path.
  package var name: String
  package var cause: Cause
  /// What is wrong with it.
  package var reason: String

  package var description: String {
    "\(file): \(cause.rawValue): \(reason); set aside as \(name), and begun empty"
  }
}
