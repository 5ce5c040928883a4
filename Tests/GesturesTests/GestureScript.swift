import Foundation
import Gestures
import Kinetics
import TestSupport
import Testing

/// Cases of one `.gesture` file: touches in, transitions out, at virtual times.
///
/// `Scripts/README.md` has the notation.
struct GestureScript {
  /// One line of a case.
  struct Step {
    var place: String
    var time: Instant
    var frame: [Contact]
    var expected: [String]
  }

  /// One case with the gestures that it plays.
  struct Case: CustomTestStringConvertible {
    var place: String
    var title: String
    var alternatives: [GestureTree]
    var ownership: ContactOwnership
    var steps: [Step] = []
    /// What must follow after the last step, when all that is due has come.
    var expectedAtEnd: [String] = []

    var testDescription: String { "\(place) \(title)" }
  }

  /// The cases of every script.
  static func all() throws -> [Case] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scripts")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "gesture" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .flatMap { try cases(in: String(contentsOf: $0, encoding: .utf8), file: $0.lastPathComponent) }
  }

  /// The cases in a script's text.
  static func cases(in text: String, file: String) throws -> [Case] {
    var reader = GestureScript(file: file)
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      reader.number = number + 1
      let line = line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
      if !line.isEmpty { try reader.read(line) }
    }
    return reader.cases
  }

  private let file: String
  private var number = 0
  private var cases: [Case] = []
  private var alternatives: [GestureTree] = []
  private var ownership = ContactOwnership.first
  /// Whether the next gesture begins a new list of alternatives.
  private var isListed = true
  private var touches = TouchText()

  private init(file: String) {
    self.file = file
  }

  private var place: String { "\(file):\(number)" }

  private mutating func read(_ line: String) throws {
    let (keyword, rest) = Self.split(line)
    switch keyword {
    case "gesture":
      if isListed { (alternatives, ownership, isListed) = ([], .first, false) }
      alternatives.append(try GestureText.gesture(rest, place: place))
    case "fingers":
      guard let named = ContactOwnership(rawValue: rest) else { throw mistake("expected first or centroid") }
      ownership = named
    case "case":
      isListed = true
      touches = TouchText()
      guard !alternatives.isEmpty else { throw mistake("a case needs a gesture before it") }
      cases.append(Case(place: place, title: rest, alternatives: alternatives, ownership: ownership))
    default:
      try readStep(line)
    }
  }

  private mutating func readStep(_ line: String) throws {
    guard !cases.isEmpty else { throw mistake("expected gesture, fingers or case") }
    let sides = line.components(separatedBy: "→")
    let expected = sides.count > 1 ? Self.items(sides[1], separator: ",") : []
    let (stamp, rest) = Self.split(sides[0].trimmingCharacters(in: .whitespaces))
    if stamp == "end" {
      cases[cases.count - 1].expectedAtEnd = expected
      return
    }
    guard let milliseconds = Double(stamp) else { throw mistake("expected milliseconds, not \"\(stamp)\"") }
    let time = Instant(microseconds: Int64((milliseconds * 1000).rounded()))
    let frame = rest == "wait" ? [] : try touches.contacts(rest, place: place)
    cases[cases.count - 1].steps.append(Step(place: place, time: time, frame: frame, expected: expected))
  }

  private func mistake(_ message: String) -> ScriptError {
    ScriptError(place: place, message: message)
  }

  private static func split(_ line: String) -> (String, String) {
    let word = line.prefix { $0 != " " }
    return (String(word), line.dropFirst(word.count).trimmingCharacters(in: .whitespaces))
  }

  /// The parts of a text at a separator that stands outside brackets.
  static func items(_ text: String, separator: Character) -> [String] {
    var depth = 0
    var items = [""]
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == separator, depth == 0 { items.append("") } else { items[items.count - 1].append(character) }
    }
    return items.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}

extension GestureScript.Case {
  /// Plays the case; every mismatch with its line.
  func mismatches() -> [String] {
    var arena = GestureArena(alternatives, ownership: ownership)
    var found: [String] = []
    for step in steps {
      var reports: [GestureArena.Report] = []
      while let due = arena.deadline, due <= step.time { reports += arena.deadlineReached(at: due) }
      if !step.frame.isEmpty { reports += arena.handle(TouchFrame(time: step.time, contacts: step.frame)) }
      compare(reports, step.expected, step.place, &found)
    }
    var rest: [GestureArena.Report] = []
    while let due = arena.deadline { rest += arena.deadlineReached(at: due) }
    compare(rest, expectedAtEnd, "\(place), end", &found)
    if !arena.isOver { found.append("\(place): a recognizer has not ended") }
    return found
  }

