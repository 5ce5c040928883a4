/// Cuts a stream of bytes into lines, in whatever pieces the bytes come.
///
/// Lines are handed on as bytes, without their newline: whether they are UTF-8 or JSON is for others to judge. A
/// line over the limit is reported once, when it passes it, and skipped to its newline.
public struct LineFraming: Sendable {
  /// A line, or the news that one was too long.
  public enum Line: Hashable, Sendable {
    case complete([UInt8])
    /// A line had more bytes than the limit; they are gone.
    case overlong
  }

  private enum State: Sendable {
    /// Within a line whose bytes so far are these.
    case reading([UInt8])
    /// Within an overlong line, up to its newline.
    case skipping
  }

  /// The longest line a daemon takes: 1 MiB (SPEC.md, P10).
  public static let defaultLimit = 1 << 20

  /// The most bytes of a line, its newline not counted.
  public let limit: Int

  private var state = State.reading([])

  /// A framing at the start of a stream; `limit` is in bytes.
  public init(limit: Int = defaultLimit) {
    precondition(limit >= 0, "a line's limit is not negative")
    self.limit = limit
  }

  /// Takes the stream's next bytes and gives the lines that are complete with them, in order.
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

  /// Ends the stream: the last line, when bytes follow the last newline.
  public mutating func finish() -> Line? {
    defer { state = .reading([]) }
    guard case .reading(let line) = state, !line.isEmpty else { return nil }
    return .complete(line)
  }

  private static let newline = UInt8(ascii: "\n")

  private mutating func take(_ bytes: Span<UInt8>, _ range: Range<Int>, into lines: inout [Line]) {
    guard case .reading(var line) = state else { return }
    guard line.count + range.count <= limit else {
      lines.append(.overlong)
      state = .skipping
      return
    }
    // Left empty meanwhile, so that the line is not shared and grows in place.
    state = .reading([])
    bytes.extracting(range).withUnsafeBufferPointer { line.append(contentsOf: $0) }
    state = .reading(line)
  }

  private mutating func endLine(into lines: inout [Line]) {
    if case .reading(let line) = state { lines.append(.complete(line)) }
    state = .reading([])
  }
}
