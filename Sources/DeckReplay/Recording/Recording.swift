/// The recorded events of one device, with or without a description of the device.
package struct Recording: Hashable, Sendable {
  /// The readable formats, for an error message.
  package static let readableFormats =
    "an evemu recording or description, the YAML of libinput record, or a log of evtest or getevent -lt"

  /// The device, when the recording describes it.
  package var description: DeviceDescription?
  /// A description deduced from the events, if the format allows a description and the recording has none.
  package internal(set) var deduced: DeducedPanel?
  /// Notes on the file and how it was read, for the user who plays the recording.
  package internal(set) var notes: [String] = []
  /// All events, in the order of the file.
  package var events: [EvdevEvent]

  /// A recording made of `events`.
  package init(description: DeviceDescription?, events: [EvdevEvent]) {
    self.description = description
    self.events = events
  }

  /// Rejects a file that does not begin as a recording; what is wrong further on may be what it is to show.
  package static func checkBeginning(of bytes: [UInt8], file: String) throws(RecordingError) {
    var lines = RecordingLines(bytes, file: file)
    _ = try RecordingFormat(of: &lines)
  }

  /// The recording in `bytes`, read from `file`; the first line that a recorder prints determines its format.
  package init(_ bytes: [UInt8], file: String) throws(RecordingError) {
    var lines = RecordingLines(bytes, file: file)
    switch try RecordingFormat(of: &lines) {
    case .evemu:
      var reader = EvemuReader(file: file, length: bytes.count)
      let notes = try lines.read(into: &reader)
      self.init(description: try reader.description(), events: reader.events)
      self.notes = notes
    case .getevent:
      var reader = GeteventReader(file: file)
      let notes = try lines.read(into: &reader)
      try self.init(reader.devices, file: file)
      self.notes = notes + self.notes
    case .evtest:
      var reader = EvtestReader(file: file)
      let notes = try lines.read(into: &reader)
      try self.init([try reader.finish()], file: file)
      self.notes = notes + reader.notes + self.notes
    case .libinput:
      var reader = LibinputRecordReader(file: file)
      let notes = try lines.read(into: &reader)
      try self.init(reader.devices, file: file)
      self.notes = notes + reader.notes + self.notes
    }
  }
}
