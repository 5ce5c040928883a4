package import NIOCore

/// The lines that wait for one page: all of them in their order, but only the newest frame of each deck.
///
/// What is taken is what was appended, in the same order, without the frames that a newer one of their deck replaced. So
/// a line never changes its place, and a frame never follows a line that came after it.
package struct CoalescingQueue {
  private struct Frame {
    var deck: [UInt8]
    var number: UInt64
    var line: ByteBuffer
  }

  /// What a waiting line takes besides its bytes, about.
  private static let overhead = 64

  private var lines = CircularBuffer<(number: UInt64, line: ByteBuffer)>()
  /// In the order of their numbers.
  private var frames: [Frame] = []
  private var appended: UInt64 = 0

  /// About how much memory the waiting lines take.
  package private(set) var bytes = 0

  /// An empty queue.
  package init() {}

  package var isEmpty: Bool { lines.isEmpty && frames.isEmpty }

  /// Appends a line without its newline.
  package mutating func append(_ line: ByteBuffer) {
    // A copy: the line is a part of what was read, and would keep all of that in memory.
    let line = ByteBuffer(buffer: line)
    bytes += Self.size(line)
    appended += 1
    guard let deck = FrameLine.deck(of: line.readableBytesView) else {
      lines.append((appended, line))
      return
    }
    if let index = frames.firstIndex(where: { $0.deck == deck }) { bytes -= Self.size(frames.remove(at: index).line) }
    frames.append(Frame(deck: deck, number: appended, line: line))
  }

  /// Takes the oldest line; `nil` if there is none.
  package mutating func popFirst() -> ByteBuffer? {
    guard let line = popLine() else { return nil }
    bytes -= Self.size(line)
    return line
  }

  /// Drops everything.
  package mutating func removeAll() {
    self = CoalescingQueue()
  }

  private mutating func popLine() -> ByteBuffer? {
    guard let frame = frames.first else { return lines.popFirst()?.line }
    if let first = lines.first, first.number < frame.number { return lines.removeFirst().line }
    return frames.removeFirst().line
  }

  private static func size(_ line: ByteBuffer) -> Int {
    line.readableBytes + overhead
  }
}

/// Recognizes the notification `frame` by how the daemon writes it: keys have a fixed order, and `deck` is the first.
///
/// A line that is written otherwise counts as one that is never dropped.
package enum FrameLine {
  private static let beginning = Array(#"{"jsonrpc":"2.0","method":"frame","params":{"deck":""#.utf8)

  /// The deck of a frame, as its JSON text; `nil` if the line is not a frame.
  package static func deck(of line: ByteBufferView) -> [UInt8]? {
    guard line.starts(with: beginning) else { return nil }
    let id = line.dropFirst(beginning.count)
    var isEscaped = false
    guard
      let end = id.firstIndex(where: { byte in
        defer { isEscaped = !isEscaped && byte == UInt8(ascii: "\\") }
        return byte == UInt8(ascii: "\"") && !isEscaped
      })
    else { return nil }
    return Array(id[..<end])
  }
}
