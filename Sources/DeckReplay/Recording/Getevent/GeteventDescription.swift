/// The lines in which `getevent -p`, `-lp` or `-i` describes one device.
///
/// Reads only what a panel needs: name, identity, properties, the axes with their ranges, and the keys
/// that identify the touching tool.
struct GeteventDescription {
  /// The list that lines without a title continue.
  private enum List: Equatable {
    case none
    case codes(UInt16)
    case properties
  }

  /// The index of the described device in the log.
  let place: Int
  private var list = List.none

  init(place: Int) {
    self.place = place
  }

  mutating func read(_ line: RecordingLine, into head: inout DeviceHead) throws(RecordingError) {
    var line = line
    line.skipSpaces()
    if line.consume("events:") || line.consume("HID descriptor:") {
      list = .none
    } else if line.consume("input props:") {
      list = .properties
    } else if let type = line.consumeTypeTitle() {
      guard type < EventType.count else { throw line.malformed(expected: "an event type from 0 to 1f") }
      list = .codes(type)
      head.codes[EventType.synchronize, default: [EventType.synchronize]].insert(type)
      try readCodes(of: type, line, into: &head)
    } else {
      switch list {
      case .none: try readFact(line, into: &head)
      case .codes(let type): try readCodes(of: type, line, into: &head)
      case .properties: readProperty(line, into: &head)
      }
    }
  }

  private func readFact(_ line: RecordingLine, into head: inout DeviceHead) throws(RecordingError) {
    var line = line
    if line.consume("name:") {
      // A log may name the device again, together with the output of -p.
      if head.name.isEmpty { try head.setName(line.quotation, at: line) }
    } else if line.consume("bus:") {
      head.identity.bus = try number(line)
    } else if line.consume("vendor ") {
      head.identity.vendor = try number(line)
    } else if line.consume("product ") {
      head.identity.product = try number(line)
    } else if line.consume("version ") {
      head.identity.version = try number(line)
    }
  }

  private func number(_ line: RecordingLine) throws(RecordingError) -> UInt16 {
    var line = line
    guard let number: UInt16 = line.hexadecimalField(), line.isAtEnd else {
      throw line.malformed(expected: "four hexadecimal digits")
    }
    return number
  }

  private func readProperty(_ line: RecordingLine, into head: inout DeviceHead) {
    var line = line
    guard let property = line.hexadecimalField(or: EvdevNames.properties), property < DeviceProperty.count else {
      return
    }
    head.properties.insert(property)
  }

  private func readCodes(
    of type: UInt16,
    _ line: RecordingLine,
    into head: inout DeviceHead
  ) throws(RecordingError) {
    if type == EventType.absolute { return try readAxis(line, into: &head) }
    guard type == EventType.key else { return }
    var line = line
    while let word = line.word() {
      // An asterisk marks a pressed key.
      let name = word.last == "*" ? String(word.dropLast()) : word
      let code = EvdevNames.codes[EventType.key]?[name] ?? UInt16(name, radix: 16)
      if let code, code < KeyCode.count { head.codes[EventType.key, default: []].insert(code) }
    }
  }

  /// Reads an axis; before Android 3 there is no resolution, and colons and commas differ.
  private func readAxis(_ line: RecordingLine, into head: inout DeviceHead) throws(RecordingError) {
    var line = line
    guard
      let code = line.hexadecimalField(or: EvdevNames.codes[EventType.absolute] ?? [:]), code < AbsoluteCode.count,
      line.consumeValue(named: "value") != nil,
      let minimum = line.consumeValue(named: "min"),
      let maximum = line.consumeValue(named: "max"),
      let fuzz = line.consumeValue(named: "fuzz"),
      let flat = line.consumeValue(named: "flat"),
      let resolution = line.isAtEnd ? 0 : line.consumeValue(named: "resolution"),
      line.isAtEnd
    else { throw line.malformed(expected: "'code : value n, min n, max n, fuzz n, flat n[, resolution n]'") }
    head.codes[EventType.absolute, default: []].insert(code)
    head.setAxis(
      code,
      DeviceDescription.Axis(minimum: minimum, maximum: maximum, fuzz: fuzz, flat: flat, resolution: resolution),
      at: line
    )
  }
}

extension RecordingLine {
  /// Consumes the title of a list of codes, such as `ABS (0003):`, and returns the type.
  fileprivate mutating func consumeTypeTitle() -> UInt16? {
    var line = self
    guard line.word() != nil, let number = line.word(), number.hasPrefix("("), number.hasSuffix("):") else {
      return nil
    }
    guard let type = UInt16(number.dropFirst().dropLast(2), radix: 16) else { return nil }
    self = line
    return type
  }

  /// Consumes a number after its name, with a colon before or a comma after it.
  fileprivate mutating func consumeValue(named name: StaticString) -> Int32? {
    skipSpaces()
    if consume(":") { skipSpaces() }
    return consume(name) ? decimalItem() : nil
  }
}
