/// Text from outside as a terminal may show it.
package enum VisibleText {
  /// The bytes of a UTF-8 text with escapes (`\u202E`) for the characters that reorder or break lines, or that nobody
  /// sees: the controls of the bidirectional algorithm (UAX #9), the separators of lines and paragraphs, the byte order
  /// mark and the tags of the block U+E0000.
  ///
  /// In JSON such a character can only be in a string, where the escape is the same character.
  package static func escaped(_ text: [UInt8]) -> [UInt8] {
    // Nearly all text has none of the bytes that they begin with.
    guard text.contains(where: { $0 == 0xE2 || $0 == 0xD8 || $0 == 0xEF || $0 == 0xF3 }) else { return text }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.count + 16)
    var place = 0
    while place < text.count {
      if let (character, length) = hidden(text[place...]) {
        for unit in String(character).utf16 {
          escaped += Array("\\u\(padded(Int(unit), to: 4, radix: 16).uppercased())".utf8)
        }
        place += length
      } else {
        escaped.append(text[place])
        place += 1
      }
    }
    return escaped
  }

  /// The text with those escapes.
  package static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let escaped = escaped(bytes)
    return escaped.count == bytes.count ? text : String(decoding: escaped, as: UTF8.self)
  }

  /// The number and the bytes of a character to be escaped that the text begins with.
  private static func hidden(_ text: ArraySlice<UInt8>) -> (character: Unicode.Scalar, length: Int)? {
    let first = text[text.startIndex]
    guard first == 0xE2 || first == 0xD8 || first == 0xEF || first == 0xF3 else { return nil }
    let length = first == 0xD8 ? 2 : first == 0xF3 ? 4 : 3
    guard let character = String(decoding: text.prefix(length), as: UTF8.self).unicodeScalars.first else { return nil }
    switch character.value {
    case 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xE0000...0xE007F: return (character, length)
    default: return nil
    }
  }
}
