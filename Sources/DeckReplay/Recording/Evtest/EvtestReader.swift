/// Reads the output of `evtest`: the description of one device, and its events.
///
/// After `evtest.c` of evtest 1.35. An event is `Event: time seconds.microseconds, type 3 (EV_ABS), code 53
/// (ABS_MT_POSITION_X), value 512`; the numbers count, not the names. Synchronization events are drawn as lines with
/// their names. A log of the events alone, without the description, is read as well.
struct EvtestReader: RecordingReader {
  /// Prefixes of lines that are neither description nor event: the choice of a device, what evtest says about a device
  /// that another program has grabbed, and what a terminal shows when Ctrl-C ends it.
  private static let remarks: [StaticString] = [
    "No device specified", "Not running as root", "Available devices:", "Select the device", "/dev/input/",
    "Input driver version", "Supported events:", "Testing ...", "***", "No events are available",
    "other grab is active",
    "In most cases", "try VT-switching", "Run the following command", "an open fd on this device", "\"fuser", "fuser",
    "^C", "evtest: error reading", "expected ",
  ]
  /// Lines that a log may begin with; others are too general to say what it is.
  private static let beginnings: [StaticString] = [
    "No device specified", "Not running as root", "Available devices:", "Select the device", "Input driver version",
    "Input device ID:", "Input device name:", "Supported events:", "Testing ...", "Event: time ",
  ]

  let file: String
  private(set) var notes: [String] = []
  private var device: RecordedDevice
  private var description = EvtestDescription()

  init(file: String) {
    self.file = file
    device = RecordedDevice(path: nil, file: file)
  }

  var eventCount: Int { device.events.count }

  /// Whether a log that begins with `line` is evtest's.
  static func begins(with line: RecordingLine) -> Bool {
    var line = line
    line.skipSpaces()
    for beginning in beginnings where line.consume(beginning) { return true }
    return false
  }

  mutating func read(_ line: RecordingLine) throws(RecordingError) {
    var line = line
    if line.isAtEnd { return }
    if line.consume("Event: ") {
      try readEvent(line)
    } else if line.consume("This device is grabbed") {
      notes.append("line \(line.number): another program had grabbed the device; it received the events, not evtest")
    } else if !Self.consumeRemark(&line) {
      try description.read(line, into: &device.head)
    }
  }

  /// The device, when every line has been read.
  mutating func finish() throws(RecordingError) -> RecordedDevice {
    try description.finishAxis(in: &device.head)
    if device.events.isEmpty { notes.append("the log has no events") }
    return device
  }

  private static func consumeRemark(_ line: inout RecordingLine) -> Bool {
    for remark in remarks where line.consume(remark) { return true }
    return false
  }

  private mutating func readEvent(_ line: RecordingLine) throws(RecordingError) {
    try description.finishAxis(in: &device.head)
    var line = line
    guard line.consume("time "), let time = line.time(), line.consume(","), let event = line.consumeEvtestEvent()
    else {
      throw line.malformed(
        expected:
          "'Event: time seconds.microseconds, type number (name), code number (name), value number', as evtest prints it"
      )
    }
    device.append(
      EvdevEvent(time: time, type: event.type, code: event.code, value: event.value, line: line.number)
    )
  }
}

extension RecordingLine {
  /// How evtest draws synchronization events, the longest beginning first; the second names are those of its first
  /// versions, the third those of builds that take the names of event types for the codes.
  private static let synchronizations: [(StaticString, UInt16)] = [
    ("++++++++++++++ SYN_MT_REPORT ++++++++++++", SynchronizeCode.contact),
    ("++++++++++++++ EV_REL ++++++++++++", SynchronizeCode.contact),
    (">>>>>>>>>>>>>> EV_ABS <<<<<<<<<<<<", SynchronizeCode.dropped),
    ("-------------- EV_SYN ------------", SynchronizeCode.report),
    ("-------------- EV_KEY ------------", SynchronizeCode.configuration),
    (">>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<", SynchronizeCode.dropped),
    ("-------------- SYN_DROPPED ------------", SynchronizeCode.dropped),
    ("-------------- SYN_REPORT ------------", SynchronizeCode.report),
    ("-------------- Report Sync ------------", SynchronizeCode.report),
    ("-------------- SYN_CONFIG ------------", SynchronizeCode.configuration),
    ("-------------- Config Sync ------------", SynchronizeCode.configuration),
  ]

  /// Consumes an event after its time, up to the end of the line.
  fileprivate mutating func consumeEvtestEvent() -> (type: UInt16, code: UInt16, value: Int32)? {
    skipSpaces()
    for (drawing, code) in Self.synchronizations where consume(drawing) {
      return isAtEnd ? (EventType.synchronize, code, 0) : nil
    }
    guard
      consume("type "), let type = integer(Int32.self).flatMap(UInt16.init(exactly:)), consumeName(),
      consume(", code "),
      let code = integer(Int32.self).flatMap(UInt16.init(exactly:)), consumeName(), consume(", value ")
    else { return nil }
    // Scan codes are the only values in hexadecimal.
    let isScanCode =
      type == EventType.miscellaneous && (code == MiscellaneousCode.raw || code == MiscellaneousCode.scan)
    let value = isScanCode ? hexadecimalField(UInt32.self).map(Int32.init(bitPattern:)) : decimalField()
    guard let value, isAtEnd else { return nil }
    return (type, code, value)
  }

  /// Consumes a name in parentheses after a number.
  private mutating func consumeName() -> Bool {
    consume(" (") && text(before: ")") != nil
  }
}
