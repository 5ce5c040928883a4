import MessageText
import Testing

@Suite
struct `Text from outside` {
  @Test(arguments: [0x61C, 0x200E, 0x200F] + (0x2028...0x202E) + (0x2066...0x2069) + [0xFEFF])
  func `has escapes for what would reorder or break its line`(number: UInt32) throws {
    let character = String(Character(try #require(Unicode.Scalar(number))))
    let escape = "\\u" + padded(number, to: 4, radix: 16).uppercased()
    #expect(VisibleText.escaped("a\(character)b\(character)") == "a\(escape)b\(escape)")
  }

  @Test
  func `has escapes for tags that nobody sees, as JSON writes them`() {
    #expect(VisibleText.escaped("a\u{E0041}") == #"a\uDB40\uDC41"#)
  }

  @Test(arguments: [
    "", "photos 1/10", "Grüße, שלום, مرحبا", "\u{200D}\u{2027}\u{202F}\u{2065}\u{206A}\u{61B}", "👨‍👩‍👧 – …\u{1B}[0m",
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
