/// The positions of the values in a JSON text, for messages about a file and for requests built from its parts.
///
/// `JSONReader` validates the text and keeps only the bytes of members; the outline requires a text that it accepted.
package struct JSONOutline: Sendable {
  /// A step from a value to a value inside it.
  package enum Step: Hashable, Sendable {
    case element(Int)
    case member(String)
  }

  package let bytes: [UInt8]

  /// The outline of a text that `JSONReader` accepts.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The top-level value.
  package var root: Range<Int> { value(at: 0) }

  /// An array's elements; empty for any other value.
  package func elements(of array: Range<Int>) -> [Range<Int>] {
    guard bytes[array.lowerBound] == UInt8(ascii: "[") else { return [] }
    var elements: [Range<Int>] = []
    var place = firstPart(of: array)
    while place < array.upperBound - 1 {
      let element = value(at: place)
      elements.append(element)
      place = next(after: element)
    }
    return elements
  }

  /// An object's members; empty for any other value.
  package func members(of object: Range<Int>) -> [(key: Range<Int>, value: Range<Int>)] {
    guard bytes[object.lowerBound] == UInt8(ascii: "{") else { return [] }
    var members: [(key: Range<Int>, value: Range<Int>)] = []
    var place = firstPart(of: object)
    while place < object.upperBound - 1 {
      let key = value(at: place)
      // After the colon.
      let member = value(at: next(after: key))
      members.append((key, member))
      place = next(after: member)
    }
    return members
  }

  /// The offset of the value that `path` leads to from `value`; if the path ends early, that of the last value found.
  package func place(of path: [Step], in value: Range<Int>) -> Int {
    guard let step = path.first, let inner = self.value(of: step, in: value) else { return value.lowerBound }
    return place(of: Array(path.dropFirst()), in: inner)
  }

  private func value(of step: Step, in value: Range<Int>) -> Range<Int>? {
    switch step {
    case .element(let index):
      let elements = elements(of: value)
      return elements.indices.contains(index) ? elements[index] : nil
    case .member(let name):
      return members(of: value).first { isText($0.key, name) }?.value
    }
  }

  /// Whether the string at `range` equals `text`, however it is escaped.
  package func isText(_ range: Range<Int>, _ text: String) -> Bool {
    if bytes[range].dropFirst().dropLast().elementsEqual(text.utf8) { return true }
    return (try? JSONReader.read(Array(bytes[range]))) == .string(text)
  }

  // MARK: - Scanning

  private func skippingSpace(from place: Int) -> Int {
    var place = place
    while place < bytes.count, JSONReader.isWhitespace(bytes[place]) { place += 1 }
    return place
  }

  /// The offset of a container's first element, first key or closing bracket.
  private func firstPart(of container: Range<Int>) -> Int {
    skippingSpace(from: container.lowerBound + 1)
  }

  /// The offset after a value and the comma or colon behind it; that of the closing bracket if neither follows.
  private func next(after value: Range<Int>) -> Int {
    let place = skippingSpace(from: value.upperBound)
    guard place < bytes.count, bytes[place] == UInt8(ascii: ",") || bytes[place] == UInt8(ascii: ":") else {
      return place
    }
    return skippingSpace(from: place + 1)
  }

  /// The value after the white space at `place`.
  private func value(at place: Int) -> Range<Int> {
    let start = skippingSpace(from: place)
    var place = start
    var depth = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        place = endOfString(at: place)
        if depth == 0 { return start..<place }
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        // The bracket that closes the container of a number, true, false or null.
        if depth == 0 { return start..<place }
        depth -= 1
        if depth == 0 { return start..<place + 1 }
      case UInt8(ascii: ",") where depth == 0:
        return start..<place
      case let byte where depth == 0 && JSONReader.isWhitespace(byte):
        return start..<place
      default:
        break
      }
      place += 1
    }
    return start..<place
  }

  /// The offset after the closing quotation mark of the string that begins at `place`.
  private func endOfString(at place: Int) -> Int {
    var place = place + 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(place + 1, bytes.count)
  }
}

extension [JSONOutline.Step] {
  /// The steps of a path such as `[3].allowed[1]`, the form of an error's field.
  package init(path: some StringProtocol) {
    self = path.split { ".[]".contains($0) }.map { part in
      Int(part).map { .element($0) } ?? .member(String(part))
    }
  }
}

/// A position in a text, for a message: `3:14`.
package struct TextPlace: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  package var line: Int
  /// In characters (Unicode scalars), counted from 1.
  package var column: Int

  /// A position that a parser reports.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The position of the byte at `offset` of a UTF-8 text.
  package init(of offset: Int, in bytes: [UInt8]) {
    let before = bytes[..<offset]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = before[..<lineStart].count { $0 == UInt8(ascii: "\n") } + 1
    // UTF-8 continuation bytes do not count as columns.
    column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
  }

  package var description: String { "\(line):\(column)" }

  package static func < (left: TextPlace, right: TextPlace) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
