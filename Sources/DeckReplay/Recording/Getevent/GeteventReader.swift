/// Reads the output of Android's `getevent`: time-stamped events of one device or of all, and descriptions of devices.
///
/// After `toolbox/getevent.c` of Android's system/core. An event is `[seconds.microseconds] type code value`, all in
/// hexadecimal or, with `-l`, in names if there are any; with several devices each event names its device. The log may
/// also contain a device's description, as printed by `-p` or `-i`.
struct GeteventReader: RecordingReader {
  /// Prefixes of other lines: output to standard error, and notices of removed devices.
  private static let remarks: [StaticString] = ["could not ", "Can't enable ", "remove device ", "remote device"]

  let file: String
  private(set) var devices: [RecordedDevice] = []
  /// The description that the last lines belonged to.
  private var description: GeteventDescription?

  init(file: String) {
    self.file = file
  }

  var eventCount: Int { devices.reduce(0) { $0 + $1.events.count } }

  /// Whether a log that begins with `line` is getevent's.
  ///
  /// A log without time stamps is, and reading it reports them missing.
  static func begins(with line: RecordingLine) -> Bool {
    var line = line
    line.skipSpaces()
    // A shell's prompt may begin with the time of day.
    if line.consume("[") { return line.integer(Int64.self) != nil && line.consume(".") }
    if line.consume("/dev/input/") || line.consume("add device ") || line.consume("EV_") {
      return true
    }
    return consumeRemark(&line) || line.consumeEvent() != nil
  }

  mutating func read(_ line: RecordingLine) throws(RecordingError) {
    var line = line
    let isIndented = line.isIndented
    if line.isAtEnd { return }
    if isIndented, let place = description?.place {
      try description?.read(line, into: &devices[place].head)
      return
    }
    description = nil
    if line.consume("add device ") {
      description = GeteventDescription(place: try place(named: line))
    } else if !Self.consumeRemark(&line) {
      try readEvent(line)
    }
  }

  private static func consumeRemark(_ line: inout RecordingLine) -> Bool {
    for remark in remarks where line.consume(remark) { return true }
    return false
  }

  /// The index of the device that a line names after `add device`.
  private mutating func place(named line: RecordingLine) throws(RecordingError) -> Int {
    var line = line
    guard let number = line.word(), number.last == ":", let path = line.word(), line.isAtEnd else {
      throw line.malformed(expected: "'add device number: path'")
    }
    return place(of: path)
  }

  private mutating func place(of path: String?) -> Int {
    if let place = devices.firstIndex(where: { $0.path == path }) { return place }
    devices.append(RecordedDevice(path: path, file: file))
    return devices.count - 1
  }

  private mutating func readEvent(_ line: RecordingLine) throws(RecordingError) {
    var line = line
    guard line.consume("[") else {
      throw line.malformed(expected: "a time stamp '[seconds.microseconds]' first, as getevent -lt prints it")
    }
    guard let time = line.time(), line.consume("]"), case let path = line.consumePath(), let event = line.consumeEvent()
    else {
      throw line.malformed(expected: "'[seconds.microseconds] type code value', as getevent -lt prints it")
    }
    // The code has a name that touches do not use.
    guard let code = event.code else { return }
    devices[place(of: path)].append(
      EvdevEvent(time: time, type: event.type, code: code, value: event.value, line: line.number)
    )
  }
}

extension RecordingLine {
  /// Consumes a device's path and its colon.
  fileprivate mutating func consumePath() -> String? {
    var line = self
    guard let word = line.word(), word.first == "/", word.last == ":" else { return nil }
    self = line
    return String(word.dropLast())
  }

  /// Consumes an event up to the end of the line; its code is `nil` if its name is not in `EvdevNames`.
  fileprivate mutating func consumeEvent() -> (type: UInt16, code: UInt16?, value: Int32)? {
    guard let type = hexadecimalField(or: EvdevNames.types) else { return nil }
    let code = hexadecimalField(or: EvdevNames.codes[type] ?? [:])
    if code == nil {
      guard type != EventType.synchronize, type != EventType.absolute, let name = word(), EvdevNames.isName(name)
      else { return nil }
    }
    guard let value = hexadecimalField(or: EvdevNames.values) else { return nil }
    // The rate that -r adds to a report.
    if !isAtEnd, word() != "rate" || decimalField() == nil { return nil }
    return isAtEnd ? (type, code, Int32(bitPattern: value)) : nil
  }
}
