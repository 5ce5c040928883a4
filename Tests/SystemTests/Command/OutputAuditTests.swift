import Foundation
import Testing

/// What holds of the output of every subcommand.
@Suite
struct `Every subcommand of deckctl` {
  /// The subcommands, as the help lists them.
  static func subcommands() throws -> [String] {
    let help = try run("deckctl", ["--help"])
    let list = help.output.components(separatedBy: "SUBCOMMANDS:").dropFirst().joined()
    return list.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
      return line.split(separator: " ").first.map { String($0) }.flatMap { $0.first?.isLowercase == true ? $0 : nil }
    }
  }

  /// How a subcommand is examined.
  private enum Examination {
    /// With these arguments and a swipe deck; `$CLIP`, `$CARDS` and `$SAMPLES` are files.
    case run(String)
    /// With these arguments and a stack, whose card-0 is open.
    case runOnStack(String)
    /// It waits for a finger on a panel, and the named tests read its JSON.
    case elsewhere(tests: String)
    /// It has no --json, for a reason.
    case without(because: String)
  }

  private static let examinations: [String: Examination] = [
    "status": .run(""), "cards": .run(""), "settings": .run(""),
    "watch": .run("--since 0 --until deck.loaded --timeout \(patience)"),
    "view": .without(because: "it draws for a person; watch --json has the same for programs"), "swipe": .run("right"),
    "undo": .run(""), "select": .run("card-0"), "dismiss": .runOnStack(""), "bounce": .runOnStack(""),
    "scroll": .runOnStack("120"), "appear": .run(""), "reset": .run(""), "load": .run(""), "insert": .run("$CARDS"),
    "remove": .run("0"), "update": .run("$CARDS"), "move": .runOnStack("card-3 0"), "loaded": .run("card-1"),
    "configure": .run("visible=2"), "reload": .run(""), "surface": .run("--refresh 50"), "call": .run("deck.list"),
    "devices": .run(""), "calibrate": .elsewhere(tests: "CalibrateTests"), "doctor": .run(""), "report": .run(""),
    "replay": .run("$CLIP"),
    "plot": .without(because: "its output is a picture; replay and spring have the numbers in it"),
    "tune": .run("commit.threshold 0.1..0.2 $CLIP"), "explain": .run("$CLIP"),
    "actions": .run("--dry-run --actions $ACTIONS $CLIP"),
    "synthesize": .without(because: "its output is a recording, which programs read as it is"),
    "spring": .run("--response 0.3 --damping 1 --times 0"), "velocity": .run("< $SAMPLES"),
    "record": .elsewhere(tests: "RecordCommandTests"),
  ]

  @Test
  func `takes --json where it prints text, and prints nothing but JSON then`() throws {
    let swipes = try LoneDaemon(keepsState: true)
    let stack = try LoneDaemon(configuration: "[[decks]]\nid = \"main\"\npreset = \"wallet\"\n")
    let cards = swipes.folder.appending(path: "cards.json")
    try Data(#"[{"id":"new"}]"#.utf8).write(to: cards)
    let samples = swipes.folder.appending(path: "samples")
    try Data("{\"t\":0,\"x\":0,\"y\":0}\n{\"t\":8000,\"x\":4,\"y\":0}\n".utf8).write(to: samples)
    let actions = swipes.folder.appending(path: "actions.toml")
    try Data("[[actions]]\non = \"card.shown\"\nrun = [\"/bin/true\"]\n".utf8).write(to: actions)
    let shells = [swipes, stack].map { PanelShell(socket: $0.socket, folder: $0.folder) }
    #expect(try shells[1].run("deckctl select card-0").status == 0)
    for subcommand in try Self.subcommands() {
      let shell: PanelShell
      let options: String
      switch Self.examinations[subcommand] {
      case .run(let arguments): (shell, options) = (shells[0], arguments)
      case .runOnStack(let arguments): (shell, options) = (shells[1], arguments)
      case .elsewhere, .without:
        var hasIt = false
        if case .elsewhere = Self.examinations[subcommand] { hasIt = true }
        let help = try shells[0].run("deckctl \(subcommand) --help").output
        #expect(help.contains("--json ") == hasIt, "\(subcommand)")
        continue
      case nil:
        Issue.record("\(subcommand) is not examined")
        continue
      }
      let line = "deckctl --json \(subcommand) \(options)".replacing("$CLIP", with: Workshop.clip)
        .replacing("$CARDS", with: cards.path).replacing("$ACTIONS", with: actions.path)
        .replacing("$SAMPLES", with: samples.path)
      let outcome = try shell.run("timeout \(patience) \(line)")
      #expect(outcome.status == 0 || subcommand == "doctor", "\(line): \(outcome)")
      #expect(!outcome.lines.isEmpty || ["devices", "doctor"].contains(subcommand), "\(line) prints nothing")
      for text in outcome.lines {
        #expect(throws: Never.self, "\(line): \(text)") {
          _ = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        }
      }
    }
  }

  @Test(arguments: [
    "doctor", "explain \(Workshop.clip)", "report", "settings commit", "tune commit.threshold 0.4..1 \(Workshop.clip)",
  ])
  func `prints the members that its documentation names`(line: String) throws {
    let daemon = try LoneDaemon()
    let shell = PanelShell(socket: daemon.socket, folder: daemon.folder)
    let name = line.split(separator: " ").first.map { String($0) } ?? ""
    let page = Workshop.root.appending(path: "Sources/DeckEngine/DeckEngine.docc/Diagnosis.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let row = try #require(rows.first { $0.hasPrefix("| `\(name)` |") })
    for text in try shell.run("deckctl \(line) --json").lines {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      for member in object.keys { #expect(row.contains("`\(member)`"), "\(member) in \(row)") }
    }
  }

  @Test
  func `fails where its output cannot be written`() throws {
    let daemon = try LoneDaemon()
    let shell = PanelShell(socket: daemon.socket, folder: daemon.folder)
    for line in [
      "status", "settings", "cards", "call deck.list", "explain \(Workshop.clip)",
      "tune visible 1..2 \(Workshop.clip)", "report", "plot --spring 'response 1, dampingFraction 1'",
    ] {
      let outcome = try shell.run("deckctl \(line) > /dev/full")
      #expect(outcome.status == 1, "\(line): \(outcome)")
      #expect(outcome.errors.contains("standard output: No space left on device"), "\(line): \(outcome)")
    }
  }

  @Test
  func `is without colors where standard output is no terminal, and with NO_COLOR in a terminal`() throws {
    let daemon = try LoneDaemon(keepsState: true)
    let shell = PanelShell(socket: daemon.socket, folder: daemon.folder)
    for line in [
      "doctor", "devices", "settings snap", "status", "watch --since 0 --until deck.loaded", "explain \(Workshop.clip)",
    ] {
      #expect(try !shell.run("deckctl \(line) 2>&1").output.contains("\u{1B}["), "\(line)")
    }
    guard TerminalWindow.isAvailable else { return }
    for (environment, isColored) in [("", true), ("export NO_COLOR=1;", false)] {
      let line = "export DECKD_SOCKET=\(daemon.socket); deckctl settings snap; deckctl doctor; echo over"
      let window = try TerminalWindow(columns: 100, rows: 40, line, environment: environment)
      try window.wait(for: "over")
      #expect(try window.coloredText.contains("\u{1B}[") == isColored, "\(environment)")
    }
  }
}
