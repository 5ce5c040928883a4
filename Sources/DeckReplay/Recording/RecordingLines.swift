/// Reads one format of recordings, line by line.
protocol RecordingReader {
  /// Whether a line begins as one of the format does.
  static func begins(with line: RecordingLine) -> Bool
  mutating func read(_ line: RecordingLine) throws(RecordingError)
  /// How many events have been read.
  var eventCount: Int { get }
}

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
    if let first = skipped.first { notes.append(Self.note("before", first, count: skipped.count)) }
  }

  private static func note(_ place: String, _ first: RecordingLine, count: Int) -> String {
    let more = count > 1 ? ", and \(count - 1) more" : ""
    return "left out \(place) the recording: line \(first.number), \(first.excerpt)\(more)"
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

  /// Passes every line to `reader`, and returns notes about what is left out and about the last line.
  ///
  /// A recorder that is killed leaves half a line behind: a malformed last line without a newline is ignored. So is what
  /// people write behind a recording: from a line on that is no beginning of the format's, where events are before it and
  /// none after.
  func read<Reader: RecordingReader>(into reader: inout Reader) throws(RecordingError) -> [String] {
    var notes = notes
    var lines = self
    while let line = lines.next() {
      if Self.isClosing(line) { continue }
      do {
        try reader.read(line)
      } catch {
        if line.isUnfinished { return notes + ["line \(line.number) is cut off, and left out: \(line.excerpt)"] }
        guard reader.eventCount > 0, !Reader.begins(with: line), let more = lines.linesWithoutEvents(for: reader) else {
          throw error
        }
        return notes + [Self.note("after", line, count: 1 + more)]
      }
      guard line.isUnfinished else { continue }
      var line = line
      if !line.isAtEnd {
        notes.append("line \(line.number) does not end with a newline: the recording may be cut off there")
      }
    }
    return notes
  }

  /// How many lines of text follow; `nil` where an event is among them.
  private func linesWithoutEvents(for reader: some RecordingReader) -> Int? {
    var (reader, count) = (reader, 0)
    let known = reader.eventCount
    for var line in self {
      // What is no line of the recording says nothing here.
      try? reader.read(line)
      guard reader.eventCount == known else { return nil }
      if !line.isAtEnd { count += 1 }
    }
    return count
  }
}
