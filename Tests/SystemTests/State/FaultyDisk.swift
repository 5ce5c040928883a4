import Foundation
import Glibc

/// The disk under a daemon's state, implemented by the bed's preload (Tests/TouchBed/faults.c).
struct FaultyDisk {
  /// The indexes of the numbers in the file.
  private enum Place: Int {
    case calls, first, last, error, killing, holds, held
  }

  /// A fault of a write, a truncation or a sync.
  enum Fault: Hashable {
    case killBefore, killAfter
    /// The call fails; later ones do not.
    case once(Int32)
    /// The call and all later ones fail.
    case from(Int32)
  }

  private static let preload = Workshop.bed.appending(path: "libtouchbed-faults.so")
  static let isBuilt = FileManager.default.fileExists(atPath: preload.path)

  private let file: String

  /// The disk under the folder `state` in `folder`.
  init(in folder: URL) throws {
    file = folder.appending(path: "faults").path
    try Data(count: 8 * 7).write(to: URL(filePath: file))
  }

  /// Starts a daemon that persists its state on such a disk.
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

  /// How many calls there were since faults were last set or removed.
  var calls: UInt64 { get throws { try self[.calls] } }

  /// How many syncs have had to wait.
  var held: UInt64 { get throws { try self[.held] } }

  /// Injects a fault into the call with this number, counted from now.
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

  /// Removes all faults, and counts again from 0.
  func heal() throws {
    for place in [Place.first, .last, .error, .killing, .calls] { try set(place, 0) }
  }

  /// Makes every sync wait from now on.
  func hold() throws { try set(.holds, 1) }

  /// Releases the waiting syncs.
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
