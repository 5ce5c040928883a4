import MessageText

/// Why a text is not valid JSON, and where.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The byte at which reading stopped, counted from 0.
  public var offset: Int
  /// What was expected there.
  public var expected: String

  /// An error at `offset`.
  public init(offset: Int, expected: String) {
    self.offset = offset
    self.expected = expected
  }

  /// Offset and expectation in one line.
  public var description: String {
    "byte \(offset): expected \(expected)"
  }
}

/// Reads one JSON text (RFC 8259), strictly: valid UTF-8, no duplicate keys, bounded nesting.
public struct JSONReader: Sendable {
  /// Deeper than any message of the protocol needs; keeps a hostile line from exhausting the stack.
  public static let depthLimit = 64

  /// What is expected instead of text after the value.
  package static let end = "the end of the line"

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  private let depthLimit: Int

  /// The value in `bytes`, which may be surrounded by white space and nest at most `depthLimit` levels.
  public static func read(_ bytes: [UInt8], depthLimit: Int = depthLimit) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes, depthLimit: depthLimit)
    reader.skipSpace()
    let value = try reader.value()
    reader.skipSpace()
    guard reader.position == bytes.count else { throw reader.error(end) }
    return value
  }

  private init(_ bytes: [UInt8], depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  private var next: UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  private func error(_ expected: String) -> JSONError {
    JSONError(offset: position, expected: expected)
  }

  /// Whether a byte is JSON white space: a space, a tab or the end of a line.
  package static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private mutating func skipSpace() {
    while let byte = next, Self.isWhitespace(byte) { position += 1 }
  }

  private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    switch next {
    case UInt8(ascii: "{"): try nested { reader throws(JSONError) in try reader.objectBody() }
    case UInt8(ascii: "["): try nested { reader throws(JSONError) in try reader.arrayBody() }
    case UInt8(ascii: "\""): .string(try string())
    case UInt8(ascii: "t"): try word("true", .boolean(true))
    case UInt8(ascii: "f"): try word("false", .boolean(false))
    case UInt8(ascii: "n"): try word("null", .null)
    default: .number(try number())
    }
  }

  private mutating func nested(
    _ body: (inout JSONReader) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    guard depth < depthLimit else { throw error("at most \(depthLimit) levels of nesting") }
    depth += 1
    defer { depth -= 1 }
    position += 1
    skipSpace()
    return try body(&self)
  }

  private mutating func objectBody() throws(JSONError) -> JSONValue {
    var members: [JSONValue.Member] = []
    var hashes: Set<Int> = []
    if consume("}") { return .object(members) }
    while true {
      guard next == UInt8(ascii: "\"") else { throw error("a key in double quotes") }
      let keyOffset = position
      let key = try string()
      guard !Self.has(key, members, &hashes) else {
        throw JSONError(offset: keyOffset, expected: "each key once, not \(truncatedQuote(key)) again")
      }
      skipSpace()
      guard consume(":") else { throw error("':' after a key") }
      skipSpace()
      let start = position
      let member = try value()
      members.append(JSONValue.Member(key: key, value: member, source: bytes[start..<position]))
      skipSpace()
      if consume("}") { return .object(members) }
      guard consume(",") else { throw error("',' or '}'") }
      skipSpace()
    }
  }

  /// Whether an object's members so far include a key, as bytes: a String also equals its other normal forms, which are
  /// different keys (RFC 8259, 8.3).
  ///
  /// Beyond a few members, those are only looked through if one has the same of the `hashes`.
  private static func has(_ key: String, _ members: [JSONValue.Member], _ hashes: inout Set<Int>) -> Bool {
    if members.count == few { for member in members { hashes.insert(hash(of: member.key)) } }
    guard members.count < few || !hashes.insert(hash(of: key)).inserted else { return false }
    return members.contains { $0.key.utf8.elementsEqual(key.utf8) }
  }
  private static let few = 8

  private static func hash(of key: String) -> Int {
    var (hasher, key) = (Hasher(), key)
    key.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    return hasher.finalize()
  }

  private mutating func arrayBody() throws(JSONError) -> JSONValue {
    var elements: [JSONValue] = []
    if consume("]") { return .array(elements) }
    while true {
      elements.append(try value())
      skipSpace()
      if consume("]") { return .array(elements) }
      guard consume(",") else { throw error("',' or ']'") }
      skipSpace()
    }
  }

  private mutating func word(_ text: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    guard bytes[position...].starts(with: text.utf8) else { throw error("a value") }
    position += text.utf8.count
    return value
  }

  private mutating func digits() throws(JSONError) {
    guard let first = next, isDigit(first) else { throw error("a digit") }
    while let byte = next, isDigit(byte) { position += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private mutating func number() throws(JSONError) -> Double {
    let start = position
    let isNegative = consume("-")
    guard let first = next, isDigit(first) else {
      throw JSONError(offset: start, expected: "a value")
    }
    let firstDigit = position
    if !consume("0") { try digits() }
    // Most are short whole numbers.
    if position - firstDigit < 16, next != UInt8(ascii: "."), next.map({ $0 | 0x20 }) != UInt8(ascii: "e") {
      let whole = bytes[firstDigit..<position].reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
      return isNegative ? -Double(whole) : Double(whole)
    }
    if consume(".") { try digits() }
    if consume("e") || consume("E") {
      if !consume("+") { _ = consume("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      throw JSONError(offset: start, expected: "a number that a double can hold")
    }
    return number
  }

  private mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    // Only where there is an escape.
    var text: [UInt8] = []
    var run = start
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        let plain = try self.text(in: start..<position)
        defer { position += 1 }
        return run == start ? plain : String(decoding: text + bytes[run..<position], as: UTF8.self)
      case UInt8(ascii: "\\"):
        text += bytes[run..<position]
        position += 1
        try escape(into: &text)
        run = position
      case 0..<0x20:
        throw error("control characters in a string to be escaped")
      default:
        position += 1
      }
    }
    throw error("'\"' at the end of a string")
  }

  /// Escapes are ASCII, so the source is valid UTF-8 exactly when the text is.
  private func text(in range: Range<Int>) throws(JSONError) -> String {
    do {
      return String(copying: try UTF8Span(validating: bytes.span.extracting(range)))
    } catch {
      throw JSONError(offset: range.lowerBound + error.byteOffsets.lowerBound, expected: "valid UTF-8 in a string")
    }
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    guard let byte = next else { throw error("an escaped character") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: String(try escapedScalar()).utf8)
    default:
      position -= 1
      throw error("one of \" \\ / b f n r t u after '\\'")
    }
  }

  private mutating func escapedScalar() throws(JSONError) -> Character {
    let start = position - 2
    var code = UInt32(try codeUnit())
    if (0xD800..<0xDC00).contains(code) {
      guard consume("\\"), consume("u") else {
        throw JSONError(offset: start, expected: "the second half of a surrogate pair")
      }
      let low = UInt32(try codeUnit())
      guard (0xDC00..<0xE000).contains(low) else {
        throw JSONError(offset: start, expected: "the second half of a surrogate pair")
      }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw JSONError(offset: start, expected: "a Unicode character")
    }
    return Character(scalar)
  }

  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    guard position + 4 <= bytes.count,
      let unit = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16),
      bytes[position] != UInt8(ascii: "+"), bytes[position] != UInt8(ascii: "-")
    else { throw error("four hexadecimal digits") }
    position += 4
    return unit
  }
}
