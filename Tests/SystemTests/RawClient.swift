import DeckProtocol
import Foundation
import Glibc
import SystemCalls
import UnixSocket

/// A client that misbehaves: stops in mid-line, closes one side, never reads.
final class RawClient {
  private let descriptor: Int32
  private var hasLeft = false
  private var framing = LineFraming(limit: .max)
  private var waiting: [String] = []

  init(_ daemon: some Served) throws {
    descriptor = try StreamSocket.open(.blocking)
    try StreamSocket.connect(descriptor, to: daemon.socket)
  }

  deinit {
    leave()
  }

  /// Closes the connection.
  func leave() {
    if !hasLeft { close(descriptor) }
    hasLeft = true
  }

  /// Sends a text unchanged; a line needs its newline.
  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count { sent += try StreamSocket.send(descriptor, bytes.span.bytes.extracting(sent...)) }
  }

  /// Sends what the socket accepts at once, which may be nothing; returns the number of bytes.
  func push(_ bytes: ArraySlice<UInt8>) throws -> Int {
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
    let code = errno
    guard count >= 0 || code == EAGAIN else { throw Errno(code) }
    return max(count, 0)
  }

  /// Reads one byte that has arrived; `nil` if none has.
  func readByte() throws -> UInt8? {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT))
    let code = errno
    guard count >= 0 || code == EAGAIN else { throw Errno(code) }
    return count == 1 ? byte : nil
  }

  /// Returns the lines that begin with the bytes read so far, up to one that is wanted.
  func lines(after first: [UInt8], until isWanted: (String) -> Bool) throws -> [String] {
    for case .complete(let line) in framing.append(first.span) { waiting.append(String(decoding: line, as: UTF8.self)) }
    var lines: [String] = []
    while let line = try readLine() {
      lines.append(line)
      if isWanted(line) { return lines }
    }
    throw Unmet(what: "a line before the end")
  }

  /// Closes the sending side, and continues to read.
  func endSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Whether the daemon has closed the connection; reads nothing.
  var isClosedByDaemon: Bool { StreamSocket.isHungUp(descriptor) }

  /// Reads the next line; `nil` if the daemon has closed the connection.
  func readLine() throws -> String? {
    while waiting.isEmpty {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, Int32(patience) * 1000) > 0 else { throw Unmet(what: "a line") }
      let isAtEnd = try StreamSocket.receive(descriptor, atMost: 1 << 16) { bytes in
        for case .complete(let line) in framing.append(bytes) { waiting.append(String(decoding: line, as: UTF8.self)) }
        return bytes.isEmpty
      }
      if isAtEnd { return nil }
    }
    return waiting.removeFirst()
  }
}
