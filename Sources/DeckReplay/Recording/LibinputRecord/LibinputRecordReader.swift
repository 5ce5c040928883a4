import Kinetics

/// Reads the YAML of `libinput record`: one device or several, each with its description and its events.
///
/// After the section FILE FORMAT of libinput-record(1), version 1 of the format. This is no reader of YAML: it takes the
/// block structure that libinput record writes, each known list of numbers on one line, and skips every key that the
/// format does not have or that a panel does not need. So a line that was cut off costs nothing but itself, and a mistake
/// is named by its line.
struct LibinputRecordReader: RecordingReader {
  /// Keys with which a file may begin.
  private static let beginnings: [StaticString] = ["version:", "ndevices:", "libinput:", "system:", "devices:"]

  /// What a line belongs to.
  private enum Scope: Equatable {
    case devices
    case device
    case evdev
    case codes
    case axes
    case udev
    case udevProperties
    case events
    case event
    /// The events of a hardware frame.
    case frame
  }

  /// A key whose value follows in further lines, or an entry of a list.
  private struct Level {
    let column: Int
    let scope: Scope
    /// Whether it is an entry of a list, whose dash is at `column`.
    let isEntry: Bool
  }

  /// The lines of a value that is not needed.
  private struct Skipped {
    let column: Int
    /// Open brackets: the closing ones may be at any column.
    var brackets: Int
  }

  private(set) var devices: [RecordedDevice] = []
  private let file: String
  private var levels: [Level] = []
  private var skipped: Skipped?
  private var hasEvents = false

  init(file: String) {
    self.file = file
  }

  var eventCount: Int { devices.reduce(0) { $0 + $1.events.count } }

  /// Notes on what the file lacks.
  var notes: [String] {
    devices.isEmpty || hasEvents ? [] : ["the recording ends before its events"]
  }

  /// Whether a recording that begins with `line` is in this format.
  static func begins(with line: RecordingLine) -> Bool {
    var line = line
    for beginning in beginnings where line.consume(beginning) { return true }
    return false
  }

  /// Whether a line has the version of the format, be it one that is read or not.
  static func isVersion(_ line: RecordingLine) -> Bool {
    var line = line
    return line.consume("version:") && line.decimalField() != nil && line.isAtEnd
  }

  mutating func read(_ line: RecordingLine) throws(RecordingError) {
    var line = line
    guard var column = line.indentation() else {
      guard !line.isAtEnd else { return }
      throw line.malformed(expected: "spaces before the text, as YAML does not allow tabs there")
    }
    if line.isAtEnd || skips(line, at: column) || line.consume("---") { return }
    while line.consume("- ") {
      beginEntry(at: column)
      let spaces = line.indentation() ?? 0
      column += 2 + spaces
      switch levels.last?.scope {
      case .frame: return try readEvent(line)
      case .udevProperties: return readUdevProperty(line)
      default: break
      }
    }
    try readKey(line, at: column)
  }

  // MARK: - Structure

  /// Whether `line` belongs to a value that is not needed.
  private mutating func skips(_ line: RecordingLine, at column: Int) -> Bool {
    guard var value = skipped else { return false }
    if value.brackets > 0 {
      value.brackets += line.openedBrackets
      skipped = value
      return true
    }
    var line = line
    if column > value.column || column == value.column && line.consume("- ") { return true }
    skipped = nil
    return false
  }

  /// Begins an entry of the list that a dash at `column` belongs to.
  private mutating func beginEntry(at column: Int) {
    while let level = levels.last, level.column > column || level.column == column && level.isEntry {
      levels.removeLast()
    }
    switch levels.last?.scope {
    case .devices:
      devices.append(RecordedDevice(path: nil, file: file))
      levels.append(Level(column: column, scope: .device, isEntry: true))
    case .events:
      levels.append(Level(column: column, scope: .event, isEntry: true))
    default:
      break
    }
  }

  private mutating func readKey(_ line: RecordingLine, at column: Int) throws(RecordingError) {
    while let level = levels.last, level.column >= column { levels.removeLast() }
    var rest = line
    guard let key = rest.text(before: ":"), !key.isEmpty, !key.contains(" ") else {
      throw line.malformed(expected: "'key: value', or an entry of a list after a dash, as libinput record writes it")
    }
    switch (levels.last?.scope, key) {
    case (nil, "version"):
      guard rest.yamlScalar == "1" else { throw line.malformed(expected: "version 1 of the format") }
    case (nil, "devices"): try begin(.devices, rest, at: column)
    case (.device, "node"): devices[devices.count - 1].path = rest.yamlScalar
    case (.device, "evdev"): try begin(.evdev, rest, at: column)
    case (.device, "udev"): try begin(.udev, rest, at: column)
    case (.device, "events"):
      hasEvents = true
      try begin(.events, rest, at: column)
    case (.evdev, "name"): try devices[devices.count - 1].head.setName(rest.yamlScalar, at: line)
    case (.evdev, "id"): try readIdentity(rest)
    case (.evdev, "properties"): try readProperties(rest)
    case (.evdev, "codes"): try begin(.codes, rest, at: column)
    case (.evdev, "absinfo"): try begin(.axes, rest, at: column)
    case (.codes, let type): try readCodes(of: type, rest)
    case (.axes, let code): try readAxis(code, rest)
    case (.udev, "properties"): try begin(.udevProperties, rest, at: column)
    case (.event, "evdev"): try begin(.frame, rest, at: column)
    default: skipped = Skipped(column: column, brackets: max(0, rest.openedBrackets))
    }
  }

