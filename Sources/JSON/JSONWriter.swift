/// Writes JSON into bytes: keys in the order of the calls, numbers rounded to three decimals, no spaces.
///
/// Equal states must be equal bytes, and a frame is written for every touch, so this is a plain appender without
/// reflection or intermediate strings. The caller must open and close in pairs. What is generic or takes a closure is
/// inlinable: other modules would call it unspecialized, which allocates. Each token is written with its comma by one
/// `append(atMost:)`, which checks once whether the buffer is its own and has the room.
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
    quoted(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a member's key that was encoded before; its value comes next.
  public mutating func key(_ key: JSONKey) {
    appendToken(atMost: JSONKey.capacity) { Self.put(key, at: $0) }
    needsComma = false
  }

  /// Writes a string value.
  public mutating func value(_ text: String) {
    quoted(text)
  }

  /// Writes an integer value of at most 64 bits, exactly.
  @inlinable
  public mutating func value(_ number: some BinaryInteger) {
    integer(.empty, UInt64(number.magnitude), isNegative: number < 0)
  }

  /// Writes a member with an integer value of at most 64 bits, exactly, with a single check of the buffer.
  @inlinable
  public mutating func member(_ key: JSONKey, _ number: some BinaryInteger) {
    integer(key, UInt64(number.magnitude), isNegative: number < 0)
  }

  /// Writes a number rounded to three decimals, halves away from zero, without trailing zeros.
  ///
  /// The number must be finite with a magnitude below 9e12, where a double still resolves thousandths; a
  /// release build writes `null` for any other.
  public mutating func value(_ number: Double) {
    member(.empty, number)
  }

  /// Writes a member with a number that is rounded like a value, with a single check of the buffer.
  public mutating func member(_ key: JSONKey, _ number: Double) {
    rounded(key, number, unit: 1000, digits: 3, limit: 9e15)
  }

  /// Writes a constant of a formula: rounded to nine decimals, without trailing zeros.
  ///
  /// A formula multiplies its constants, by seconds, by lengths and by each other: with three decimals, the error of a
  /// spring's stiffness would grow to points over a long distance. The effect of 5·10⁻¹⁰ stays far below 0.01 pt.
  /// The number must be finite with a magnitude below 9e9; a release build writes `null` for any other.
  public mutating func value(constant number: Double) {
    rounded(.empty, number, unit: 1_000_000_000, digits: 9, limit: 9e18)
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
    let start = bytes.count
    bytes += json
    replaceNewlines(from: start)
  }

  /// Writes a value that a `JSONWriter` has encoded, byte for byte: it has no newline.
  public mutating func copy(_ value: UnsafeRawBufferPointer) {
    appendToken(atMost: value.count) { place in
      UnsafeMutableRawBufferPointer(start: place, count: value.count).copyMemory(from: value)
      return place + value.count
    }
  }

  /// Writes an object that begins with `start`, encoded before, up to the key of its last member; `value` writes that.
  @inlinable
  public mutating func object(beginning start: [UInt8], _ value: (inout JSONWriter) -> Void) {
    begin(start)
    value(&self)
    close("}")
  }

  @usableFromInline
  mutating func begin(_ start: [UInt8]) {
    start.withUnsafeBytes { copy($0) }
    needsComma = false
  }

  /// Makes the newlines from `start` on spaces; eight bytes at a time, since a card's data may have megabytes and seldom
  /// a newline.
  private mutating func replaceNewlines(from start: Int) {
    let newline = UInt8(ascii: "\n")
    let (ones, tops) = (UInt64(0x0101_0101_0101_0101), UInt64(0x8080_8080_8080_8080))
    bytes.withUnsafeMutableBytes { bytes in
      var place = start
      while place < bytes.count {
        if place + 8 <= bytes.count {
          // A byte is zero where there is a newline, and only then this sets the top bit of the first such byte.
          let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) ^ (ones &* UInt64(newline))
          if (word &- ones) & ~word & tops == 0 {
            place += 8
            continue
          }
        }
        if bytes[place] == newline { bytes[place] = UInt8(ascii: " ") }
        place += 1
      }
    }
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

  /// Writes a key, and a number rounded to `1 / unit`, halves away from zero; `limit` bounds how many of these it has, and
  /// `unit` is 1 with as many zeros as the fraction has `digits`.
  ///
  /// Inlined, so that the divisions are by constants.
  @inline(__always)
  private mutating func rounded(_ key: JSONKey, _ number: Double, unit: UInt64, digits: Int, limit: Double) {
    let scaled = number * Double(unit)
    assert(
      scaled.magnitude < limit,
      "a number on the wire must be finite and below \(limit / Double(unit)), not \(number)"
    )
    guard scaled.magnitude < limit else {
      appendToken(atMost: JSONKey.capacity) { Self.put(key, at: $0) }
      bytes.append(contentsOf: "null".utf8)
      return
    }
    let count = Self.rounded(scaled)
    appendToken(atMost: JSONKey.capacity + Self.longestNumber) { place in
      var end = Self.put(key, at: place)
      if count < 0 { Self.put("-", at: &end) }
      let (whole, fraction) = count.magnitude.quotientAndRemainder(dividingBy: unit)
      Self.putDecimal(whole, at: &end)
      guard fraction != 0 else { return end }
      Self.put(".", at: &end)
      end += digits
      Self.putDigits(fraction, digits, before: end)
      while end[-1] == UInt8(ascii: "0") { end -= 1 }
      return end
    }
  }

  /// Returns a number rounded to a whole one, halves away from zero, if its magnitude is below 2⁶³.
  ///
  /// The difference to the truncated number is exact. C's `round`, which the standard library calls, lies in a library
  /// that nothing else of a touch needs.
  private static func rounded(_ number: Double) -> Int64 {
    let truncated = Int64(number)
    let rest = number - Double(truncated)
    return rest >= 0.5 ? truncated + 1 : rest <= -0.5 ? truncated - 1 : truncated
  }

  @usableFromInline
  mutating func integer(_ key: JSONKey, _ magnitude: UInt64, isNegative: Bool) {
    appendToken(atMost: JSONKey.capacity + Self.longestNumber) { place in
      var end = Self.put(key, at: place)
      if isNegative { Self.put("-", at: &end) }
      Self.putDecimal(magnitude, at: &end)
      return end
    }
  }

  // MARK: Bytes

  /// Appends what `write` writes at the address that it is given, at most `count` bytes; it returns the end of it.
  @inline(__always)
  private mutating func append(
    atMost count: Int,
    _ write: (UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>
  ) {
    #if compiler(>=6.3)
      bytes.append(addingCapacity: count) { output in
        output.withUnsafeMutableBufferPointer { buffer, written in
          guard let place = buffer.baseAddress else { return }
          written = write(place) - place
        }
      }
    #else
      // Nothing can be put into the free capacity of an array of Swift 6.2.
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
        guard let place = buffer.baseAddress else { return }
        bytes.append(contentsOf: UnsafeBufferPointer(start: place, count: write(place) - place))
      }
    #endif
  }

  /// Appends a value like `append(atMost:_:)`, after a comma if it needs one.
  @inline(__always)
  private mutating func appendToken(
    atMost count: Int,
    _ write: (UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>
  ) {
    let needsComma = needsComma
    append(atMost: count + 1) { place in
      var end = place
      if needsComma { Self.put(",", at: &end) }
      return write(end)
    }
    self.needsComma = true
  }

  /// Puts a key, and returns its end.
  @inline(__always)
  private static func put(_ key: JSONKey, at place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    // All bytes, used or not: a copy of a fixed length takes a few instructions.
    UnsafeMutableRawPointer(place).storeBytes(of: key.words, as: JSONKey.Words.self)
    return place + key.count
  }

  private static func put(_ character: Unicode.Scalar, at end: inout UnsafeMutablePointer<UInt8>) {
    end.initialize(to: UInt8(ascii: character))
    end += 1
  }

  /// Puts a number in decimal digits.
  @inline(__always)
  private static func putDecimal(_ number: UInt64, at end: inout UnsafeMutablePointer<UInt8>) {
    let count = digits(of: number)
    end += count
    putDigits(number, count, before: end)
  }

  /// Puts the last `count` digits of a number before an address.
  @inline(__always)
  private static func putDigits(_ number: UInt64, _ count: Int, before end: UnsafeMutablePointer<UInt8>) {
    var (place, rest) = (end, number)
    for _ in 0..<count {
      place -= 1
      place.initialize(to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    }
  }

  /// Returns how many decimal digits a number has.
  private static func digits(of number: UInt64) -> Int {
    var (count, rest) = (1, number)
    while rest >= 10 {
      count += 1
      rest /= 10
    }
    return count
  }

  private mutating func quoted(_ text: String) {
    let isPlain = text.utf8.withContiguousStorageIfAvailable { utf8 in
      // Almost no text has a byte to escape: it is copied at once.
      guard !Self.needsEscape(UnsafeRawBufferPointer(utf8)) else { return false }
      appendToken(atMost: utf8.count + 2) { place in
        var end = place
        Self.put("\"", at: &end)
        UnsafeMutableRawBufferPointer(start: end, count: utf8.count).copyMemory(from: UnsafeRawBufferPointer(utf8))
        end += utf8.count
        Self.put("\"", at: &end)
        return end
      }
      return true
    }
    guard isPlain != true else { return }
    separate()
    bytes.append(UInt8(ascii: "\""))
    escaped(text)
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

  /// The length of the longest number: 20 digits, a sign and a point.
  private static let longestNumber = 22
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
