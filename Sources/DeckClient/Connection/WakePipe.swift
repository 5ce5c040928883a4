import Glibc

/// A pipe through which other threads wake one that waits.
final class WakePipe: Sendable {
  private let reading: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    let code = pipe(&ends)
    precondition(code == 0, "no pipe (errno \(errno)); raise the limit of open files")
    (reading, writing) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Ends the present wait, or the next one.
  func wake() {
    var byte: UInt8 = 0
    // A full pipe wakes as well.
    _ = write(writing, &byte, 1)
  }

  /// Waits until `descriptor` is readable or has ended, or `writable` and it is writable, or until woken.
  ///
  /// Returns whether there is something to read.
  func wait(for descriptor: Int32, writable: Bool) -> Bool {
    let events = Int16(POLLIN) | (writable ? Int16(POLLOUT) : 0)
    var requests = [
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: events, revents: 0),
    ]
    guard poll(&requests, 2, -1) > 0 else { return false }
    drain()
    return requests[1].revents & ~Int16(POLLOUT) != 0
  }

  /// Waits, at most for this long, until woken.
  func wait(milliseconds: Int32) {
    var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    if poll(&request, 1, milliseconds) > 0 { drain() }
  }

  private func drain() {
    var bytes = (UInt64(0), UInt64(0))
    while withUnsafeMutableBytes(of: &bytes, { read(reading, $0.baseAddress, $0.count) }) > 0 {}
  }
}
