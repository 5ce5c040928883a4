/// Writes JSON into bytes: keys in the order of the calls, numbers rounded to three decimals, no spaces.
///
/// Equal states must be equal bytes, and a frame is written for every touch, so this is a plain appender without
/// reflection or intermediate strings. The caller must open and close in pairs. What is generic or takes a closure is
/// inlinable: other modules would call it unspecialized, which allocates.
public struct JSONWriter: Sendable {
  /// What has been written so far.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// A writer with a capacity of `capacity` bytes.
  public init(capacity: Int = 256) {
    bytes.reserveCapacity(capacity)
  }

  /// Removes everything and keeps the buffer; arrays that still share it keep their content.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Writes `{`, what `members` writes, and `}`.
  @inlinable
  public mutating func object(_ members: (inout JSONWriter) -> Void) {
    open("{")
    members(&self)
    close("}")
  }

  /// Writes `[`, what `elements` writes, and `]`.
  @inlinable
  public mutating func array(_ elements: (inout JSONWriter) -> Void) {
    open("[")
    elements(&self)
    close("]")
  }

  /// Writes `[`, one value for each element, and `]`.
  @inlinable
  public mutating func array<Elements: Sequence>(
    _ elements: Elements,
    _ value: (inout JSONWriter, Elements.Element) -> Void
  ) {
    open("[")
    for element in elements { value(&self, element) }
    close("]")
  }

  /// Writes a member's key; its value comes next.
  public mutating func key(_ name: String) {
    separate()
    quoted(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a string value.
  public mutating func value(_ text: String) {
    separate()
    quoted(text)
  }

  /// Writes an integer value of at most 64 bits, exactly.
  @inlinable
  public mutating func value(_ number: some BinaryInteger) {
    integer(UInt64(number.magnitude), isNegative: number < 0)
  }

  /// Writes a number rounded to three decimals, halves away from zero, without trailing zeros.
  ///
  /// The number must be finite with a magnitude below 9e12, where a double still resolves thousandths; a
  /// release build writes `null` for any other.
  public mutating func value(_ number: Double) {
    rounded(number, unit: 1000, limit: 9e15)
  }

  /// Writes a constant of a formula: rounded to nine decimals, without trailing zeros.
  ///
  /// A formula multiplies its constants, by seconds, by lengths and by each other: with three decimals, the error of a
  /// spring's stiffness would grow to points over a long distance. The effect of 5·10⁻¹⁰ stays far below 0.01 pt.
  /// The number must be finite with a magnitude below 9e9; a release build writes `null` for any other.
  public mutating func value(constant number: Double) {
    rounded(number, unit: 1_000_000_000, limit: 9e18)
  }

  /// Writes a boolean value.
  public mutating func value(_ flag: Bool) {
    separate()
    bytes.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  /// Writes encoded JSON, byte for byte, except that a newline between its tokens becomes a space, since a message is
  /// one line.
  @inlinable
  public mutating func raw(_ json: some Sequence<UInt8>) {
    raw(Array(json)[...])
  }

  /// Writes encoded JSON, like the generic overload, without copying it first.
  public mutating func raw(_ json: ArraySlice<UInt8>) {
    separate()
    var rest = json
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      bytes += rest[..<end]
      bytes.append(UInt8(ascii: " "))
      rest = rest[(end + 1)...]
    }
    bytes += rest
  }

  /// Ends the line.
  public mutating func newline() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  @usableFromInline
  mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  @usableFromInline
  mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  @usableFromInline
  mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// Writes a number rounded to `1 / unit`, halves away from zero; `limit` bounds how many of these it has.
  private mutating func rounded(_ number: Double, unit: UInt64, limit: Double) {
    separate()
    let count = (number * Double(unit)).rounded(.toNearestOrAwayFromZero)
    assert(
      count.magnitude < limit,
      "a number on the wire must be finite and below \(limit / Double(unit)), not \(number)"
    )
    guard count.magnitude < limit else {
      bytes.append(contentsOf: "null".utf8)
      return
    }
    fixed(Int64(count), unit: unit)
  }

  /// Writes `number` / `unit`, a power of ten.
  private mutating func fixed(_ number: Int64, unit: UInt64) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, fraction) = number.magnitude.quotientAndRemainder(dividingBy: unit)
    decimal(whole)
    guard fraction != 0 else { return }
    bytes.append(UInt8(ascii: "."))
    // The leading zeros of the fraction come from the unit's own digit, which is not written.
    decimal(unit + fraction, droppingFirst: 1, withoutZeros: true)
  }

  @usableFromInline
  mutating func integer(_ magnitude: UInt64, isNegative: Bool) {
    separate()
    if isNegative { bytes.append(UInt8(ascii: "-")) }
    decimal(magnitude)
  }

  /// Writes the digits of a number, all but the first few and, if wanted, without the zeros at its end.
  private mutating func decimal(_ magnitude: UInt64, droppingFirst dropped: Int = 0, withoutZeros: Bool = false) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.mostDigits) { digits in
      var (first, end, rest) = (Self.mostDigits, Self.mostDigits, magnitude)
      repeat {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest != 0
      while withoutZeros, digits[end - 1] == UInt8(ascii: "0") { end -= 1 }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[first + dropped..<end]))
    }
  }

  private mutating func quoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    let isPlain = text.utf8.withContiguousStorageIfAvailable { utf8 in
      // Almost no text has a byte to escape: it is copied at once.
      guard !Self.needsEscape(UnsafeRawBufferPointer(utf8)) else { return false }
      bytes.append(contentsOf: utf8)
      return true
    }
    if isPlain != true { escaped(text) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether any byte is a control character, a quote or a backslash; eight bytes at a time.
  private static func needsEscape(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    var place = 0
    while place + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let (quotes, slashes) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5c))
      // A subtraction borrows from the top bit of a byte that is less; that of a byte beyond ASCII is masked. What a
      // borrow adds to the next byte only makes a plain text look special, which the slow path writes as well.
      let controls = (word &- ones &* 0x20) & ~word
      let others = ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)
      if (controls | others) & tops != 0 { return true }
      place += 8
    }
    while place < bytes.count {
      let byte = bytes[place]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return true }
      place += 1
    }
    return false
  }

  private mutating func escaped(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(Self.hexadecimal[Int(byte >> 4)])
        bytes.append(Self.hexadecimal[Int(byte & 15)])
      default:
        bytes.append(byte)
      }
    }
  }

  /// The number of digits of the largest number.
  private static let mostDigits = 20
  private static let hexadecimal = [UInt8]("0123456789abcdef".utf8)
}

extension JSONWriter {
  /// Writes a member with a string value.
  public mutating func member(_ name: String, _ text: String) {
    key(name)
    value(text)
  }

  /// Writes a member with an integer value.
  @inlinable
  public mutating func member(_ name: String, _ number: some BinaryInteger) {
    key(name)
    value(number)
  }

  /// Writes a member with a number rounded to three decimals.
  public mutating func member(_ name: String, _ number: Double) {
    key(name)
    value(number)
  }

  /// Writes a member with a constant of a formula, rounded to nine decimals.
  public mutating func constant(_ name: String, _ number: Double) {
    key(name)
    value(constant: number)
  }

  /// Writes a member with a boolean value.
  public mutating func member(_ name: String, _ flag: Bool) {
    key(name)
    value(flag)
  }

  /// Writes a member with an object as its value.
  @inlinable
  public mutating func member(_ name: String, _ members: (inout JSONWriter) -> Void) {
    key(name)
    object(members)
  }
}