  private func compare(
    _ reports: [GestureArena.Report],
    _ expected: [String],
    _ place: String,
    _ found: inout [String]
  ) {
    // Where a line does not speak of changes, they go without saying.
    let tellsChanges = expected.contains { $0.contains("changed") }
    let reports = reports.filter { tellsChanges || $0.words != "\($0.label) changed" }
    let matches = reports.count == expected.count && zip(reports, expected).allSatisfy { $0.matches($1) }
    guard !matches else { return }
    let actual = reports.map(\.description).joined(separator: ", ")
    found.append("\(place): \(actual.isEmpty ? "nothing" : actual); expected \(expected.joined(separator: ", "))")
  }
}

extension GestureArena.Report {
  /// The kind, after the name where there is one.
  var label: String { name.map { "\($0):\(kind)" } ?? "\(kind)" }

  /// Who did what: `drag began`.
  var words: String {
    let word =
      switch transition {
      case .unchanged: "unchanged"
      case .began: "began"
      case .changed: "changed"
      case .ended: "ended"
      case .failed: "failed"
      case .cancelled: "cancelled"
      }
    return "\(label) \(word)"
  }

  /// What can stand in brackets behind the words.
  var details: [String] {
    switch transition {
    case .began(let value), .changed(let value), .ended(let value):
      var details = [
        "by \(figures(value.translation.dx, value.translation.dy))",
        "at \(figures(value.location.x, value.location.y))",
        "going \(figures(value.velocity.dx, value.velocity.dy))",
        "since \(figure(Double(value.time.microseconds) / 1000))",
      ]
      if kind == .pinch { details.append("scale \(figure(value.scale))") }
      return details + (grounds.map { ["\($0)"] } ?? [])
    case .failed(let reason): return ["\(reason)"]
    case .unchanged, .cancelled: return []
    }
  }

  var description: String {
    details.isEmpty ? words : "\(words) (\(details.joined(separator: "; ")))"
  }

  func matches(_ expected: String) -> Bool {
    let parts = expected.split(separator: "(", maxSplits: 1)
    guard parts.first?.trimmingCharacters(in: .whitespaces) == words else { return false }
    guard parts.count > 1 else { return true }
    return parts[1].dropLast().split(separator: ";")
      .allSatisfy { details.contains($0.trimmingCharacters(in: .whitespaces)) }
  }

  private func figures(_ x: Double, _ y: Double) -> String { "\(figure(x)),\(figure(y))" }

  private func figure(_ number: Double) -> String {
    let rounded = (number * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

@Suite
struct `A touch script` {
  @Test(arguments: try GestureScript.all())
  func `comes out as it says`(script: GestureScript.Case) {
    for mismatch in script.mismatches() { Issue.record("\(mismatch)") }
  }

  @Test(
    arguments: [
      ("gesture Tap(", "x:1: expected \")\", not the end"),
      ("gesture Swipe()", "x:1: there is no gesture called \"Swipe\""),
      ("gesture Tap(speed: 3)", "x:1: there is no argument \"speed\" here"),
      ("gesture Tap().before(Drag())", "x:1: there is no way to combine gestures called \"before\""),
      ("case nothing", "x:1: a case needs a gesture before it"),
      ("gesture Tap()\ncase one\n0 jump 1,1", "x:3: expected down, move, up, cancel or wait, not \"jump 1,1\""),
      ("gesture Tap()\ncase one\nnow down 1,1", "x:3: expected milliseconds, not \"now\""),
      ("gesture Tap()\ncase one\n0 up", "x:3: contact 0 has no place yet"),
    ]
  )
  func `names the line of a mistake`(text: String, expected: String) {
    let error = #expect(throws: ScriptError.self) { try GestureScript.cases(in: text, file: "x") }
    #expect(error?.description == expected)
  }

  @Test
  func `names the line of a mismatch`() throws {
    let text = "gesture Tap()\ncase one\n0 down 1,1\n9 up → tap failed"
    let script = try #require(try GestureScript.cases(in: text, file: "x").first)
    #expect(script.mismatches().first?.hasPrefix("x:4: tap ended") == true)
  }
}
