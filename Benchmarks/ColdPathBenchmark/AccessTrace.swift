import Foundation
import Glibc
import LiveDaemon
import Synchronization

/// The memory accesses of a daemon under valgrind's lackey, which writes each as a line into a pipe.
///
/// A thread of its own reads them all the time, because the daemon stops while the pipe is full.
final class AccessTrace: Sendable {
  /// The path of the pipe.
  let path: String
  private let descriptor: Int32
  private let state = Mutex(State())

  private struct State {
    var footprint: Footprint?
    var reader = AccessReader()
    var lastByte: UInt64 = 0
  }

  /// The pipe at `path`, which it creates, and its reader.
  init(path: String) throws {
    guard mkfifo(path, 0o600) == 0 else { throw Missing("the pipe \(path) (errno \(errno))") }
    // For writing as well, so that the pipe never ends.
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw Missing("the pipe \(path) (errno \(errno))") }
    self.path = path
    Thread { [self] in readAll() }.start()
  }

  /// Returns what the daemon accesses because of `action`, until it has accessed nothing for `quiet` ms.
  func footprint(of owners: CodeOwners, quiet: UInt64 = 60, _ action: () throws -> Void) throws -> Footprint {
    state.withLock {
      $0.footprint = Footprint(owners: owners)
      $0.reader = AccessReader()
      $0.lastByte = Self.milliseconds
    }
    try action()
    for _ in 0..<20_000 {
      usleep(2000)
      let footprint = state.withLock { state -> Footprint? in
        guard let footprint = state.footprint, footprint.instructions > 0 else { return nil }
        guard Self.milliseconds > state.lastByte + quiet else { return nil }
        state.footprint = nil
        return footprint
      }
      if let footprint { return footprint }
    }
    throw Missing("accesses of the daemon; \(path) has none")
  }

  private func readAll() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      guard count > 0 else { return }
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      state.withLock { state in
        state.lastByte = Self.milliseconds
        guard var footprint = state.footprint.take() else { return }
        state.reader.read(bytes, into: &footprint)
        state.footprint = footprint
      }
    }
  }

  private static var milliseconds: UInt64 { UInt64(Crowd.now) / 1000 }
}
