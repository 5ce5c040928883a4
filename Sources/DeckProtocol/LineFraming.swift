/// Cuts a stream of bytes into lines, however the bytes are chunked.
///
/// Lines are returned as bytes, without their newline, and not checked for UTF-8 or JSON. A line over the limit is
/// reported once, when it exceeds the limit, and skipped to its newline.
public struct LineFraming: Sendable {
  /// A complete line, or a report that one was too long.
  public enum Line: Hashable, Sendable {
    case complete([UInt8])
    /// A line exceeded the limit; its bytes were dropped, but for the first 128 or those up to the limit.
    case overlong(beginning: [UInt8])

    /// The bytes of a complete line, for a client: what is too long for it is no message of deckd.
    package func bytes() throws(Overlong) -> [UInt8] {
      guard case .complete(let bytes) = self else { throw Overlong() }
      return bytes
    }
  }

  /// The daemon, or what has its socket, sends a line above ``clientLimit``.
  package struct Overlong: Error, Hashable, CustomStringConvertible {
    package init() {}

    package var description: String { "a line is longer than \(clientLimit >> 20) MiB; expected a message of deckd" }
  }

  private enum State: Sendable {
    /// Within a line that consists of these bytes so far.
    case reading([UInt8])
    /// Within an overlong line, up to its newline.
    case skipping
  }

  /// The longest line that a daemon accepts, 32 KiB: it reads the worst of them in a millisecond or two.
  public static let defaultLimit = 1 << 15

  /// The longest line that a client accepts: 64 MiB, as in `deckd.c`.
  package static let clientLimit = 1 << 26

  /// The maximum length of a line in bytes, without its newline.
  public let limit: Int

  private var state = State.reading([])

  /// A framing at the start of a stream; `limit` is in bytes.
  public init(limit: Int = defaultLimit) {
    precondition(limit >= 0, "a line's limit is not negative")
    self.limit = limit
  }

  /// How many bytes are held for a line that is not complete: its buffer grows by more than it needs.
  public var heldBytes: Int { if case .reading(let line) = state { line.capacity } else { 0 } }

  /// Appends the stream's next bytes and returns the lines that they complete, in order.
  public mutating func append(_ bytes: Span<UInt8>) -> [Line] {
    var lines: [Line] = []
    var start = 0
    for index in bytes.indices where bytes[index] == Self.newline {
      take(bytes, start..<index, into: &lines)
      endLine(into: &lines)
      start = index + 1
    }
    take(bytes, start..<bytes.count, into: &lines)
    return lines
  }

  /// Ends the stream and returns the last line, if bytes follow the last newline.
  public mutating func finish() -> Line? {
    defer { state = .reading([]) }
    guard case .reading(let line) = state, !line.isEmpty else { return nil }
    return .complete(line)
  }

  private static let newline = UInt8(ascii: "\n")
  /// Enough for the id of a request, which clients write before its parameters.
  private static let longestBeginning = 128

  private mutating func take(_ bytes: Span<UInt8>, _ range: Range<Int>, into lines: inout [Line]) {
    guard case .reading(var line) = state else { return }
    guard line.count + range.count <= limit else {
      let missing = max(min(limit, Self.longestBeginning) - line.count, 0)
      bytes.extracting(range).extracting(first: missing).withUnsafeBufferPointer { line.append(contentsOf: $0) }
      lines.append(.overlong(beginning: Array(line.prefix(Self.longestBeginning))))
      state = .skipping
      return
    }
    // Emptied first, so that the line's buffer is not shared and grows in place.
    state = .reading([])
    bytes.extracting(range).withUnsafeBufferPointer { line.append(contentsOf: $0) }
    state = .reading(line)
  }

  private mutating func endLine(into lines: inout [Line]) {
    if case .reading(let line) = state { lines.append(.complete(line)) }
    state = .reading([])
  }
}
