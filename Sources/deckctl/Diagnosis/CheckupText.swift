import Diagnosis
import JSON
import MessageText

/// The findings of a checkup for a person.
struct CheckupText {
  let lines: [String]

  /// What is right, what is wrong, and a summary.
  init(_ checkup: Checkup, _ style: TerminalStyle) {
    var lines = checkup.passed.map { topic, fact in
      let name = topic.padding(to: Self.topicWidth)
      return "\(style.paint("ok", .green))       \(name) \(fact)"
    }
    for finding in checkup.findings {
      let isProblem = finding.weight == .problem
      let label = finding.weight.rawValue.padding(to: Self.labelWidth)
      lines.append("\(style.paint(label, isProblem ? .magenta : .yellow)) \(finding.text)")
      lines.append(String(repeating: " ", count: Self.labelWidth + 1) + style.paint("$ \(finding.command)", .bold))
    }
    let problems = checkup.findings.count { $0.weight == .problem }
    let notes = checkup.findings.count - problems
    let counts = [(problems, "problem"), (notes, "note")].filter { $0.0 > 0 }.map { pluralized($0.0, $0.1) }
    lines.append(counts.isEmpty ? "No problem found." : "\(counts.joined(separator: " and ")) found.")
    self.lines = lines
  }

  /// A finding for programs.
  static func json(_ finding: CheckFinding) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("kind", finding.kind.rawValue)
      json.member("weight", finding.weight.rawValue)
      json.member("text", finding.text)
      json.member("command", finding.command)
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private static let topicWidth = 13
  private static let labelWidth = 8
}

extension String {
  /// The text with spaces after it, up to a width in characters.
  func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
