import Foundation
import TestSupport

/// A directory of a test's own, which goes with it.
struct TemporaryDirectory {
  private let folder: TemporaryFolder

  var path: String { folder.path }

  init() throws {
    folder = try TemporaryFolder(in: Self.parent)
  }

  /// Makes one that an exit test's process finds by its name: before Swift 6.3 it can capture nothing.
  init(sharedAs name: String) throws {
    let url = Self.place(of: name, sharedBy: getpid())
    // What an earlier process with this number has left behind is nobody's.
    if FileManager.default.fileExists(atPath: url.path) { try FileManager.default.removeItem(at: url) }
    folder = try TemporaryFolder(at: url)
  }

  /// In an exit test, the path of the directory that the test shares under a name.
  static func path(sharedAs name: String) -> String { place(of: name, sharedBy: getppid()).path }

  private static func place(of name: String, sharedBy process: pid_t) -> URL {
    parent.appending(path: "deckd-\(process)-\(name)")
  }

  /// In memory where that can be: thousands of syncs are made here, and what a disk does is `FaultDisk`'s.
  private static var parent: URL {
    let memory = "/dev/shm"
    let isWritable = FileManager.default.isWritableFile(atPath: memory)
    return isWritable ? URL(filePath: memory) : TemporaryFolder.usualParent
  }

  /// The state file's path.
  var state: String { path + "/state.db" }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  func bytes(_ name: String = "state.db") throws -> Data {
    try Data(contentsOf: URL(filePath: "\(path)/\(name)"))
  }

  func write(_ bytes: Data, to name: String = "state.db") throws {
    try bytes.write(to: URL(filePath: "\(path)/\(name)"))
  }

  /// What `kill -9` leaves, by name; the log's index is built again.
  func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try names where !name.hasSuffix("-shm") { files[name] = try bytes(name) }
    return files
  }

  /// Copies the files of another directory into this one.
  func copy(_ other: TemporaryDirectory) throws {
    for name in try other.names { try write(try other.bytes(name), to: name) }
  }
}
