import Foundation
import LiveDaemon

/// Whose code lies at an address of the daemon: its own, that of its libraries, or that of the test bed and of valgrind.
struct CodeOwners: Sendable {
  enum Owner: Sendable {
    /// The program, with everything that is linked into it.
    case daemon
    /// libinput, libc and the other shared libraries.
    case library
    /// What is not there on a panel: the preloads of the test bed and of valgrind.
    case bed
  }

  /// Where the program begins.
  private(set) var base: UInt64 = 0
  private var ranges: [(range: Range<UInt64>, owner: Owner)] = []

  /// The owners in a process, of which `program` is the path.
  init(process: String, program: String) throws {
    for line in try Self.text(at: "/proc/\(process)/maps").split(separator: "\n") {
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      guard fields.count > 5 else { continue }
      let ends = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard ends.count == 2 else { continue }
      if fields[5] == program, base == 0 { base = ends[0] }
      guard fields[1].contains("x") else { continue }
      let (file, isBed) = (fields[5], ["touchbed", "umockdev", "valgrind"].contains { fields[5].contains($0) })
      ranges.append((ends[0]..<ends[1], file == program ? .daemon : isBed ? .bed : .library))
    }
    guard ranges.contains(where: { $0.owner == .daemon }) else {
      throw Missing("the code of \(program) in its process")
    }
  }

  /// Returns a file of the kernel, which gives it in pieces: Foundation takes a short one for the end.
  private static func text(at path: String) throws -> String {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    var bytes = Data()
    while let piece = try file.read(upToCount: 1 << 16), !piece.isEmpty { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the owner of an instruction, and the addresses around it that have the same.
  func owner(of address: UInt64) -> (Owner, Range<UInt64>) {
    for (range, owner) in ranges where range.contains(address) { return (owner, range) }
    return (.bed, address..<address + 1)
  }
}
