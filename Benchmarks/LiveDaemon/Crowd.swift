import CCrowd
import Glibc
import UnixSocket

/// Many clients that subscribe to a daemon's frames, all in one thread.
package final class Crowd {
  /// A frame as one of the clients received it.
  package struct Frame {
    /// The index of the client.
    package var reader: Int
    package var number: Int
    /// The time of the touch that the frame shows, in µs of `CLOCK_MONOTONIC`; `nil` if it shows none.
    package var input: Int64?
    /// The moment that the frame shows, in µs of the same clock.
    package var time: Int64?
    /// When it was read, in µs of the same clock.
    package var received: Int64
  }

  private struct Reader {
    var descriptor: Int32
    /// The beginning of a line that has not arrived completely.
    var rest: [UInt8] = []
  }

  private static let room = 1 << 16
  private static let frame = Array(#"{"jsonrpc":"2.0","method":"frame","params":"#.utf8)
  private static let number = #""frame":"#
  private static let input = #""input":"#
  private static let time = #""t":"#

  private let crowd: Int32
  private var readers: [Reader] = []
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Crowd.room, alignment: 16)

  /// A crowd without clients.
  package init() throws {
    crowd = crowd_open()
    guard crowd >= 0 else { throw Missing("epoll (errno \(errno))") }
  }

  deinit {
    for reader in readers { close(reader.descriptor) }
    close(crowd)
    buffer.deallocate()
  }

  package var count: Int { readers.count }

  /// Adds clients that subscribe to the frames of all decks, at most `rate` a second if given.
  package func join(_ count: Int, at socket: String, rate: Double? = nil) throws {
    for _ in 0..<count {
      let descriptor = try Self.subscribe(to: "frames", at: socket, rate: rate)
      guard crowd_add(crowd, descriptor, UInt32(readers.count)) == 0 else { throw Missing("epoll (errno \(errno))") }
      readers.append(Reader(descriptor: descriptor))
    }
  }

  /// Passes every frame that has arrived to `take`, after waiting for the first one for at most `milliseconds`.
  ///
  /// - Returns: whether anything arrived.
  @discardableResult
  package func read(within milliseconds: Int32, _ take: (Frame) -> Void) throws -> Bool {
    let ready = try withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { numbers in
      let count = crowd_wait(crowd, numbers.baseAddress, Int32(numbers.count), milliseconds)
      guard count >= 0 || errno == EINTR else { throw Missing("epoll (errno \(errno))") }
      for place in 0..<Int(max(count, 0)) { try receive(Int(numbers[place]), take) }
      return count > 0
    }
    return ready
  }

  /// Reads until nothing more arrives for `milliseconds`.
  package func drain(within milliseconds: Int32 = 100) throws {
    while try read(within: milliseconds, { _ in }) {}
  }

  private func receive(_ index: Int, _ take: (Frame) -> Void) throws {
    let count = recv(readers[index].descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
    guard count != 0 else { throw Missing("client \(index): the daemon has closed the connection") }
    guard count > 0 else { return }
    let received = Self.now
    guard readers[index].rest.isEmpty else {
      readers[index].rest.append(contentsOf: buffer[..<count])
      let whole = readers[index].rest
      readers[index].rest = []
      whole.withUnsafeBytes { split($0, of: index, received, take) }
      return
    }
    split(UnsafeRawBufferPointer(rebasing: buffer[..<count]), of: index, received, take)
  }

  private func split(_ bytes: UnsafeRawBufferPointer, of index: Int, _ received: Int64, _ take: (Frame) -> Void) {
    var start = 0
    while start < bytes.count, let base = bytes.baseAddress, let end = memchr(base + start, 10, bytes.count - start) {
      let line = UnsafeRawBufferPointer(
        start: base + start,
        count: end - UnsafeMutableRawPointer(mutating: base) - start
      )
      if line.starts(with: Self.frame), let number = Self.number(after: Self.number, in: line) {
        let input = Self.number(after: Self.input, in: line)
        let time = Self.number(after: Self.time, in: line)
        take(Frame(reader: index, number: Int(number), input: input, time: time, received: received))
      }
      start += line.count + 1
    }
    if start < bytes.count { readers[index].rest = Array(bytes[start...]) }
  }

  private static func number(after key: String, in line: UnsafeRawBufferPointer) -> Int64? {
    // Both members precede the cards.
    let number = crowd_number(line.baseAddress, min(line.count, 256), key)
    return number < 0 ? nil : number
  }

  /// Returns the socket of a client that has subscribed to a topic.
  package static func subscribe(to topic: String, at socket: String, rate: Double? = nil) throws -> Int32 {
    let descriptor = try StreamSocket.open(.blocking)
    try StreamSocket.connect(descriptor, to: socket)
    let paced = rate.map { #","rate":\#($0)"# } ?? ""
    let line = #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["\#(topic)"]\#(paced)}}"# + "\n"
    _ = try StreamSocket.send(descriptor, Array(line.utf8).span.bytes)
    // A client that receives the beginning of the reply is subscribed.
    var first: UInt8 = 0
    guard recv(descriptor, &first, 1, Int32(MSG_PEEK)) == 1 else { throw Missing("the answer to a subscription") }
    return descriptor
  }

  /// The current `CLOCK_MONOTONIC` in µs, the clock of the daemon's times.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
