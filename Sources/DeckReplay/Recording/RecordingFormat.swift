/// The programs that people compress recordings with before they attach them, by the first bytes of what these write.
enum RecordingCompression: CaseIterable {
  case gzip, bzip2, xz, zstd

  init?(_ bytes: [UInt8]) {
    guard let compression = Self.allCases.first(where: { bytes.starts(with: $0.beginning) }) else { return nil }
    self = compression
  }

  private var beginning: [UInt8] {
    switch self {
    case .gzip: [0x1f, 0x8b]
    case .bzip2: Array("BZh".utf8)
    case .xz: [0xfd] + Array("7zXZ".utf8)
    case .zstd: [0x28, 0xb5, 0x2f, 0xfd]
    }
  }

  /// The command that prints the text of a file.
  var command: String {
    switch self {
    case .gzip: "zcat"
    case .bzip2: "bzcat"
    case .xz: "xzcat"
    case .zstd: "zstdcat"
    }
  }
}

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
    if let compression = lines.compression {
      throw RecordingError(
        file: lines.file,
        line: nil,
        expected: "text; \"\(compression.command) FILE | deckctl replay -\" reads it",
        found: "a file compressed with \(compression)"
      )
    }
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
