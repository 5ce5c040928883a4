import DeckEngine

/// Finds what toml++ must not parse: its behavior is undefined for a character outside strings and comments that is not
/// ASCII, and it frees the tables of a dotted key by recursion.
package struct TOMLGuard {
  /// The maximum number of parts of a dotted key.
  static let partLimit = 32

  /// The position of the first obstacle in bytes, and what it is.
  package private(set) var obstacle: (offset: Int, text: String)?
  private let bytes: [UInt8]
  private var position = 0

  /// Scans a text up to its first obstacle.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    var (start, parts) = (position, 1)
    while position < bytes.count, obstacle == nil {
      switch bytes[position] {
      case UInt8(ascii: "#"): skip { $0 != UInt8(ascii: "\n") }
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString()
      case UInt8(ascii: "."):
        parts += 1
        if parts > Self.partLimit { obstacle = (start, "expected a key of at most \(Self.partLimit) parts") }
        position += 1
      case 0x80...:
        let character = String(decoding: bytes[position...].prefix(4), as: UTF8.self).unicodeScalars.prefix(1)
        let quoted = SettingText.quoted(String(character))
        obstacle = (position, "found \(quoted) outside of a string; expected ASCII characters or quotes around it")
      case let byte:
        position += 1
        if "\n=,[]{}".utf8.contains(byte) {
          skip { $0 == UInt8(ascii: " ") }
          (start, parts) = (position, 1)
        }
      }
    }
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while position < bytes.count, condition(bytes[position]) { position += 1 }
  }

  /// Skips a string: one of a single line up to its end or to the end of the line, where the parser refuses it.
  private mutating func skipString() {
    let quote = bytes[position]
    let length = bytes[position...].prefix(3).count { $0 == quote } == 3 ? 3 : 1
    position += length
    while position < bytes.count, length == 3 || bytes[position] != UInt8(ascii: "\n") {
      if bytes[position...].prefix(length).allSatisfy({ $0 == quote }) {
        position += length
        // One or two quotes before the closing three belong to the string.
        if length == 3 { skip { $0 == quote } }
        return
      }
      position += quote == UInt8(ascii: "\"") && bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position, bytes.count)
  }
}
