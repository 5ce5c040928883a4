import Foundation
import Glibc

/// The disk under a daemon's state, as the bed's preload has it (Tests/TouchBed/faults.c).
struct FaultyDisk {
  /// The numbers in the file, by their places.
  private enum Place: Int {
    case calls, first, last, error, killing, holds, held
  }

  /// What happens to a write, a truncation or a sync.
  enum Fault: Hashable {
    case killBefore, killAfter
    /// It fails, and those after it do not.
    case once(Int32)
    /// It fails, as do all after it.
    case from(Int32)
  }

  private static let preload = Workshop.bed.appending(path: "libtouchbed-faults.so")
  static let isBuilt = FileManager.default.fileExists(atPath: preload.path)

  private let file: String

  /// The disk below `folder`'s `state`.
  init(in folder: URL) throws {
    file = folder.appending(path: "faults").path
    try Data(count: 8 * 7).write(to: URL(filePath: file))
  }

  /// A daemon that keeps its state on such a disk.
  static func daemon(configuration: String = "") throws -> (LoneDaemon, FaultyDisk) {
    var disk: FaultyDisk?
    let daemon = try LoneDaemon(configuration: configuration, keepsState: true) { socket in
      let folder = URL(filePath: socket).deletingLastPathComponent().path
      return [
        "LD_PRELOAD": preload.path, "TOUCHBED_FAULTS": folder + "/faults", "TOUCHBED_FAULTS_UNDER": folder + "/state",
      ]
    } prepare: { socket in
      disk = try FaultyDisk(in: URL(filePath: socket).deletingLastPathComponent())
    }
    guard let disk else { throw Unmet(what: "a disk") }
    return (daemon, disk)
  }

  /// How many calls there were since the last was told to fail.
  var calls: UInt64 { get throws { try self[.calls] } }

  /// How many syncs have had to wait.
  var held: UInt64 { get throws { try self[.held] } }

  /// Has the call with this number, counted from now, disturbed.
  func disturb(_ call: UInt64, _ fault: Fault) throws {
    try heal()
    switch fault {
    case .killBefore: try set(.killing, 1)
    case .killAfter: try set(.killing, 2)
    case .once(let error), .from(let error): try set(.error, UInt64(error))
    }
    if case .from = fault { try set(.last, .max) } else { try set(.last, call) }
    try set(.first, call)
  }

  /// Has nothing disturbed any more, and counts anew.
  func heal() throws {
    for place in [Place.first, .last, .error, .killing, .calls] { try set(place, 0) }
  }

  /// Has every sync wait from now on.
  func hold() throws { try set(.holds, 1) }

  /// Lets the syncs go on.
  func release() throws { try set(.holds, 0) }

  private subscript(place: Place) -> UInt64 {
    get throws {
      let data = try Data(contentsOf: URL(filePath: file))
      return data.withUnsafeBytes { $0.load(fromByteOffset: 8 * place.rawValue, as: UInt64.self) }
    }
  }

  private func set(_ place: Place, _ value: UInt64) throws {
    let handle = try FileHandle(forUpdating: URL(filePath: file))
    try handle.seek(toOffset: UInt64(8 * place.rawValue))
    try handle.write(contentsOf: withUnsafeBytes(of: value) { Data($0) })
    try handle.close()
  }
}
