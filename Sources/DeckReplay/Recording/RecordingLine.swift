import Kinetics

/// One line of a text recording, parsed from left to right.
struct RecordingLine {
  private static let space = UInt8(ascii: " ")
  private static let tab = UInt8(ascii: "\t")
  /// The maximum number of bytes that a message quotes from a line.
  private static let excerptLength = 60
  /// 285 years: times up to it are whole microseconds in a double, which JSON readers use.
  private static let secondsLimit: Int64 = (1 << 53) / 1_000_000

  let file: String
  let number: Int
  /// Whether the file ends here without a newline, as it does when its writer was killed.
  let isUnfinished: Bool
  private let bytes: ArraySlice<UInt8>
  private var rest: ArraySlice<UInt8>

  /// Line `number` of `file` without its line feed; a carriage return at its end is removed.
  init(_ bytes: ArraySlice<UInt8>, number: Int, file: String, isUnfinished: Bool = false) {
    self.isUnfinished = isUnfinished
    self.bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    self.number = number
    self.file = file
    rest = self.bytes
  }

  /// Whether the line begins with a space or a tab.
  var isIndented: Bool { bytes.first == Self.space || bytes.first == Self.tab }

  /// Whether only a comment or nothing follows.
  var isAtEnd: Bool {
    mutating get {
      skipSpaces()
      return rest.isEmpty || rest.first == UInt8(ascii: "#")
    }
  }

  /// The rest of the line, without one leading space.
  var remainder: String {
    String(decoding: rest.first == Self.space ? rest.dropFirst() : rest, as: UTF8.self)
  }

  /// Consumes `text` if it comes next.
  mutating func consume(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { expected in
      guard rest.starts(with: expected) else { return false }
      rest = rest.dropFirst(expected.count)
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
    guard rest.first != UInt8(ascii: "-"), let seconds: Int64 = decimal(), seconds < Self.secondsLimit,
      consume("."), let fraction = digits(10), fraction.count == 6
    else { return nil }
    return Instant(microseconds: seconds * 1_000_000 + fraction.reduce(0) { $0 * 10 + Int64($1) })
  }

  /// Consumes any field.
  mutating func word() -> String? {
    skipSpaces()
    let word = rest.prefix { $0 != Self.space && $0 != Self.tab }
    rest = rest.dropFirst(word.count)
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
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
    guard let digits = digits(16) else { return nil }
    var number: Number = 0
    for digit in digits {
      guard number.leadingZeroBitCount >= 4 else { return nil }
      number = number << 4 | Number(digit)
    }
    return isAtFieldEnd ? number : nil
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
    rest = rest.drop { $0 == Self.space || $0 == Self.tab }
  }

  /// The error for a line that does not match `expected`.
  func malformed(expected: String) -> RecordingError {
    RecordingError(file: file, line: number, expected: expected, found: excerpt)
  }

  /// The beginning of the line in quotes, safe to print.
  var excerpt: String { Self.quoted(bytes) }

  private var isAtFieldEnd: Bool {
    rest.first.map { $0 == Self.space || $0 == Self.tab } ?? true
  }

  private mutating func decimal<Number: FixedWidthInteger & SignedInteger>() -> Number? {
    let sign: Number = consume("-") ? -1 : 1
    guard let digits = digits(10) else { return nil }
    var number: Number = 0
    for digit in digits {
      let (tenfold, isTooLong) = number.multipliedReportingOverflow(by: 10)
      let (next, isTooLarge) = tenfold.addingReportingOverflow(sign * Number(digit))
      guard !isTooLong, !isTooLarge else { return nil }
      number = next
    }
    return number
  }

  /// The values of the digits that come next; `nil` if there are none.
  private mutating func digits(_ radix: UInt8) -> [UInt8]? {
    let text = rest.prefix { (Self.value($0) ?? radix) < radix }
    rest = rest.dropFirst(text.count)
    return text.isEmpty ? nil : text.compactMap(Self.value)
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
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
