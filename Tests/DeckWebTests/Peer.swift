import Foundation
import Glibc
import Testing

/// A condition that was not met in 30 s.
struct Unmet: Error, CustomStringConvertible {
  var description: String
}

/// A blocking socket of a test, with a limit on each wait.
final class Peer {
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Connects to a port of 127.0.0.1, from 127.0.0.`host`, with a small buffer for what is not read.
  convenience init(port: UInt16, from host: UInt8 = 1) throws {
    self.init(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    var room: Int32 = 4096
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    var own = sockaddr_in()
    own.sin_family = sa_family_t(AF_INET)
    own.sin_addr.s_addr = (in_addr_t(0x7f00_0000) | in_addr_t(host)).bigEndian
    _ = withUnsafePointer(to: &own) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw Unmet(description: "a connection to \(port): errno \(errno)") }
  }

  deinit {
    close(descriptor)
  }

  func endSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  func send(_ text: String) throws {
    try send(Array(text.utf8))
  }

  /// Sends everything; throws when nothing is accepted for `patience`, or the peer has closed.
  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try sendSome(rest, within: patience)
      guard count > 0 else { throw Unmet(description: "the peer to read") }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends as much as is accepted; 0 when the peer accepts nothing for some seconds.
  func sendSome(_ bytes: ArraySlice<UInt8>, within seconds: Double) throws -> Int {
    guard wait(POLLOUT, seconds) else { return 0 }
    let count = bytes.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
    guard count > 0 else { throw Unmet(description: "a connection to send on: errno \(errno)") }
    return count
  }

  /// Reads until `count` bytes are there; `nil` at the end of the connection.
  func read(_ count: Int) throws -> [UInt8]? {
    while buffer.count < count { guard try receive() else { return nil } }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  /// Reads a line without its ending; `nil` at the end of the connection.
  func readLine() throws -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeFirst(end + 1) }
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        return line.hasSuffix("\r") ? String(line.dropLast()) : line
      }
      guard try receive() else { return nil }
    }
  }

  /// Reads to the end of the connection.
  func readAll() throws -> [UInt8] {
    while try receive() {}
    defer { buffer = [] }
    return buffer
  }

  private func receive() throws -> Bool {
    guard wait(POLLIN, patience) else { throw Unmet(description: "something to read") }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    // A reset is the end, too.
    guard count > 0 else { return false }
    buffer += bytes[..<count]
    return true
  }

  private func wait(_ events: Int32, _ seconds: Double) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return poll(&request, 1, Int32(seconds * 1000)) > 0
  }
}

/// A daemon that does what the test does: a Unix socket.
final class FakeDaemon {
  private let listener: Int32

  init(at path: String) throws {
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0, listen(listener, 16) == 0 else { throw Unmet(description: "a socket at \(path): errno \(errno)") }
  }

  deinit {
    close(listener)
  }

  func accept() throws -> Peer {
    var request = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 30_000) > 0 else { throw Unmet(description: "a client of the daemon") }
    return Peer(Glibc.accept(listener, nil, nil))
  }
}
