import Foundation
import Glibc
import LiveDaemon

/// A disk whose syncs wait for a beat of `delay`, implemented by the test bed's preload (Tests/TouchBed/faults.c).
final class SlowDisk {
  /// In ms: how long a sync takes on a worn card at worst.
  static let delay = 250

  /// The index of the number in the preload's file that holds syncs back while it is not 0.
  private static let holds = 5
  private static let size = 4096

  private let numbers: UnsafeMutablePointer<UInt64>
  private var last: Int64 = 0

  init(_ daemon: LiveDaemon) throws {
    let descriptor = open(daemon.faults.path, O_RDWR)
    defer { close(descriptor) }
    guard descriptor >= 0,
      let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
    else { throw Missing("the preload's file, \(daemon.faults.path) (errno \(errno))") }
    numbers = memory.assumingMemoryBound(to: UInt64.self)
  }

  deinit {
    munmap(numbers, Self.size)
  }

  /// Releases the waiting syncs when a beat is over; must be called continuously.
  func beat() {
    let now = Crowd.now
    let isOver = now - last >= Int64(Self.delay) * 1000
    // A waiting sync checks every millisecond.
    if isOver { last = now }
    numbers[Self.holds] = now - last < 3000 ? 0 : 1
  }

  /// Stops delaying syncs.
  func release() {
    numbers[Self.holds] = 0
  }
}
