import DeckEngine

/// Finds the positions of keys and elements in a TOML 1.0 text.
///
/// It only detects what TOMLKit must not parse (`Obstacle`), and skips anything it does not understand, so that in a
/// text that is not TOML its results are unreliable after the first error.
struct SourceScanner {
  /// Invalid or excessive TOML on which TOMLKit's parser may terminate the process.
  struct Obstacle {
    /// The start of the statement that contains it, in bytes.
    var statement: Int
    var place: SourcePlace
    /// The problem.
    var text: String
  }

  /// The parser's limit on nested values.
  private static let depthLimit = 256
  /// The limit on the parts of a dotted key: each is a nested table, which the parser frees by recursion.
  private static let keyLimit = TOMLReader.depthLimit

  /// The first obstacle in the text.
  private(set) var obstacle: Obstacle?
  private(set) var map = SourceMap()
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var column = 1
  private var statement = 0
  private var depth = 0

  /// Scans `text`, up to the first obstacle if there is one.
  init(_ text: String) {
    bytes = Array(text.utf8)
    scan()
  }

  private mutating func scan() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    var table = SourceMap.root
    while true {
      skipBlank()
      guard let byte = next else { return }
      let start = position
      statement = start
      if byte == UInt8(ascii: "[") {
        table = header()
      } else {
        member(of: table)
      }
      if position == start { step() }
    }
  }

  // MARK: Tables

  private mutating func header() -> SourceMap.Node {
    step()
    skipSpaces()
    let isElement = consume("[")
    if isElement { skipSpaces() }
    // toml++ 3.4.0 assumes that a key begins here (`parser::parse_key`, an assertion).
    if let byte = next, byte != UInt8(ascii: "]"), !Self.beginsKey(byte) {
      stop(at: here, "expected a key after '['")
    }
    let keys = dottedKey()
    _ = consume("]")
    if isElement { _ = consume("]") }
    guard let last = keys.last else { return SourceMap.root }
    var table = SourceMap.root
    for key in keys.dropLast() {
      table = map.newest(of: map.open(key.bytes, of: table, at: key.place))
    }
    let node = map.open(last.bytes, of: table, at: last.place)
    if isElement { return map.append(to: node, at: last.place) }
    map.move(node, to: last.place)
    return node
  }

  private mutating func member(of table: SourceMap.Node) {
    var node = table
    for key in dottedKey() {
      node = map.open(key.bytes, of: node, at: key.place)
    }
    guard consume("=") else { return }
    skipSpaces()
    value(of: node)
  }

  private mutating func dottedKey() -> [(bytes: [UInt8], place: SourcePlace)] {
    var keys: [(bytes: [UInt8], place: SourcePlace)] = []
    repeat {
      skipSpaces()
      let place = here
      switch next {
      case UInt8(ascii: "\""): keys.append((basicString(), place))
      case UInt8(ascii: "'"): keys.append((literalString(), place))
      default: keys.append((bareKey(), place))
      }
      skipSpaces()
    } while consume(".")
    if keys.count > Self.keyLimit, let first = keys.first {
      stop(at: first.place, "expected a key of at most \(Self.keyLimit) parts")
    }
    return keys
  }

  private static func beginsKey(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      true
    default: false
    }
  }

  /// Records an obstacle, and ends the scan.
  private mutating func stop(at place: SourcePlace, _ text: String) {
    obstacle = obstacle ?? Obstacle(statement: statement, place: place, text: text)
    position = bytes.count
  }

  private mutating func bareKey() -> [UInt8] {
    let start = position
    while let byte = next, !" \t\r\n.=[]{},#\"'".utf8.contains(byte) { step() }
    return Array(bytes[start..<position])
  }

  // MARK: Values

  private mutating func value(of node: SourceMap.Node) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      stop(at: here, "expected at most \(Self.depthLimit) values within each other")
      return
    }
    switch next {
    case UInt8(ascii: "["): array(node)
    case UInt8(ascii: "{"): inlineTable(node)
    case UInt8(ascii: "\""): _ = basicString()
    case UInt8(ascii: "'"): _ = literalString()
    default: scalar()
    }
  }

  private mutating func scalar() {
    let place = here
    let start = position
    while let byte = next, !",]}#\r\n".utf8.contains(byte) { step() }
    var bytes = bytes[start..<position]
    while bytes.last == UInt8(ascii: " ") || bytes.last == UInt8(ascii: "\t") { bytes.removeLast() }
    let text = String(decoding: bytes, as: UTF8.self)
    // toml++ 3.4.0 assumes that a time follows a date's T, and that there is a value at all.
    guard !ScalarGrammar.accepts(text) else { return }
    stop(at: place, text.isEmpty ? "expected a value" : "\(SettingText.quoted(text)) is no value")
  }

  private mutating func array(_ node: SourceMap.Node) {
    step()
    while true {
      skipBlank()
      guard next != nil, !consume("]") else { return }
      let start = position
      value(of: map.append(to: node, at: here))
      skipBlank()
      if !consume(","), position == start { step() }
    }
  }

  private mutating func inlineTable(_ node: SourceMap.Node) {
    step()
    while true {
      skipBlank()
      guard next != nil, !consume("}") else { return }
      let start = position
      member(of: node)
      skipBlank()
      if !consume(","), position == start { step() }
    }
  }

  // MARK: Strings

  private mutating func literalString() -> [UInt8] {
    if consumeThree("'") {
      while next != nil, !consumeThree("'") { step() }
      while consume("'") {}
      return []
    }
    step()
    let start = position
    while let byte = next, byte != UInt8(ascii: "'"), byte != UInt8(ascii: "\n") { step() }
    defer { _ = consume("'") }
    return Array(bytes[start..<position])
  }

  private mutating func basicString() -> [UInt8] {
    var text: [UInt8] = []
    if consumeThree("\"") {
      while next != nil, !consumeThree("\"") { character(into: &text) }
      // A string may end in one or two quotes of its own.
      while consume("\"") {}
      return text
    }
    step()
    while let byte = next, byte != UInt8(ascii: "\n"), !consume("\"") { character(into: &text) }
    return text
  }

  private mutating func character(into text: inout [UInt8]) {
    let place = here
    guard consume("\\") else {
      if let byte = next { text.append(byte) }
      step()
      return
    }
    guard let byte = next else { return }
    step()
    switch byte {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "u"): scalar(digits: 4, at: place, into: &text)
    case UInt8(ascii: "U"): scalar(digits: 8, at: place, into: &text)
    default: text.append(byte)
    }
  }

  private mutating func scalar(digits: Int, at place: SourcePlace, into text: inout [UInt8]) {
    let end = min(position + digits, bytes.count)
    let code = UInt32(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16)
    guard let scalar = code.flatMap(Unicode.Scalar.init) else { return }
    while position < end { step() }
    if scalar.value == 0 { map.nulls.append(place) }
    text.append(contentsOf: String(scalar).utf8)
  }

  // MARK: Bytes

  private var next: UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  private var here: SourcePlace {
    SourcePlace(line: line, column: column)
  }

  private mutating func step() {
    guard let byte = next else { return }
    position += 1
    if byte == UInt8(ascii: "\n") {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      // Only the first byte of a character counts.
      column += 1
    }
  }

  private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: scalar) else { return false }
    step()
    return true
  }

  private mutating func consumeThree(_ scalar: Unicode.Scalar) -> Bool {
    let three = [UInt8](repeating: UInt8(ascii: scalar), count: 3)
    guard bytes[position...].starts(with: three) else { return false }
    position += 3
    column += 3
    return true
  }

  private mutating func skipSpaces() {
    while next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") { step() }
  }

  private mutating func skipBlank() {
    while let byte = next {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): step()
      case UInt8(ascii: "#"): while let byte = next, byte != UInt8(ascii: "\n") { step() }
      default: return
      }
    }
  }
}
