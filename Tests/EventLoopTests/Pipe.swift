import Glibc

/// Two connected sockets, which no program that another test starts inherits.
struct Pipe {
  let reading: Int32
  let writing: Int32

  struct Failed: Error {}

  init() throws {
    var ends: [Int32] = [0, 0]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw Failed() }
    reading = ends[0]
    writing = ends[1]
  }

  /// Shuts the connection down in both directions, also for duplicates of the descriptor (`shutdown(2)`).
  func hangUp() { shutdown(writing, Int32(SHUT_RDWR)) }

  func close() {
    Glibc.close(reading)
    Glibc.close(writing)
  }

  func send(_ byte: UInt8) {
    var byte = byte
    _ = write(writing, &byte, 1)
  }

  /// Whether there was a byte to receive.
  func receive() -> Bool {
    var byte: UInt8 = 0
    return read(reading, &byte, 1) == 1
  }
}
