package import DeckProtocol
package import DeckSocket

/// The requests of one client that were read and not answered yet.
///
/// All but the first are kept in one buffer: as arrays, the shortest lines would take twenty times the bytes that were
/// read, and 2,000 clients with such lines more memory than everything else.
package struct RequestQueue {
  private var first: LineFraming.Line?
  /// The lines after the first, each with its newline.
  private var rest: [UInt8] = []
  /// Where the next of them begins.
  private var place = 0
  /// Where lines begin that were too long, in order; `rest` has their beginnings.
  private var overlong: ArraySlice<Int> = []
  /// The state of the stream after those lines.
  private(set) var stream = ClientConnection.Stream.open

  package private(set) var count = 0
  package var isEmpty: Bool { count == 0 }

  /// A queue of a client that has sent nothing.
  package init() {}

  /// Replaces the queue, which is empty, by what was read next.
  package mutating func receive(_ reading: ClientConnection.Reading) {
    removeAll()
    (first, count, stream) = (reading.lines.first, reading.lines.count, reading.stream)
    for line in reading.lines.dropFirst() {
      switch line {
      case .complete(let bytes): rest += bytes
      case .overlong(let beginning):
        overlong.append(rest.count)
        rest += beginning
      }
      rest.append(Self.newline)
    }
  }

  /// Removes and returns the first request.
  package mutating func popFirst() -> LineFraming.Line? {
    guard count > 0 else { return nil }
    count -= 1
    if let line = first.take() { return line }
    let end = rest[place...].firstIndex(of: Self.newline) ?? rest.count
    defer { place = end + 1 }
    let bytes = Array(rest[place..<end])
    guard overlong.first == place else { return .complete(bytes) }
    overlong.removeFirst()
    return .overlong(beginning: bytes)
  }

  /// Drops the requests, and the buffer that they were in.
  package mutating func removeAll() { (first, rest, place, overlong, count) = (nil, [], 0, [], 0) }

  private static let newline = UInt8(ascii: "\n")
}
