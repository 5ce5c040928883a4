import Glibc

/// A client that sends requests one after another.
package final class Requester {
  private let descriptor: Int32
  private var number = 1

  /// A client of the daemon at a socket.
  package init(at socket: String) throws {
    // Of a topic with little to read, for the greeting; replies are told apart by their id.
    descriptor = try Crowd.subscribe(to: "haptics", at: socket)
  }

  deinit { close(descriptor) }

  /// Sends a request, and waits for its result.
  package func ask(_ method: String, _ parameters: String) throws {
    number += 1
    let line = Array(#"{"jsonrpc":"2.0","id":\#(number),"method":"\#(method)","params":\#(parameters)}"#.utf8) + [10]
    var sent = 0
    while sent < line.count {
      let count = line[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { throw Missing("a client to send \(method) (errno \(errno))") }
      sent += count
    }
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !text.contains("\"id\":\(number),") {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { throw Missing("the reply to \(method) (errno \(errno))") }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    guard !text.contains("\"error\"") else { throw Missing("a result of \(method); got \(text.suffix(300))") }
  }
}
