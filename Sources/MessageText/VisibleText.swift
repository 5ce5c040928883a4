/// Text from outside as a terminal may show it.
package enum VisibleText {
  /// The bytes of a UTF-8 text with escapes (`\u202E`) for the characters that reorder or break lines: the controls of
  /// the bidirectional algorithm (UAX #9) and the separators of lines and paragraphs.
  ///
  /// In JSON such a character can only be in a string, where the escape is the same character.
  package static func escaped(_ text: [UInt8]) -> [UInt8] {
    // Nearly all text has none of the bytes that they begin with.
    guard text.contains(where: { $0 == 0xE2 || $0 == 0xD8 }) else { return text }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.count + 16)
    var place = 0
    while place < text.count {
      if let (character, length) = hidden(text[place...]) {
        escaped += Array("\\u\(padded(character, to: 4, radix: 16).uppercased())".utf8)
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
  private static func hidden(_ text: ArraySlice<UInt8>) -> (character: Int, length: Int)? {
    let start = text.startIndex
    if text[start] == 0xD8, text.count > 1, text[start + 1] == 0x9C { return (0x61C, 2) }
    guard text[start] == 0xE2, text.count > 2 else { return nil }
    switch (text[start + 1], text[start + 2]) {
    case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9):
      return (0x2000 + Int(text[start + 1] & 0x3F) << 6 + Int(text[start + 2] & 0x3F), 3)
    default: return nil
    }
  }
}
