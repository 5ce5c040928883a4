/// The lines of a text recording, in order.
struct RecordingLines: Sequence, IteratorProtocol {
  private let source: RecordingSource
  /// The index of the next line's first byte.
  private var place = 0
  private var number = 0

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

  /// Passes every line to `read`, and returns notes about the last one.
  ///
  /// A recorder that is killed leaves half a line behind: a malformed last line without a newline is ignored.
  func read(_ read: (RecordingLine) throws(RecordingError) -> Void) throws(RecordingError) -> [String] {
    var notes: [String] = []
    for line in self {
      do {
        try read(line)
      } catch {
        guard line.isUnfinished else { throw error }
        return ["line \(line.number) is cut off, and left out: \(line.excerpt)"]
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
