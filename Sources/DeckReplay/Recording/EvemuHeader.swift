/// The head of an evemu recording while it is read.
struct EvemuHeader {
  /// The most bits that one type has, `KEY_CNT` of linux/input-event-codes.h, in bytes.
  private static let maskLength = 0x300 / 8

  var name = ""
  var identity = EvemuDescription.Identity()
  var properties: Set<UInt16> = []
  var codes: [UInt16: Set<UInt16>] = [:]
  var axes: [UInt16: EvemuDescription.Axis] = [:]
  /// Whether anything was read.
  private(set) var isPresent = false

  private let file: String
  private var nameLine: Int?
  private var axisLines: [UInt16: Int] = [:]
  private var propertyBytes = 0
  private var codeBytes: [UInt16: Int] = [:]

  init(file: String) {
    self.file = file
  }

  /// Whether an axis is there: the `B:` lines decide, or the `A:` lines where there are none.
  func declares(_ axis: UInt16) -> Bool {
    Self.declares(EventType.absolute, axis, codes: codes, axes: axes)
  }

  static func declares(
    _ type: UInt16,
    _ code: UInt16,
    codes: [UInt16: Set<UInt16>],
    axes: [UInt16: EvemuDescription.Axis]
  ) -> Bool {
    if type == EventType.synchronize { return true }
    if codes.isEmpty { return type != EventType.absolute || axes[code] != nil }
    return codes[EventType.synchronize]?.contains(type) == true && codes[type]?.contains(code) == true
  }

  /// The error of a device that libinput would refuse for its axis, or as a whole.
  func unusable(axis: UInt16? = nil, expected: String, found: String) -> RecordingError {
    RecordingError(file: file, line: axis.flatMap { axisLines[$0] } ?? nameLine, expected: expected, found: found)
  }

  /// Reads what follows `N:`.
  mutating func readName(_ line: RecordingLine) throws(RecordingError) {
    guard nameLine == nil else { throw line.malformed(expected: "one 'N:' line, as a recording has one device") }
    isPresent = true
    nameLine = line.number
    name = line.remainder
  }

  /// Reads what follows `I:`.
  mutating func readIdentity(_ line: RecordingLine) throws(RecordingError) {
    var line = line
    isPresent = true
    guard
      let bus: UInt16 = line.hexadecimalField(),
      let vendor: UInt16 = line.hexadecimalField(),
      let product: UInt16 = line.hexadecimalField(),
      let version: UInt16 = line.hexadecimalField(),
      line.isAtEnd
    else { throw line.malformed(expected: "'I: bus vendor product version' in hexadecimal") }
    identity = EvemuDescription.Identity(bus: bus, vendor: vendor, product: product, version: version)
  }

  /// Reads what follows `P:`.
  mutating func readProperties(_ line: RecordingLine) throws(RecordingError) {
    isPresent = true
    let expected = "'P:' and bytes in hexadecimal"
    for byte in try bytes(of: line, after: propertyBytes, expected: expected) {
      properties.formUnion(Self.bits(of: byte, at: propertyBytes))
      propertyBytes += 1
    }
  }

  /// Reads what follows `B:`.
  mutating func readCodes(_ line: RecordingLine) throws(RecordingError) {
    var line = line
    isPresent = true
    let expected = "'B: type' and bytes in hexadecimal"
    guard let type: UInt16 = line.hexadecimalField() else { throw line.malformed(expected: expected) }
    var offset = codeBytes[type, default: 0]
    for byte in try bytes(of: line, after: offset, expected: expected) {
      codes[type, default: []].formUnion(Self.bits(of: byte, at: offset))
      offset += 1
    }
    codeBytes[type] = offset
  }

  /// Reads what follows `A:`; the resolution may be left out, as before evemu 1.1.
  mutating func readAxis(_ line: RecordingLine) throws(RecordingError) {
    var line = line
    isPresent = true
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
    axisLines[code] = line.number
    axes[code] = EvemuDescription.Axis(
      minimum: minimum,
      maximum: maximum,
      fuzz: fuzz,
      flat: flat,
      resolution: resolution
    )
  }

  /// The bytes that follow on `line`, which continue a mask of `length` bytes.
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
