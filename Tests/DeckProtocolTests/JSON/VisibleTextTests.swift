import MessageText
import Testing

@Suite
struct `Text from outside` {
  private static let hidden: [UInt32] = [
    0xAD, 0x34F, 0x115F, 0x180E, 0x200B, 0x2060, 0x206A, 0x3164, 0xFEFF, 0xFFF9, 0x2800,
  ]

  @Test(arguments: [0x61C, 0x200E, 0x200F] + (0x2028...0x202E) + (0x2066...0x2069) + hidden)
  func `has escapes for what would reorder or break its line, or that nobody sees`(number: UInt32) throws {
    let character = String(Character(try #require(Unicode.Scalar(number))))
    let escape = "\\u" + padded(number, to: 4, radix: 16).uppercased()
    #expect(VisibleText.escaped("a\(character)b\(character)") == "a\(escape)b\(escape)")
  }

  @Test
  func `has escapes for tags that nobody sees, as JSON writes them`() {
    #expect(VisibleText.escaped("a\u{E0041}") == #"a\uDB40\uDC41"#)
    #expect(VisibleText.escaped("a\u{16FE4}") == #"a\uD81B\uDFE4"#)
  }

  @Test(arguments: [
    "", "photos 1/10", "Grüße, שלום, مرحبا", "\u{200D}\u{2027}\u{202F}\u{61B}", "👨‍👩‍👧 ❤️ – …\u{1B}[0m",
  ])
  func `is else as it is`(text: String) {
    #expect(VisibleText.escaped(text) == text)
  }

  @Test
  func `may end within a character`() {
    for bytes: [UInt8] in [[0xE2], [0xE2, 0x80], [0xD8], [0x61, 0xE2, 0x81], [0xEF, 0xBB], [0xF3, 0xA0, 0x81]] {
      #expect(VisibleText.escaped(bytes) == bytes)
    }
  }
}
