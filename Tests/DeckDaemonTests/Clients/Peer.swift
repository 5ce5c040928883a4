import DeckDaemon
import DeckProtocol
import DeckSocket
import DeckStore
import Foundation
import Glibc
import Testing

/// The other end of a client's connection.
final class Peer {
  let client: Client
  private let descriptor: Int32
  private var framing = LineFraming(limit: 1 << 24)

  /// A client with the queue limits of `limits`.
  init(_ limits: ConnectionLimits = ConnectionLimits(), access: Access = .control) throws {
    var ends: [Int32] = [0, 0]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
    descriptor = ends[1]
    let connection = try ClientConnection(descriptor: ends[0], limits: limits)
    client = Client(connection, access: .init(access: access, inject: access == .control))
  }

  deinit {
    close(descriptor)
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(descriptor, bytes, bytes.count)
  }

  /// Closes the sending side.
  func halfClose() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Closes both directions.
  func vanish() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Returns the lines that have arrived since the last call.
  func lines() -> [String] {
    var lines: [LineFraming.Line] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      lines += framing.append(Array(buffer[..<count]).span)
    }
    return lines.compactMap { line in
      guard case .complete(let bytes) = line else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
