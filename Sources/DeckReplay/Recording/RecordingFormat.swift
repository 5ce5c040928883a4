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

  /// More lines than a terminal, a shell and a bug report put before what a recorder prints.
  private static let mostLinesBefore = 20

  /// The format of `lines`, determined by the first that has one; `lines` then begin there.
  ///
  /// People paste recordings with what their terminal shows: the lines before it are left out.
  init(of lines: inout RecordingLines) throws(RecordingError) {
    if let compression = lines.compression {
      throw RecordingError(
        file: lines.file,
        line: nil,
        expected: "text; \"\(compression.command) FILE | deckctl replay -\" reads it",
        found: "a file compressed with \(compression)"
      )
    }
    var first: RecordingLine?
    var rest = lines
    while let line = rest.next() {
      if let format = Self(of: line) {
        lines.skip(to: line)
        self = format
        return
      }
      if line.number > (first?.number ?? line.number) + Self.mostLinesBefore { break }
      var text = line
      if first == nil, !text.isAtEnd { first = text }
    }
    throw first?.malformed(expected: Recording.readableFormats)
      ?? RecordingError(file: lines.file, line: nil, expected: Recording.readableFormats, found: "no line of it")
  }

  /// The format that a line begins; `nil` if it begins none.
  private init?(of line: RecordingLine) {
    if EvemuReader.begins(with: line) {
      self = .evemu
    } else if GeteventReader.begins(with: line) {
      self = .getevent
    } else if LibinputRecordReader.begins(with: line) {
      self = .libinput
    } else if EvtestReader.begins(with: line) {
      self = .evtest
    } else {
      return nil
    }
  }
}
