import Foundation
import Glibc
import LiveDaemon

/// A disk whose syncs wait for a beat of `delay`, as the test bed's preload has it (Tests/TouchBed/faults.c).
final class SlowDisk {
  /// In ms: what a worn card takes for a sync at its worst.
  static let delay = 250

  /// The number in the preload's file that holds syncs while it is not 0.
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

  /// Lets the syncs that wait go on when it is time; to be called all the time.
  func beat() {
    let now = Crowd.now
    let isOver = now - last >= Int64(Self.delay) * 1000
    // A sync looks every millisecond.
    if isOver { last = now }
    numbers[Self.holds] = now - last < 3000 ? 0 : 1
  }

  /// Is quick from here on.
  func release() {
    numbers[Self.holds] = 0
  }
}
