import Foundation

/// A directory of a test's own, which goes with it.
final class TemporaryDirectory {
  let path: String

  init() throws {
    // In memory where that can be: thousands of syncs are made here, and what a disk does is `FaultDisk`'s.
    let memory = "/dev/shm"
    let isWritable = FileManager.default.isWritableFile(atPath: memory)
    let parent = isWritable ? URL(filePath: memory) : FileManager.default.temporaryDirectory
    let url = parent.appending(path: "deckd-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
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
