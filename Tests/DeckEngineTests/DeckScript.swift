import DeckEngine
import DeckProtocol
import DeckReplay
import Foundation
import Gestures
import Kinetics
import TestSupport
import Testing

/// The cases of one `.deck` file: a deck, what is done to it at virtual times, and what comes of it.
///
/// `Decks/README.md` has the notation.
struct DeckScript {
  /// What a step does.
  enum Action {
    case touch([Contact])
    case finger(FingerPath)
    case command(DeckCommand)
    case reply(ticket: UInt64, DelegateAnswer?)
    case configure(SettingChange)
    case resize(Size)
    case shake
    /// All that there is to be seen, or only what the finger does.
    case show(all: Bool)
    /// A card, `overlay`, `detail`, `fan` or `drag`, each so many milliseconds until a moment.
    case trace(String, [String], every: Double, until: Double)
    case wait
    /// Until nothing is due; then, perhaps, all that there is to be seen.
    case end(shows: Bool)
  }

  struct Step {
    /// Which of the script's lines it is.
    var line: Int
    /// Milliseconds; infinite for the end.
    var time: Double
    var action: Action
  }

  struct Case {
    var scene: DeckScene
    var steps: [Step] = []
  }

  private let file: String
  private var line = 0
  private var scene: DeckScene?
  private(set) var cases: [Case] = []
  private var touches = TouchText()
  /// Whether what is set is the last case's own.
  private var isInCase = false

  /// The lines as they are written, without what came of them, and their numbers in the file.
  private let lines: [(number: Int, text: String)]

  /// Reads a script, played or not.
  init(_ text: String, file: String) throws {
    self.file = file
    lines = text.components(separatedBy: "\n").enumerated().map { ($0 + 1, $1) }.filter { _, line in
      !["→", "|"].contains { line.drop { $0 == " " }.hasPrefix($0) }
    }
    for (line, entry) in lines.enumerated() {
      self.line = line
      var words = DeckWords(entry.text.prefix { $0 != "#" }, place: place)
      if !words.isEmpty { try read(&words) }
    }
  }

  /// Where a line stands.
  func place(of line: Int) -> String { "\(file):\(lines[line].number)" }

  private var place: String { place(of: line) }

  private mutating func read(_ words: inout DeckWords) throws {
    switch words.first {
    case "deck":
      scene = try DeckScene(&words)
      isInCase = false
    case "case":
      guard let scene else { throw words.mistake("a case needs a deck before it") }
      touches = TouchText()
      cases.append(Case(scene: scene))
      isInCase = true
      words.rest()
    case "set", "card", "appearing", "haptics", "prefetches":
      try prepare(&words)
    default:
      guard !cases.isEmpty else {
        throw words.mistake("expected deck, set, card, appearing, haptics, prefetches or case")
      }
      try readStep(&words)
    }
    try words.expectEnd()
  }
  /// What a case starts from beside the preset.
  private mutating func prepare(_ words: inout DeckWords) throws {
    guard isInCase else {
      guard scene != nil else { throw words.mistake("a deck comes before what is set of it") }
      try scene?.prepare(&words)
      return
    }
    guard let last = cases.indices.last, cases[last].steps.isEmpty else {
      throw words.mistake("what a case starts from comes before its steps")
    }
    try cases[last].scene.prepare(&words)
  }

  private mutating func readStep(_ words: inout DeckWords) throws {
    let time = words.take("end") ? .infinity : try words.number("milliseconds")
    let action = try time.isFinite ? action(&words, at: time) : .end(shows: words.take("show"))
    cases[cases.count - 1].steps.append(Step(line: line, time: time, action: action))
  }

  private mutating func action(_ words: inout DeckWords, at time: Double) throws -> Action {
    switch words.first {
    case "move" where words.isThird("to"):
      return .command(try words.command())
    case "down", "move", "up", "cancel":
      return .touch(try touches.contacts(words.rest(), place: place))
    case "finger":
      return .finger(try words.finger(at: time))
    case "resize":
      words.skip()
      return .resize(try words.size())
    case "shake":
      words.skip()
      return .shake
    case "answer":
      let (ticket, answer) = try words.answer()
      return .reply(ticket: ticket, answer)
    case "configure":
      words.skip()
      return .configure(words.setting())
    case "show":
      words.skip()
      return .show(all: !words.take("drag"))
    case "wait":
      words.skip()
      return .wait
    case "trace":
      words.skip()
      let subject = words.next()
      var properties: [String] = []
      while !words.isEmpty, words.first != "every" { properties.append(words.next()) }
      try words.expect("every")
      let period = try words.number("milliseconds")
      try words.expect("until")
      return .trace(subject, properties, every: period, until: try words.number("milliseconds"))
    default:
      return .command(try words.command())
    }
  }
}

extension DeckScript.Case {
  /// Plays the case; what came of each step, by the step's line.
  func play(_ script: DeckScript) throws -> [Int: [String]] {
    let player = try DeckPlayer(scene, steps.first?.line ?? 0)
    for step in steps {
      do {
        try player.play(step)
      } catch let error as ScriptError {
        throw error
      } catch {
        throw ScriptError(place: script.place(of: step.line), message: "\(error)")
      }
    }
    return player.output
  }
}

extension DeckScript {
  /// The script with what comes of it.
  func played() throws -> String {
    var output: [Int: [String]] = [:]
    for item in cases { output.merge(try item.play(self)) { $0 + $1 } }
    return lines.indices.flatMap { [lines[$0].text] + (output[$0] ?? []) }.joined(separator: "\n")
  }
}

@Suite
struct `A deck script` {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Decks")

  static func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".deck") }.sorted()
  }

  @Test(arguments: try files())
  func `comes out as it says`(file: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
    try Golden.expect(DeckScript(text, file: file).played(), at: "Decks/\(file)")
  }

  @Test(
    arguments: [
      ("deck kolodka 400x800", "x:1: \"kolodka\" is no preset"),
      ("deck koloda 400", "x:1: expected a size such as 400x800, not \"400\""),
      ("set visible 3", "x:1: a deck comes before what is set of it"),
      ("case nothing", "x:1: a case needs a deck before it"),
      ("deck koloda 400x800\nset visible many", "x:2: visible: found a string; expected a whole number, 1…10 cards"),
      ("deck koloda 400x800\nset colour red", "x:2: there is no setting \"colour\""),
      ("deck koloda 400x800\ncard a threshold 1", "x:2: there is no card \"a\""),
      ("deck koloda 400x800\ncase one\n0 jump", "x:3: there is no step \"jump\""),
      ("deck koloda 400x800\ncase one\n0 undo\n  → 0 refused\n5 undo twice", "x:5: expected the end of the line"),
      ("deck koloda 400x800\ncase one\n5 undo\n0 undo", "x:4: time goes backwards"),
      ("deck koloda 400x800\ncase one\n0 trace card-0 colour every 1 until 1", "x:3: there is no property \"colour\""),
    ]
  )
  func `names the line of a mistake`(text: String, expected: String) {
    let error = #expect(throws: ScriptError.self) { _ = try DeckScript(text, file: "x").played() }
    #expect(error?.description.hasPrefix(expected) == true, "\(error?.description ?? "no mistake")")
  }
}
