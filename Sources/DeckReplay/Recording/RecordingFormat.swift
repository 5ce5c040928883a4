/// The kinds of text that hold a recording.
enum RecordingFormat {
  /// What `evemu-record` and `evemu-describe` write.
  case evemu
  /// What Android's `getevent` prints.
  case getevent

  /// The format of `lines`, told by the first that is neither empty nor a comment.
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
      guard line.isAtEnd else { throw line.malformed(expected: Recording.readableFormats) }
    }
    throw RecordingError(file: lines.file, line: nil, expected: Recording.readableFormats, found: "no line of it")
  }
}
