/// The lines in which `evtest` describes its device.
///
/// Reads name, identity, properties and every code, with the ranges of axes. evtest leaves out a fuzz, flat or resolution
/// of 0.
struct EvtestDescription {
  /// The parts of an axis that have been read.
  private struct Axis {
    let code: UInt16
    /// The line that names it.
    let line: RecordingLine
    var minimum: Int32?
    var maximum: Int32?
    var fuzz: Int32 = 0
    var flat: Int32 = 0
    var resolution: Int32 = 0
  }

  /// The list that the next lines continue.
  private enum List {
    case none
    case codes(UInt16)
    case properties
  }

  private var list = List.none
  private var axis: Axis?

  mutating func read(_ line: RecordingLine, into head: inout DeviceHead) throws(RecordingError) {
    var line = line
    line.skipSpaces()
    if try readValue(line) { return }
    try finishAxis(in: &head)
    if line.consume("Input device ID:") {
      try readIdentity(line, into: &head)
    } else if line.consume("Input device name:") {
      try head.setName(line.quotation, at: line)
    } else if line.consume("Event type ") {
      let type = try number(&line, below: EventType.count, what: "an event type from 0 to 31")
      head.codes[EventType.synchronize, default: [EventType.synchronize]].insert(UInt16(type))
      list = .codes(UInt16(type))
    } else if line.consume("Event code "), case .codes(let type) = list {
      let code = try number(&line, below: KeyCode.count, what: "a code from 0 to 767")
      try addCode(UInt16(code), of: type, at: line, to: &head)
    } else if line.consume("Properties:") {
      list = .properties
    } else if line.consume("Property type "), case .properties = list {
      let property = try number(&line, below: DeviceProperty.count, what: "a property from 0 to 31")
      head.properties.insert(UInt16(property))
    } else if line.consume("Key repeat handling:") || line.consume("Repeat type ") || line.consume("Repeat code ")
      || line.consume("State ")
    {
      // Nothing that a panel needs.
    } else {
      throw line.malformed(expected: "a line of evtest's description of a device, or 'Event: time …'")
    }
  }

  /// Adds the axis that the last lines described.
  mutating func finishAxis(in head: inout DeviceHead) throws(RecordingError) {
    guard let axis else { return }
    guard let minimum = axis.minimum, let maximum = axis.maximum else {
      throw axis.line.malformed(expected: "an axis with the lines 'Min' and 'Max' after it")
    }
    head.setAxis(
      axis.code,
      DeviceDescription.Axis(
        minimum: minimum,
        maximum: maximum,
        fuzz: axis.fuzz,
        flat: axis.flat,
        resolution: axis.resolution
      ),
      at: axis.line
    )
    self.axis = nil
  }

  private mutating func addCode(
    _ code: UInt16,
    of type: UInt16,
    at line: RecordingLine,
    to head: inout DeviceHead
  ) throws(RecordingError) {
    if type == EventType.absolute {
      guard code < AbsoluteCode.count else { throw line.malformed(expected: "an axis from 0 to 63") }
      axis = Axis(code: code, line: line)
    }
    // evtest lists no codes of synchronization; those of type 0 are the types here.
    if type != EventType.synchronize { head.codes[type, default: []].insert(code) }
  }

  /// Reads a line of an axis, or of a key's repetition; returns whether it is one.
  private mutating func readValue(_ line: RecordingLine) throws(RecordingError) -> Bool {
    var line = line
    let field: WritableKeyPath<Axis, Int32?>?
    let option: WritableKeyPath<Axis, Int32>?
    if line.consume("Value ") {
      (field, option) = (nil, nil)
    } else if line.consume("Min ") {
      (field, option) = (\.minimum, nil)
    } else if line.consume("Max ") {
      (field, option) = (\.maximum, nil)
    } else if line.consume("Fuzz ") {
      (field, option) = (nil, \.fuzz)
    } else if line.consume("Flat ") {
      (field, option) = (nil, \.flat)
    } else if line.consume("Resolution ") {
      (field, option) = (nil, \.resolution)
    } else {
      return false
    }
    guard let number = line.decimalField(), line.isAtEnd else { throw line.malformed(expected: "a decimal number") }
    if let field { axis?[keyPath: field] = number }
    if let option { axis?[keyPath: option] = number }
    return true
  }

  private func readIdentity(_ line: RecordingLine, into head: inout DeviceHead) throws(RecordingError) {
    var line = line
    guard
      let bus = line.consumeNumber(named: "bus "),
      let vendor = line.consumeNumber(named: "vendor "),
      let product = line.consumeNumber(named: "product "),
      let version = line.consumeNumber(named: "version "),
      line.isAtEnd
    else { throw line.malformed(expected: "'Input device ID: bus 0x… vendor 0x… product 0x… version 0x…'") }
    head.identity = DeviceDescription.Identity(bus: bus, vendor: vendor, product: product, version: version)
  }

  private func number(
    _ line: inout RecordingLine,
    below limit: Int,
    what: String
  ) throws(RecordingError) -> Int {
    guard let number = line.integer(Int.self), number >= 0, number < limit else {
      throw line.malformed(expected: what)
    }
    return number
  }
}

extension RecordingLine {
  /// Consumes a hexadecimal number after its name, with `0x` before it.
  fileprivate mutating func consumeNumber(named name: StaticString) -> UInt16? {
    skipSpaces()
    guard consume(name) else { return nil }
    _ = consume("0x")
    return hexadecimalField()
  }
}