  /// Begins the value of a key, which follows in further lines unless it is an empty list.
  private mutating func begin(_ scope: Scope, _ line: RecordingLine, at column: Int) throws(RecordingError) {
    var line = line
    if line.isAtEnd {
      levels.append(Level(column: column, scope: scope, isEntry: false))
    } else {
      guard line.consume("[]"), line.isAtEnd else {
        throw line.malformed(expected: "the value on the lines that follow, as libinput record writes it")
      }
    }
  }

  // MARK: - Values

  private mutating func readEvent(_ line: RecordingLine) throws(RecordingError) {
    var line = line
    guard
      line.consume("["),
      let seconds = line.integer(Int64.self), (0..<RecordingLine.secondsLimit).contains(seconds), line.consumeComma(),
      let microseconds = line.integer(Int64.self), (0..<1_000_000).contains(microseconds), line.consumeComma(),
      let type = line.integer(Int64.self).flatMap(UInt16.init(exactly:)), line.consumeComma(),
      let code = line.integer(Int64.self).flatMap(UInt16.init(exactly:)), line.consumeComma(),
      let value = line.integer(Int32.self), line.consumeClosingBracket()
    else { throw line.malformed(expected: "'- [seconds, microseconds, type, code, value]' with a time from 0") }
    devices[devices.count - 1].append(
      EvdevEvent(
        time: Instant(microseconds: seconds * 1_000_000 + microseconds),
        type: type,
        code: code,
        value: value,
        line: line.number
      )
    )
  }

  private mutating func readIdentity(_ line: RecordingLine) throws(RecordingError) {
    let numbers = try line.yamlNumbers().compactMap(UInt16.init(exactly:))
    guard numbers.count == 4 else { throw line.malformed(expected: "'id: [bus, vendor, product, version]'") }
    devices[devices.count - 1].head.identity = DeviceDescription.Identity(
      bus: numbers[0],
      vendor: numbers[1],
      product: numbers[2],
      version: numbers[3]
    )
  }

  private mutating func readProperties(_ line: RecordingLine) throws(RecordingError) {
    let numbers = try line.yamlNumbers()
    guard numbers.allSatisfy({ (0..<Int32(DeviceProperty.count)).contains($0) }) else {
      throw line.malformed(expected: "properties from 0 to 31")
    }
    devices[devices.count - 1].head.properties = Set(numbers.map(UInt16.init))
  }

  private mutating func readCodes(of type: String, _ line: RecordingLine) throws(RecordingError) {
    guard let type = UInt16(type), type < EventType.count else {
      throw line.malformed(expected: "an event type from 0 to 31")
    }
    let numbers = try line.yamlNumbers()
    guard numbers.allSatisfy({ (0..<Int32(KeyCode.count)).contains($0) }) else {
      throw line.malformed(expected: "codes from 0 to 767")
    }
    let place = devices.count - 1
    // The codes of type 0 are those of synchronization; a head has the types there.
    devices[place].head.codes[EventType.synchronize, default: [EventType.synchronize]].insert(type)
    if type != EventType.synchronize { devices[place].head.codes[type] = Set(numbers.map(UInt16.init)) }
  }

  private mutating func readAxis(_ code: String, _ line: RecordingLine) throws(RecordingError) {
    guard let code = UInt16(code), code < AbsoluteCode.count else {
      throw line.malformed(expected: "an axis from 0 to 63")
    }
    let numbers = try line.yamlNumbers()
    guard numbers.count == 5 else {
      throw line.malformed(expected: "'axis: [minimum, maximum, fuzz, flat, resolution]'")
    }
    let axis = DeviceDescription.Axis(
      minimum: numbers[0],
      maximum: numbers[1],
      fuzz: numbers[2],
      flat: numbers[3],
      resolution: numbers[4]
    )
    devices[devices.count - 1].head.setAxis(code, axis, at: line)
  }

  /// Reads a fuzz that libinput's udev rules have moved from the kernel into a property.
  private mutating func readUdevProperty(_ line: RecordingLine) {
    var line = line
    guard line.consume("LIBINPUT_FUZZ_"), let code = line.text(before: "=").flatMap({ UInt16($0, radix: 16) }),
      let fuzz = line.integer(Int32.self), fuzz >= 0
    else { return }
    devices[devices.count - 1].head.setFuzz(fuzz, of: code)
  }
}
