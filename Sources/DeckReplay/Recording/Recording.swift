/// The events of one device as they were recorded, with or without what describes the device.
package struct Recording: Hashable, Sendable {
  /// What a file must be that is none of these, for a message.
  package static let readableFormats =
    "an evemu recording or description (.evemu, .events, .desc), or a log of getevent -lt"

  /// The device, when the recording describes it.
  package var description: DeviceDescription?
  /// What the events let one guess of the device, where the recording could have described it and does not.
  package internal(set) var deduced: DeducedPanel?
  /// What is unusual about the file and how it was read, in words for the person who plays the recording.
  package internal(set) var notes: [String] = []
  /// Every event in the order of the file.
  package var events: [EvdevEvent]

  /// A recording made of `events`.
  package init(description: DeviceDescription?, events: [EvdevEvent]) {
    self.description = description
    self.events = events
  }

  /// The recording in `bytes`, read from `file`; its first line that says anything tells its format.
  package init(_ bytes: [UInt8], file: String) throws(RecordingError) {
    let lines = RecordingLines(bytes, file: file)
    switch try RecordingFormat(of: lines) {
    case .evemu:
      var reader = EvemuReader(file: file)
      let notes = try lines.read { line throws(RecordingError) in try reader.read(line) }
      self.init(description: try reader.description(), events: reader.events)
      self.notes = notes
    case .getevent:
      var reader = GeteventReader(file: file)
      let notes = try lines.read { line throws(RecordingError) in try reader.read(line) }
      try self.init(reader)
      self.notes = notes + self.notes
    }
  }
}
