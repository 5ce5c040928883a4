import CCrowd
import Glibc
import LiveDaemon

/// A client that subscribes to events and checks their sequence numbers.
final class EventReader {
  private let descriptor: Int32
  private var rest: [UInt8] = []
  private var number: Int64 = 0
  private(set) var count = 0

  init(at socket: String) throws {
    descriptor = try Crowd.subscribe(to: "events", at: socket)
  }

  deinit {
    close(descriptor)
  }

  /// Reads the events that have arrived; returns how late each one is, in µs.
  func read() throws -> [Int64] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    guard count != 0 else { throw Missing("events: the daemon has closed the connection") }
    guard count > 0 else { return [] }
    let now = Crowd.now
    rest += buffer[..<count]
    var delays: [Int64] = []
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(rest[..<end])
      rest.removeFirst(end + 1)
      let isEvent = crowd_number(line, min(line.count, 512), #""method":"event","params":{"seq":"#)
      guard isEvent >= 0 else { continue }
      guard number == 0 || isEvent == number + 1 else { throw Missing("event \(number + 1), but got \(isEvent)") }
      number = isEvent
      self.count += 1
      delays.append(now - crowd_number(line, line.count, #""t":"#))
    }
    return delays
  }
}
