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

  /// The format of `lines`, determined by the first that is a whole line of one; `lines` then begin there.
  ///
  /// People paste recordings with what their terminal shows: the lines before it are left out. Where no line is whole, the
  /// first one that begins as one of a format does is what the error is about.
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
    var damaged: (line: RecordingLine, format: Self)?
    var name: RecordingLine?
    var rest = lines
    while let line = rest.next() {
      var text = line
      if let format = Self(of: line) {
        if format.isWhole(line) {
          lines.skip(to: format == .evemu && !text.isAtEnd ? name ?? line : line)
          self = format
          return
        }
        damaged = damaged ?? (line, format)
      }
      if line.number > (first?.number ?? line.number) + Self.mostLinesBefore { break }
      if text.isAtEnd { continue }
      // evemu's head may begin with the name.
      name = EvemuReader.isText(line) ? line : nil
      first = first ?? text
    }
    if let damaged {
      lines.skip(to: damaged.line)
      self = damaged.format
      return
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

  /// Whether a line that begins as one of the format does is one up to its end.
  private func isWhole(_ line: RecordingLine) -> Bool {
    func isRead(_ reader: some RecordingReader) -> Bool {
      var reader = reader
      return (try? reader.read(line)) != nil
    }
    return switch self {
    case .evemu: !EvemuReader.isText(line) && isRead(EvemuReader(file: line.file, length: 0))
    case .getevent: isRead(GeteventReader(file: line.file))
    case .evtest: isRead(EvtestReader(file: line.file))
    case .libinput: LibinputRecordReader.isVersion(line) || isRead(LibinputRecordReader(file: line.file))
    }
  }
}
