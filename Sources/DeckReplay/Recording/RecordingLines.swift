/// The lines of a text recording, in order.
struct RecordingLines: Sequence, IteratorProtocol {
  let file: String
  private var rest: ArraySlice<UInt8>
  private var number = 0

  /// The lines in `bytes`, read from `file`.
  init(_ bytes: [UInt8], file: String) {
    self.file = file
    rest = bytes[...]
  }

  mutating func next() -> RecordingLine? {
    guard !rest.isEmpty else { return nil }
    number += 1
    let line = rest.prefix { $0 != UInt8(ascii: "\n") }
    let isUnfinished = line.count == rest.count
    rest = rest.dropFirst(line.count + 1)
    return RecordingLine(line, number: number, file: file, isUnfinished: isUnfinished)
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
      var line = line
      if line.isUnfinished, !line.isAtEnd {
        notes.append("line \(line.number) does not end with a newline: the recording may be cut off there")
      }
    }
    return notes
  }
}
