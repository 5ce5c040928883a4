import Glibc
import SystemCalls

/// The files of a system: of this machine, or of one whose files are below a folder, such as a mounted image.
package struct SystemTree: Hashable, Sendable {
  /// The folder without a slash at its end; empty for this machine.
  package let root: String

  /// This machine, or the system below `root`.
  package init(root: String = "") {
    self.root = String(root.reversed().drop { $0 == "/" }.reversed())
  }

  /// Whether this is the machine that the program runs on, whose services can be queried.
  package var isThisMachine: Bool { root.isEmpty }

  /// The path on this machine of a file of the system.
  package func path(_ path: String) -> String { root + path }

  /// A file's content; `nil` if it cannot be read.
  package func text(of path: String) -> String? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    guard let descriptor = try? SystemCall.retrying({ open(self.path(path), O_RDONLY | O_CLOEXEC) }) else { return nil }
    defer { close(descriptor) }
    while let count = try? SystemCall.retrying({ read(descriptor, &piece, piece.count) }) {
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += piece.prefix(count)
    }
    return nil
  }

  /// Whether a file of any kind is at `path`.
  package func has(_ path: String) -> Bool { access(self.path(path), F_OK) == 0 }

  /// Whether systemd manages the system now, so that it can be queried.
  package var runsSystemd: Bool { isThisMachine && has("/run/systemd/system") }
}

/// What the kernel says of a file: who owns it, and what its mode permits.
package struct FileAttributes: Hashable, Sendable {
  package var owner: UInt32
  package var group: UInt32
  package var mode: UInt32
  package var isFolder: Bool
  package var isSocket: Bool

  /// A file with these attributes.
  package init(owner: UInt32, group: UInt32, mode: UInt32, isFolder: Bool = false, isSocket: Bool = false) {
    (self.owner, self.group, self.mode) = (owner, group, mode)
    (self.isFolder, self.isSocket) = (isFolder, isSocket)
  }

  /// The attributes of the file at `path`, links followed (`stat(2)`); `nil` if there is none.
  package init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(
      owner: status.st_uid,
      group: status.st_gid,
      mode: status.st_mode & 0o7777,
      isFolder: status.st_mode & S_IFMT == S_IFDIR,
      isSocket: status.st_mode & S_IFMT == S_IFSOCK
    )
  }

  /// The names of the files in a folder, sorted; empty if it cannot be read.
  package static func names(in folder: String) -> [String] { listing(of: folder) ?? [] }

  /// The names of the files in a folder, sorted; `nil` if it cannot be read.
  package static func listing(of folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }
}

/// Words of a shell's command line.
package enum ShellWord {
  /// A word that the shell leaves as it is, in quotes where it needs them.
  package static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "/._-:=,+@".utf8.contains(byte)
      }
    }
    return isPlain && !text.isEmpty ? text : "'\(text.replacing("'", with: "'\\''"))'"
  }
}
