/// What a command prints, cut into lines, of which only the first are kept.
struct CommandOutput {
  /// The most lines of one run that the log has.
  static let lineLimit = 20
  /// The most bytes of a line.
  static let lineLength = 1000

  /// The line that is not complete yet.
  private var line: [UInt8] = []
  private var lines = 0
  /// How many bytes the log does not have.
  private(set) var leftOut = 0

  /// Whether nothing more is kept.
  var isFull: Bool { lines >= Self.lineLimit }

  /// Takes what was printed, and passes on each complete line; `write` returns whether the log takes it.
  mutating func append(_ bytes: ArraySlice<UInt8>, _ write: (String) -> Bool) {
    var rest = bytes
    while !rest.isEmpty, !isFull {
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      let part = rest[..<(end ?? rest.endIndex)]
      let kept = part.prefix(Self.lineLength - line.count)
      line += kept
      leftOut += part.count - kept.count
      guard let end else { return }
      rest = rest[(end + 1)...]
      finish(write)
    }
    leftOut += rest.count
  }

  /// Passes on what is left without a newline.
  mutating func finish(_ write: (String) -> Bool) {
    defer { line.removeAll(keepingCapacity: true) }
    while line.last == UInt8(ascii: "\r") { line.removeLast() }
    guard !line.isEmpty, !isFull else { return }
    lines += 1
    if !write(String(decoding: line, as: UTF8.self)) { leftOut += line.count }
  }
}
