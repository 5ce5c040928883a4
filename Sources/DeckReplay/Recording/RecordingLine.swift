import Kinetics

/// One line of a text recording, parsed from left to right.
struct RecordingLine {
  private static let space = UInt8(ascii: " ")
  private static let tab = UInt8(ascii: "\t")
  /// The maximum number of bytes that a message quotes from a line.
  private static let excerptLength = 60
  /// 285 years: times up to it are whole microseconds in a double, which JSON readers use.
  static let secondsLimit: Int64 = (1 << 53) / 1_000_000

  let number: Int
  /// Whether the file ends here without a newline, as it does when its writer was killed.
  let isUnfinished: Bool
  private let source: RecordingSource
  private let start: Int
  private let end: Int
  /// The index of the next byte.
  private var place: Int

  /// Line `number` of a recording, without its line feed; carriage returns at its end are removed: `adb` and `script` add
  /// one each.
  init(_ range: Range<Int>, of source: RecordingSource, number: Int, isUnfinished: Bool = false) {
    self.isUnfinished = isUnfinished
    self.number = number
    self.source = source
    start = range.lowerBound
    var end = range.upperBound
    while end > start, source.bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    self.end = end
    place = start
  }

  var file: String { source.file }

  /// The next byte; `nil` at the end.
  private var next: UInt8? { place < end ? source.bytes[place] : nil }

  /// Whether the line begins with a space or a tab.
  var isIndented: Bool { start < end && (source.bytes[start] == Self.space || source.bytes[start] == Self.tab) }

  /// Whether only a comment or nothing follows.
  var isAtEnd: Bool {
    mutating get {
      skipSpaces()
      return next == nil || next == UInt8(ascii: "#")
    }
  }

  /// The rest of the line, without one leading space.
  var remainder: String {
    String(decoding: source.bytes[(next == Self.space ? place + 1 : place)..<end], as: UTF8.self)
  }

  /// The text between the quotation marks around the rest of the line.
  var quotation: String {
    let text = remainder.drop { $0 == " " }.dropFirst()
    return String(text.last == "\"" ? text.dropLast() : text)
  }

  /// Consumes `text` if it comes next.
  mutating func consume(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { expected in
      guard expected.count <= end - place else { return false }
      for index in expected.indices where source.bytes[place + index] != expected[index] { return false }
      place += expected.count
      return true
    }
  }

  /// Consumes a field `seconds.microseconds` with six digits after its point; `nil` if it is too far from the origin.
  mutating func timeField() -> Instant? {
    guard let time = time(), isAtFieldEnd else { return nil }
    return time
  }

  /// Consumes the same as `timeField()`, whatever follows.
  mutating func time() -> Instant? {
    skipSpaces()
    // "-0.5" would read as half a second after the origin.
    guard next != UInt8(ascii: "-"), let seconds: Int64 = decimal(), seconds < Self.secondsLimit, consume(".")
    else { return nil }
    let point = place
    guard next != UInt8(ascii: "-"), let microseconds: Int64 = decimal(), place - point == 6 else { return nil }
    return Instant(microseconds: seconds * 1_000_000 + microseconds)
  }

  /// Consumes any field.
  mutating func word() -> String? {
    skipSpaces()
    let first = place
    while !isAtFieldEnd { place += 1 }
    return place == first ? nil : String(decoding: source.bytes[first..<place], as: UTF8.self)
  }

  /// Consumes a field of decimal digits, with an optional minus sign and leading zeros.
  mutating func decimalField() -> Int32? {
    skipSpaces()
    guard let number: Int32 = decimal(), isAtFieldEnd else { return nil }
    return number
  }

  /// Consumes the same as `decimalField()`, and an optional comma.
  mutating func decimalItem() -> Int32? {
    skipSpaces()
    guard let number: Int32 = decimal(), consume(",") || isAtFieldEnd else { return nil }
    return number
  }

  /// Consumes a field of hexadecimal digits.
  mutating func hexadecimalField<Number: FixedWidthInteger & UnsignedInteger>(
    _: Number.Type = Number.self
  ) -> Number? {
    skipSpaces()
    let first = place
    var number: Number = 0
    while let digit = digit(16) {
      guard number.leadingZeroBitCount >= 4 else { return nil }
      number = number << 4 | Number(digit)
      place += 1
    }
    return place > first && isAtFieldEnd ? number : nil
  }

  /// Consumes a field of hexadecimal digits, or one of `names`; nothing if it is neither.
  mutating func hexadecimalField<Number: FixedWidthInteger & UnsignedInteger>(or names: [String: Number]) -> Number? {
    var line = self
    if let number: Number = line.hexadecimalField() {
      self = line
      return number
    }
    line = self
    guard let word = line.word(), let number = names[word] else { return nil }
    self = line
    return number
  }

  mutating func skipSpaces() {
    while place < end, isAtFieldEnd { place += 1 }
  }

  /// Consumes decimal digits, with an optional minus sign and leading zeros, whatever follows.
  mutating func integer<Number: FixedWidthInteger & SignedInteger>(_: Number.Type = Number.self) -> Number? {
    skipSpaces()
    return decimal()
  }

  /// Consumes the spaces that come next, and returns how many there are; `nil` if a tab is among them.
  mutating func indentation() -> Int? {
    let first = place
    while next == Self.space { place += 1 }
    return next == Self.tab ? nil : place - first
  }

  /// Consumes everything before the next `mark`, and the mark; `nil` and nothing if it does not follow.
  mutating func text(before mark: StaticString) -> String? {
    var line = self
    while line.place < end {
      let here = line.place
      if line.consume(mark) {
        let text = String(decoding: source.bytes[place..<here], as: UTF8.self)
        self = line
        return text
      }
      line.place = here + 1
    }
    return nil
  }

  /// The error for a line that does not match `expected`.
  func malformed(expected: String) -> RecordingError {
    RecordingError(file: file, line: number, expected: expected, found: excerpt)
  }

  /// The beginning of the line in quotes, safe to print.
  var excerpt: String { Self.quoted(source.bytes[start..<end]) }

  private var isAtFieldEnd: Bool {
    guard place < end else { return true }
    let byte = source.bytes[place]
    return byte == Self.space || byte == Self.tab
  }

  private mutating func decimal<Number: FixedWidthInteger & SignedInteger>() -> Number? {
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let (sign, first): (Number, Int) = (isNegative ? -1 : 1, place)
    var number: Number = 0
    while let digit = digit(10) {
      let (tenfold, isTooLong) = number.multipliedReportingOverflow(by: 10)
      let (next, isTooLarge) = tenfold.addingReportingOverflow(sign * Number(digit))
      guard !isTooLong, !isTooLarge else { return nil }
      number = next
      place += 1
    }
    return place > first ? number : nil
  }

  /// The value of the digit that comes next; `nil` if none does.
  private func digit(_ radix: UInt8) -> UInt8? {
    guard let byte = next else { return nil }
    let value: UInt8
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): value = byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): value = byte - UInt8(ascii: "A") + 10
    default: return nil
    }
    return value < radix ? value : nil
  }

  /// The beginning of `bytes` in quotes, safe to print.
  private static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
    let text = bytes.prefix(excerptLength).map { byte in
      guard byte < 0x20 || byte > 0x7e else { return String(UnicodeScalar(byte)) }
      return byte == tab ? "\\t" : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "'" + text.joined() + (bytes.count > excerptLength ? "…'" : "'")
  }
}
