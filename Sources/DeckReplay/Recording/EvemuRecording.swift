import Kinetics

/// The events of one device as `evemu-record` writes them, with or without the head that describes it.
///
/// Lines are `E: seconds.microseconds type code value` with type and code in hexadecimal and the value in
/// decimal digits; `#` begins a comment. Files of evemu 1.0 to 1.3 differ in zeros, padding and comments,
/// and in whether a resolution is given.
package struct EvemuRecording: Hashable, Sendable {
  /// What a file must be that is none of these, for a message.
  package static let readableFormats = "an evemu recording or description (.evemu, .events, .desc)"

  /// The device, when the recording has a head.
  package var description: EvemuDescription?
  /// Every event in the order of the file.
  package var events: [EvdevEvent]

  /// A recording made of `events`.
  package init(description: EvemuDescription?, events: [EvdevEvent]) {
    self.description = description
    self.events = events
  }

  /// The recording in `bytes`, read from `file`.
  package init(_ bytes: [UInt8], file: String) throws(RecordingError) {
    var header = EvemuHeader(file: file)
    var isEvemu = false
    var start = bytes.startIndex
    var number = 0
    events = []
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      number += 1
      var line = RecordingLine(bytes[start..<end], number: number, file: file)
      start = end + 1
      if line.take("# EVEMU ") {
        isEvemu = true
        continue
      }
      if line.isAtEnd { continue }
      switch line.takeKey() {
      case UInt8(ascii: "E"): events.append(try Self.event(line))
      case UInt8(ascii: "N"): try header.readName(line)
      case UInt8(ascii: "I"): try header.readIdentity(line)
      case UInt8(ascii: "P"): try header.readProperties(line)
      case UInt8(ascii: "B"): try header.readCodes(line)
      case UInt8(ascii: "A"): try header.readAxis(line)
      // States of lights and switches: nothing a panel needs.
      case UInt8(ascii: "L"), UInt8(ascii: "S"): break
      default:
        throw line.malformed(expected: isEvemu ? "a line 'E: …', or one of the head" : Self.readableFormats)
      }
      isEvemu = true
    }
    guard isEvemu else {
      throw RecordingError(file: file, line: nil, expected: Self.readableFormats, found: "no line of it")
    }
    description = header.isPresent ? try EvemuDescription(header) : nil
  }

  /// The event of a line, read from behind `E:`.
  private static func event(_ line: RecordingLine) throws(RecordingError) -> EvdevEvent {
    var line = line
    guard
      let seconds = line.seconds(),
      let fraction = line.microsecondsField(),
      let type: UInt16 = line.hexadecimalField(),
      let code: UInt16 = line.hexadecimalField(),
      let value = line.decimalField(),
      line.isAtEnd,
      let time = Self.time(seconds, fraction)
    else { throw line.malformed(expected: "'E: seconds.microseconds type code value'") }
    return EvdevEvent(time: time, type: type, code: code, value: value, line: line.number)
  }

  /// The moment `seconds` and `microseconds` after the clock's origin; `nil` when it is too far away.
  private static func time(_ seconds: Int64, _ microseconds: Int64) -> Instant? {
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, isTooLarge) = whole.addingReportingOverflow(microseconds)
    return seconds < 0 || isTooLong || isTooLarge ? nil : Instant(microseconds: sum)
  }
}

extension RecordingLine {
  /// Takes a letter and its colon.
  fileprivate mutating func takeKey() -> UInt8? {
    for (key, letter) in Self.keys where take(key) { return letter }
    return nil
  }

  private static let keys: [(StaticString, UInt8)] = [
    ("E:", UInt8(ascii: "E")), ("N:", UInt8(ascii: "N")), ("I:", UInt8(ascii: "I")), ("P:", UInt8(ascii: "P")),
    ("B:", UInt8(ascii: "B")), ("A:", UInt8(ascii: "A")), ("L:", UInt8(ascii: "L")), ("S:", UInt8(ascii: "S")),
  ]
}
