/// The lines of a text recording, in order.
struct RecordingLines: Sequence, IteratorProtocol {
  private let source: RecordingSource
  /// The index of the next line's first byte.
  private var place = 0
  private var number = 0
  /// What is left out before the first line of the recording.
  private var notes: [String] = []

  /// The lines in `bytes`, read from `file`.
  init(_ bytes: [UInt8], file: String) { source = RecordingSource(bytes, file: file) }

  /// The compression of the file; `nil` for text.
  var compression: RecordingCompression? { RecordingCompression(source.bytes) }

  var file: String { source.file }

  mutating func next() -> RecordingLine? {
    let (start, count) = (place, source.bytes.count)
    guard start < count else { return nil }
    number += 1
    var end = start
    while end < count, source.bytes[end] != UInt8(ascii: "\n") { end += 1 }
    place = end + 1
    return RecordingLine(start..<end, of: source, number: number, isUnfinished: end == count)
  }

  /// Leaves out the lines before `line`, and says so.
  mutating func skip(to line: RecordingLine) {
    var skipped: [RecordingLine] = []
    while number + 1 < line.number, var next = next() { if !next.isAtEnd { skipped.append(next) } }
    guard let first = skipped.first else { return }
    let more = skipped.count > 1 ? ", and \(skipped.count - 1) more" : ""
    notes.append("left out before the recording: line \(first.number), \(first.excerpt)\(more)")
  }

  /// What a bug report, a terminal or `script` puts behind a recording.
  private static let closings: [StaticString] = ["```", "~~~", "^C", "Script done"]

  private static func isClosing(_ line: RecordingLine) -> Bool {
    closings.contains { text in
      var line = line
      line.skipSpaces()
      return line.consume(text)
    }
  }

  /// Passes every line to `read`, and returns notes about the last one.
  ///
  /// A recorder that is killed leaves half a line behind: a malformed last line without a newline is ignored.
  func read(_ read: (RecordingLine) throws(RecordingError) -> Void) throws(RecordingError) -> [String] {
    var notes = notes
    for line in self where !Self.isClosing(line) {
      do {
        try read(line)
      } catch {
        guard line.isUnfinished else { throw error }
        return notes + ["line \(line.number) is cut off, and left out: \(line.excerpt)"]
      }
      guard line.isUnfinished else { continue }
      var line = line
      if !line.isAtEnd {
        notes.append("line \(line.number) does not end with a newline: the recording may be cut off there")
      }
    }
    return notes
  }
}
