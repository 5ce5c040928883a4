import CFaultVFS
import DeckEngine
import Foundation

/// A disk in memory that fails when ordered, and of which a power cut leaves what was synced and some of the rest.
final class VirtualDisk {
  /// The state directory of the running daemon.
  private(set) var directory: String
  /// The name for `StateStore.Surroundings.vfs`.
  let layerName = "simulation"
  private let layer: OpaquePointer
  private let root: String
  private var starts = 0
  /// The files when the recording began.
  private var before: [String: Data] = [:]

  init(root: String) throws {
    guard let layer = fault_vfs_register(layerName) else { throw Violation("no file system layer") }
    self.layer = layer
    self.root = root
    directory = root + "/0"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  deinit {
    fault_vfs_unregister(layer)
    // It may have been removed with its parent.
    _ = try? FileManager.default.removeItem(atPath: root)
  }

  /// How much was done to the files since the recording began.
  var operations: Int { fault_vfs_operations(layer) }

  func beginRecording() throws {
    before = try files()
    fault_vfs_record(layer, true)
  }

  /// `count` writes and syncs fail with SQLite's `code`, after the next `good` ones.
  func fail(after good: Int, count: Int, code: Int32) { fault_vfs_fail(layer, Int64(good), Int64(count), code) }

  func heal() { fault_vfs_fail(layer, -1, 0, 0) }

  /// The files of a process that is killed now, in a directory for the next one.
  func kill() throws { try restart(with: files()) }

  /// The files after a power cut: everything until the last sync of each file within the first `count` operations, and
  /// of later writes all, none, or the beginning.
  func cutPower(after count: Int, _ random: inout SeededGenerator) throws {
    var image = before
    var done: [String: [fault_operation]] = [:]
    for index in 0..<count {
      let operation = fault_vfs_operation(layer, index)
      // The store of a process that has ended may close its files later than that.
      let path = String(cString: operation.path)
      guard path.hasPrefix(directory + "/") else { continue }
      done[String(path.dropFirst(directory.count + 1)), default: []].append(operation)
    }
    for (name, operations) in done.sorted(by: { $0.key < $1.key }) {
      let synced = operations.lastIndex { $0.kind == fault_sync }.map { $0 + 1 } ?? 0
      for operation in operations[..<synced] { Self.apply(operation, to: &image[name], length: operation.count) }
      for operation in operations[synced...] {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: Self.apply(operation, to: &image[name], length: operation.count)
        case 1: break
        default: Self.apply(operation, to: &image[name], length: operation.count / 1024 * 512)
        }
      }
    }
    try restart(with: image)
  }

  /// A file loses its end, or a bit changes.
  func damage(_ random: inout SeededGenerator) throws {
    var image = try files()
    let name = image.filter { !$0.value.isEmpty }.keys.sorted().randomElement(using: &random)
    if let name, var bytes = image[name] {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      if Bool.random(using: &random) {
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      } else {
        bytes = bytes.prefix(place)
      }
      image[name] = Data(bytes)
    }
    try restart(with: image)
  }

  private func restart(with image: [String: Data]) throws {
    starts += 1
    let old = directory
    directory = "\(root)/\(starts)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    for (name, bytes) in image { try bytes.write(to: URL(filePath: "\(directory)/\(name)")) }
    // The files of the process before stay open until it has ended.
    try FileManager.default.removeItem(atPath: old)
  }

  /// Without the log's index, which is built again.
  private func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) where !name.hasSuffix("-shm") {
      files[name] = try Data(contentsOf: URL(filePath: "\(directory)/\(name)"))
    }
    return files
  }

  private static func apply(_ operation: fault_operation, to file: inout Data?, length: Int) {
    switch operation.kind {
    case fault_write:
      let offset = Int(operation.offset)
      var bytes = file ?? Data()
      if bytes.count < offset + length { bytes.append(Data(count: offset + length - bytes.count)) }
      if length > 0 {
        bytes.replaceSubrange(offset..<offset + length, with: Data(bytes: operation.bytes, count: length))
      }
      file = bytes
    case fault_truncate: file = file.map { Data($0.prefix(Int(operation.offset))) }
    case fault_delete: file = nil
    default: break
    }
  }
}
