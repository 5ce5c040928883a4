/// The text formats of recordings.
enum RecordingFormat {
  /// The output of `evemu-record` and `evemu-describe`.
  case evemu
  /// The output of Android's `getevent`.
  case getevent
  /// The output of `evtest`.
  case evtest
  /// The YAML of `libinput record`.
  case libinput

  /// The format of `lines`, determined by the first that is neither empty nor a comment.
  init(of lines: RecordingLines) throws(RecordingError) {
    for line in lines {
      var line = line
      if EvemuReader.begins(with: line) {
        self = .evemu
        return
      }
      if GeteventReader.begins(with: line) {
        self = .getevent
        return
      }
      if LibinputRecordReader.begins(with: line) {
        self = .libinput
        return
      }
      if EvtestReader.begins(with: line) {
        self = .evtest
        return
      }
      guard line.isAtEnd else { throw line.malformed(expected: Recording.readableFormats) }
    }
    throw RecordingError(file: lines.file, line: nil, expected: Recording.readableFormats, found: "no line of it")
  }
}
