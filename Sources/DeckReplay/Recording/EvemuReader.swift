/// Reads the output of `evemu-record`, with or without the head that describes the device, or a head alone.
///
/// Lines are `E: seconds.microseconds type code value` with type and code in hexadecimal and the value in
/// decimal digits; `#` begins a comment. Files of evemu 1.0 to 1.3 differ in zeros, padding and comments,
/// and in whether a resolution is included.
struct EvemuReader: RecordingReader {
  /// The length of the longest code mask, `KEY_CNT` of linux/input-event-codes.h, in bytes.
  private static let maskLength = 0x300 / 8
  /// The length of a short event, `E: 0.000000 0000 0000 0` and a line feed, in bytes.
  private static let eventLength = 24
  /// The maximum number of events that memory is reserved for: a file may have comments instead.
  private static let reservedEvents = 1 << 20

  private(set) var events: [EvdevEvent] = []
  private var head: DeviceHead
  private var hasHead = false
  private var propertyBytes = 0
  private var codeBytes: [UInt16: Int] = [:]

  /// A reader of `length` bytes in all.
  init(file: String, length: Int) {
    head = DeviceHead(file: file)
    events.reserveCapacity(min(length / Self.eventLength, Self.reservedEvents))
  }

  /// Whether a recording that begins with `line` is in evemu's format.
  static func begins(with line: RecordingLine) -> Bool {
    var line = line
    if line.consume("# EVEMU ") { return true }
    return !line.isAtEnd && line.consumeKey() != nil
  }

  /// Whether only text follows the key, which any line could have.
  static func isText(_ line: RecordingLine) -> Bool {
    var line = line
    return switch line.consumeKey() {
    case UInt8(ascii: "N"), UInt8(ascii: "L"), UInt8(ascii: "S"): true
    default: false
    }
  }

  var eventCount: Int { events.count }

  /// The device; `nil` without a head.
  func description() throws(RecordingError) -> DeviceDescription? {
    hasHead ? try DeviceDescription(head) : nil
  }

  mutating func read(_ line: RecordingLine) throws(RecordingError) {
    var line = line
    if line.isAtEnd { return }
    switch line.consumeKey() {
    case UInt8(ascii: "E"):
      events.append(try Self.event(&line))
      return
    // States of lights and switches, which a panel does not need.
    case UInt8(ascii: "L"), UInt8(ascii: "S"): return
    case UInt8(ascii: "N"): try head.setName(line.remainder, at: line)
    case UInt8(ascii: "I"): try readIdentity(line)
    case UInt8(ascii: "P"): try readProperties(line)
    case UInt8(ascii: "B"): try readCodes(line)
    case UInt8(ascii: "A"): try readAxis(line)
    default: throw line.malformed(expected: "a line 'E: …', or one of the head")
    }
    hasHead = true
  }

  /// Consumes the event of a line, after its `E:`.
  private static func event(_ line: inout RecordingLine) throws(RecordingError) -> EvdevEvent {
    guard
      let time = line.timeField(),
      let type: UInt16 = line.hexadecimalField(),
      let code: UInt16 = line.hexadecimalField(),
      let value = line.decimalField(),
      line.isAtEnd
    else { throw line.malformed(expected: "'E: seconds.microseconds type code value'") }
    return EvdevEvent(time: time, type: type, code: code, value: value, line: line.number)
  }
}

// MARK: - The head

extension EvemuReader {
  /// Reads what follows `I:`.
  private mutating func readIdentity(_ line: RecordingLine) throws(RecordingError) {
    var line = line
    guard
      let bus: UInt16 = line.hexadecimalField(),
      let vendor: UInt16 = line.hexadecimalField(),
      let product: UInt16 = line.hexadecimalField(),
      let version: UInt16 = line.hexadecimalField(),
      line.isAtEnd
    else { throw line.malformed(expected: "'I: bus vendor product version' in hexadecimal") }
    head.identity = DeviceDescription.Identity(bus: bus, vendor: vendor, product: product, version: version)
  }

  /// Reads what follows `P:`.
  private mutating func readProperties(_ line: RecordingLine) throws(RecordingError) {
    for byte in try bytes(of: line, after: propertyBytes, expected: "'P:' and bytes in hexadecimal") {
      head.properties.formUnion(Self.bits(of: byte, at: propertyBytes))
      propertyBytes += 1
    }
  }

  /// Reads what follows `B:`.
  private mutating func readCodes(_ line: RecordingLine) throws(RecordingError) {
    var line = line
    let expected = "'B: type' and bytes in hexadecimal"
    guard let type: UInt16 = line.hexadecimalField() else { throw line.malformed(expected: expected) }
    var offset = codeBytes[type, default: 0]
    for byte in try bytes(of: line, after: offset, expected: expected) {
      head.codes[type, default: []].formUnion(Self.bits(of: byte, at: offset))
      offset += 1
    }
    codeBytes[type] = offset
  }

  /// Reads what follows `A:`; the resolution may be omitted, as before evemu 1.1.
  private mutating func readAxis(_ line: RecordingLine) throws(RecordingError) {
    var line = line
    let expected = "'A: code minimum maximum fuzz flat [resolution]'"
    guard
      let code: UInt16 = line.hexadecimalField(),
      let minimum = line.decimalField(),
      let maximum = line.decimalField(),
      let fuzz = line.decimalField(),
      let flat = line.decimalField()
    else { throw line.malformed(expected: expected) }
    let resolution = line.isAtEnd ? 0 : line.decimalField()
    guard let resolution, line.isAtEnd else { throw line.malformed(expected: expected) }
    head.setAxis(
      code,
      DeviceDescription.Axis(minimum: minimum, maximum: maximum, fuzz: fuzz, flat: flat, resolution: resolution),
      at: line
    )
  }

  /// The remaining bytes on `line`, which continue a mask of `length` bytes.
  private func bytes(
    of line: RecordingLine,
    after length: Int,
    expected: String
  ) throws(RecordingError) -> [UInt8] {
    var line = line
    var bytes: [UInt8] = []
    while !line.isAtEnd {
      guard let byte: UInt8 = line.hexadecimalField() else {
        throw line.malformed(expected: expected)
      }
      bytes.append(byte)
    }
    guard !bytes.isEmpty else { throw line.malformed(expected: expected) }
    guard length + bytes.count <= Self.maskLength else {
      throw line.malformed(expected: "\(expected), at most \(Self.maskLength) in all")
    }
    return bytes
  }

  private static func bits(of byte: UInt8, at offset: Int) -> [UInt16] {
    (0..<8).filter { byte >> $0 & 1 == 1 }.map { UInt16(offset * 8 + $0) }
  }
}

extension RecordingLine {
  /// Consumes a letter and its colon.
  fileprivate mutating func consumeKey() -> UInt8? {
    for (key, letter) in Self.keys where consume(key) { return letter }
    return nil
  }

  private static let keys: [(StaticString, UInt8)] = [
    ("E:", UInt8(ascii: "E")), ("N:", UInt8(ascii: "N")), ("I:", UInt8(ascii: "I")), ("P:", UInt8(ascii: "P")),
    ("B:", UInt8(ascii: "B")), ("A:", UInt8(ascii: "A")), ("L:", UInt8(ascii: "L")), ("S:", UInt8(ascii: "S")),
  ]
}
