import DeckProtocol
import Foundation
import Glibc
import UnixSocket

/// A client that does what no well-behaved one does: stops in mid-line, closes one side, never reads.
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

  /// Sends bytes as they are; a line needs its newline.
  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count { sent += try StreamSocket.send(descriptor, bytes.span.bytes.extracting(sent...)) }
  }

  /// Says that nothing more will be sent, and goes on reading.
  func endSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Whether the daemon has closed the connection; reads nothing.
  var isClosedByDaemon: Bool { StreamSocket.isHungUp(descriptor) }

  /// The next line; `nil` when the daemon has closed the connection.
  func readLine() throws -> String? {
    while waiting.isEmpty {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 30_000) > 0 else { throw Unmet(what: "a line") }
      let isAtEnd = try StreamSocket.receive(descriptor, atMost: 1 << 16) { bytes in
        for case .complete(let line) in framing.append(bytes) { waiting.append(String(decoding: line, as: UTF8.self)) }
        return bytes.isEmpty
      }
      if isAtEnd { return nil }
    }
    return waiting.removeFirst()
  }
}
