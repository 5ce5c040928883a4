/// The lines of a text recording, from the first to the last.
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
    rest = rest.dropFirst(line.count + 1)
    return RecordingLine(line, number: number, file: file)
  }
}
