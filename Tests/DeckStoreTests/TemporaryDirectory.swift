import Foundation
import TestSupport

/// A directory of a test's own, which goes with it.
struct TemporaryDirectory {
  private let folder: TemporaryFolder

  var path: String { folder.path }

  init() throws {
    // In memory where that can be: thousands of syncs are made here, and what a disk does is `FaultDisk`'s.
    let memory = "/dev/shm"
    let isWritable = FileManager.default.isWritableFile(atPath: memory)
    folder = try TemporaryFolder(in: isWritable ? URL(filePath: memory) : nil)
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

  /// Copies the files of another directory into this one.
  func copy(_ other: TemporaryDirectory) throws {
    for name in try other.names { try write(try other.bytes(name), to: name) }
  }
}
