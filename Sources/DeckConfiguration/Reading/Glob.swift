/// A pattern in which `*` matches any number of characters, including none.
package struct Glob: Hashable, Sendable {
  package var pattern: String

  /// A glob; every character but `*` matches itself.
  package init(_ pattern: String) {
    self.pattern = pattern
  }

  /// Whether the pattern matches all of `text`, case-sensitively.
  package func matches(_ text: String) -> Bool {
    let pattern = Array(self.pattern.utf8)
    let text = Array(text.utf8)
    let star = UInt8(ascii: "*")
    var (place, position) = (0, 0)
    // Where to continue when the last asterisk consumes one more byte.
    var retry: (place: Int, position: Int)?
    while position < text.count {
      if place < pattern.count, pattern[place] == star {
        retry = (place + 1, position)
        place += 1
      } else if place < pattern.count, pattern[place] == text[position] {
        place += 1
        position += 1
      } else if let last = retry {
        retry = (last.place, last.position + 1)
        (place, position) = (last.place, last.position + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == star }
  }
}
