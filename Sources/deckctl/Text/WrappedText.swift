/// Text that is broken between words where a terminal ends.
enum WrappedText {
  /// The columns below which breaking would only shred the words.
  private static let narrowest = 20

  /// The lines of a line; those after the first are indented.
  ///
  /// A word that is too long has a line of its own.
  /// Without a width the line stays whole.
  static func lines(_ line: String, width: Int?, indent: Int) -> String {
    guard let width, width >= narrowest, line.count > width else { return line }
    var lines: [String] = []
    var current = String(line.prefix { $0 == " " })
    var isStart = true
    for word in line.dropFirst(current.count).split(separator: " ", omittingEmptySubsequences: false) {
      if !isStart, current.count + 1 + word.count > width {
        lines.append(current)
        current = String(repeating: " ", count: indent) + word
        continue
      }
      current += isStart ? word : " \(word)"
      isStart = false
    }
    return (lines + [current]).joined(separator: "\n")
  }
}
