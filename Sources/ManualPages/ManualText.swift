/// A manual page in mdoc(7), while it is written.
struct ManualText {
  private(set) var text = ""

  /// Writes a macro; its arguments are macros of their own or words, which `word(_:)` protects.
  mutating func macro(_ name: String, _ arguments: String...) {
    text += ".\(([name] + arguments).joined(separator: " "))\n"
  }

  /// Writes prose, a sentence on each line, as mdoc requires.
  mutating func prose(_ prose: String) {
    var words = prose.split(separator: " ").map(Self.escaped)[...]
    while !words.isEmpty {
      let end = words.firstIndex { $0.hasSuffix(".") }.map { $0 + 1 } ?? words.endIndex
      text += Self.line(words[..<end].joined(separator: " "))
      words = words[end...]
    }
  }

  /// Writes the text of a help: paragraphs, examples that are indented, and lines such as `64  wrong usage`.
  mutating func discussion(_ discussion: String) {
    let definition = /^(\S+) {2,}(\S.*)$/
    for (number, paragraph) in discussion.split(separator: "\n\n").enumerated() {
      // An example begins a paragraph itself.
      if number > 0, !paragraph.hasPrefix("  ") { macro("Pp") }
      var lines = paragraph.split(separator: "\n")[...]
      while let line = lines.first {
        if line.hasPrefix("  ") {
          let end = lines.firstIndex { !$0.hasPrefix("  ") } ?? lines.endIndex
          example(lines[..<end].map { String($0.dropFirst(2)) })
          lines = lines[end...]
          if !lines.isEmpty { macro("Pp") }
        } else if line.wholeMatch(of: definition) != nil {
          macro("Bl", "-tag", "-width", "Ds")
          while let (_, term, words) = lines.first?.wholeMatch(of: definition)?.output {
            macro("It", "Cm", Self.word(String(term)))
            prose(String(words))
            lines.removeFirst()
          }
          macro("El")
        } else {
          prose(String(line))
          lines.removeFirst()
        }
      }
    }
  }

  /// Writes lines as they are.
  mutating func example(_ lines: [String]) {
    macro("Bd", "-literal", "-offset", "indent")
    for line in lines { text += Self.line(line.replacing("\\", with: "\\e").replacing("-", with: "\\-")) }
    macro("Ed")
  }

  /// A word, or several, as one argument of a macro.
  static func word(_ text: String) -> String {
    let text = text.replacing("\\", with: "\\e").replacing("\"", with: "\\(dq").replacing("-", with: "\\-")
    // Not the name of a macro, and no punctuation, which macros put outside of what they mark.
    let protected = text.count <= 3 ? "\\&\(text)" : text
    return text.contains(" ") ? "\"\(protected)\"" : protected
  }

  /// Text without what roff would interpret: hyphens of options are minus signs, which can be copied.
  static func escaped(_ text: Substring) -> String {
    var escaped = ""
    var isStart = true
    for character in text where character != "`" {
      switch character {
      case "\\": escaped += "\\e"
      case "-" where isStart: escaped += "\\-"
      default: escaped.append(character)
      }
      isStart = " \"('[|".contains(character) || character == "-" && isStart
    }
    return escaped
  }

  private static func line(_ text: String) -> String {
    (text.first == "." || text.first == "'" ? "\\&" : "") + text + "\n"
  }
}
