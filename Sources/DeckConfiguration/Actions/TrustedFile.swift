import Glibc
import MessageText

/// Why somebody else could decide what is in a file.
package struct UntrustedFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, or a folder above it.
  package var path: String
  package var owner: UInt32
  package var mode: UInt32
  /// The command that mends it, or what else does.
  package var remedy: String

  package var description: String {
    """
    \(path) is refused: its owner is the user \(owner), and its mode \(padded(mode & 0o7777, to: 4, radix: 8)), so \
    that others could choose the commands that run; as root: \(remedy)
    """
  }
}

/// Finds files that nobody can write but root and the program's own user.
enum TrustedFile {
  /// The path without symbolic links, if that file and the folders above it are trusted.
  ///
  /// Nobody else can exchange a file of which this holds, so that it can be opened by this path afterwards.
  static func resolve(_ path: String, user: UInt32 = geteuid()) throws -> String {
    guard let resolved = realpath(path, nil) else { throw InputFileError(path: path, errno: errno) }
    defer { free(resolved) }
    let file = String(cString: resolved)
    var place = file
    while true {
      var status = stat()
      guard stat(place, &status) == 0 else { throw InputFileError(path: place, errno: errno) }
      try check(place, status, user: user, isAncestor: place != file && place != folder(of: file))
      if place == "/" { return file }
      place = folder(of: place)
    }
  }

  /// Throws if another user owns what is at a path, or can write it.
  ///
  /// A sticky folder, as /tmp is, lets nobody exchange what others have in it, and can be an `isAncestor` of the file's
  /// own folder.
  private static func check(_ path: String, _ status: stat, user: UInt32, isAncestor: Bool) throws {
    let isSticky = isAncestor && status.st_mode & S_ISVTX != 0
    let isOwned = status.st_uid == 0 || status.st_uid == user
    guard !isOwned || status.st_mode & (S_IWGRP | S_IWOTH) != 0 && !isSticky else { return }
    let remedy =
      if status.st_mode & S_ISVTX != 0 {
        // Everybody's, as /tmp is: other programs need it as it is.
        "move the file to a folder that only root writes to, such as /etc/deckd"
      } else {
        isOwned ? "chmod go-w \(path)" : "chown root \(path) && chmod go-w \(path)"
      }
    throw UntrustedFileError(path: path, owner: status.st_uid, mode: status.st_mode, remedy: remedy)
  }

  private static func folder(of path: String) -> String {
    let end = path.lastIndex(of: "/") ?? path.startIndex
    return end == path.startIndex ? "/" : String(path[..<end])
  }
}
