extension RecordingLine {
  /// The scalar that follows a key: without spaces around it, its quotation marks, and a comment.
  ///
  /// libinput record puts a name in quotation marks as it is, also one that has some, so the last mark ends it.
  var yamlScalar: String {
    let text = remainder.drop { $0 == " " }
    for mark in ["\"", "'"] where text.hasPrefix(mark) {
      let content = text.dropFirst()
      let end = content.lastIndex(of: mark.first ?? "\"") ?? content.endIndex
      let escape = mark == "\"" ? "\\\"" : "''"
      return Self.replacing(escape, with: mark, in: content[..<end])
    }
    return String(Self.beforeComment(text))
  }

  /// The numbers of a list `[1, 2]` that follows a key.
  func yamlNumbers() throws(RecordingError) -> [Int32] {
    var line = self
    let expected = "a list of decimal numbers '[1, 2, …]' on one line"
    line.skipSpaces()
    guard line.consume("[") else { throw line.malformed(expected: expected) }
    var numbers: [Int32] = []
    while !line.consumeClosingBracket() {
      guard numbers.isEmpty || line.consumeComma(), let number = line.integer(Int32.self) else {
        throw line.malformed(expected: expected)
      }
      numbers.append(number)
    }
    return numbers
  }

  /// How many brackets and braces the rest of the line opens beyond those that it closes; those in quotation marks and
  /// in a comment do not count.
  var openedBrackets: Int {
    var (count, quotation): (Int, UInt8?) = (0, nil)
    for byte in Self.beforeComment(remainder[...]).utf8 {
      switch byte {
      case quotation: quotation = nil
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quotation = quotation ?? byte
      case UInt8(ascii: "["), UInt8(ascii: "{"): count += quotation == nil ? 1 : 0
      case UInt8(ascii: "]"), UInt8(ascii: "}"): count -= quotation == nil ? 1 : 0
      default: break
      }
    }
    return count
  }

  mutating func consumeComma() -> Bool {
    skipSpaces()
    return consume(",")
  }

  /// Consumes the end of a list, after which only a comment may follow.
  mutating func consumeClosingBracket() -> Bool {
    var line = self
    line.skipSpaces()
    guard line.consume("]"), line.isAtEnd else { return false }
    self = line
    return true
  }

  private static func beforeComment(_ text: Substring) -> Substring {
    let comment = text.indices.first { place in
      text[place] == "#" && (place == text.startIndex || text[text.index(before: place)] == " ")
    }
    var rest = text[..<(comment ?? text.endIndex)]
    while rest.last == " " { rest.removeLast() }
    return rest
  }

  /// Without Foundation, which has a function for it.
  private static func replacing(_ escape: String, with mark: String, in text: Substring) -> String {
    var (result, rest) = ("", text)
    while let first = rest.first {
      if rest.hasPrefix(escape) {
        result += mark
        rest = rest.dropFirst(escape.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
