/// Text from outside as a terminal may show it.
package enum VisibleText {
  /// The bytes of a UTF-8 text with escapes (`\u202E`) for the characters that reorder or break lines, or that nobody
  /// sees.
  ///
  /// In JSON such a character can only be in a string, where the escape is the same character.
  package static func escaped(_ text: [UInt8]) -> [UInt8] {
    // Nearly all text is ASCII.
    guard text.contains(where: { $0 > 0x7F }) else { return text }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.count + 16)
    var rest = text.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var place = 0
    while true {
      let length: Int
      switch parser.parseScalar(from: &rest) {
      case .emptyInput: return escaped
      case .error(let count): length = count
      case .valid(let encoded):
        length = encoded.count
        let character = Unicode.UTF8.decode(encoded)
        guard isHidden(character) else { break }
        for unit in String(character).utf16 {
          escaped += Array("\\u\(padded(Int(unit), to: 4, radix: 16).uppercased())".utf8)
        }
        place += length
        continue
      }
      escaped += text[place..<place + length]
      place += length
    }
  }

  /// The text with those escapes.
  package static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let escaped = escaped(bytes)
    return escaped.count == bytes.count ? text : String(decoding: escaped, as: UTF8.self)
  }

  /// Whether a character reorders or breaks lines, or cannot be seen.
  ///
  /// The joiners and the variation selectors are none of these: they belong to words of many languages, and to emoji.
  private static func isHidden(_ character: Unicode.Scalar) -> Bool {
    guard character.value > 0x7F else { return false }
    switch character.value {
    case 0x200C, 0x200D, 0xFE00...0xFE0F: return false
    // The separators of lines and paragraphs, the marks of annotations, and the signs of braille and Khitan that are
    // blank, which have no property of their own.
    case 0x2028, 0x2029, 0xFFF9...0xFFFB, 0x2800, 0x16FE4: return true
    default: return character.properties.isDefaultIgnorableCodePoint
    }
  }
}
