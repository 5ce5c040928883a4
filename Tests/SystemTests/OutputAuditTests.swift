import Foundation
import Testing

/// What holds of the output of every subcommand.
@Suite
struct `Every subcommand of deckctl` {
  /// The subcommands, as the help lists them.
  private static func subcommands() throws -> [String] {
    let help = try run("deckctl", ["--help"])
    let list = help.output.components(separatedBy: "SUBCOMMANDS:").last ?? ""
    return list.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
      return line.split(separator: " ").first.map { String($0) }.flatMap { $0.first?.isLowercase == true ? $0 : nil }
    }
  }

  /// Lines of each subcommand that print something without waiting for a person, with a daemon, `$CLIP` and `$CARDS`.
  ///
  /// `nil` is a subcommand that draws, or waits for a finger on a panel.
  private static let lines: [String: String?] = [
    "status": "", "cards": "", "settings": "", "watch": "--since 0 --until deck.loaded --timeout 60", "view": nil,
    "swipe": "right", "undo": "",
    "select": "card-0", "dismiss": nil, "bounce": nil, "scroll": nil, "appear": "", "reset": "", "load": "",
    "insert": "$CARDS", "remove": "0", "update": nil, "move": nil, "loaded": "card-1", "configure": "visible=2",
    "reload": "", "surface": "--refresh 50", "call": "deck.list", "devices": "", "calibrate": nil, "doctor": "",
    "report": "", "replay": "$CLIP", "plot": nil, "tune": "commit.threshold 0.1..0.2 $CLIP", "explain": "$CLIP",
    "synthesize": nil, "spring": "--response 0.3 --damping 1 --times 0", "velocity": "< $SAMPLES", "record": nil,
  ]

  @Test
  func `takes --json where it prints text, and prints nothing but JSON then`() throws {
    let daemon = try LoneDaemon(keepsState: true)
    let cards = daemon.folder.appending(path: "cards.json")
    try Data(#"[{"id":"new"}]"#.utf8).write(to: cards)
    let samples = daemon.folder.appending(path: "samples")
    try Data("{\"t\":0,\"x\":0,\"y\":0}\n{\"t\":8000,\"x\":4,\"y\":0}\n".utf8).write(to: samples)
    let shell = PanelShell(socket: daemon.socket, folder: daemon.folder)
    for subcommand in try Self.subcommands() {
      guard let known = Self.lines[subcommand] else {
        Issue.record("\(subcommand) is not among the lines of this test")
        continue
      }
      guard let options = known else { continue }
      let line = "deckctl --json \(subcommand) \(options)".replacing("$CLIP", with: Workshop.clip)
        .replacing("$CARDS", with: cards.path).replacing("$SAMPLES", with: samples.path)
      let outcome = try shell.run("timeout 60 \(line)")
      #expect(outcome.status == 0 || subcommand == "doctor", "\(line): \(outcome)")
      #expect(!outcome.lines.isEmpty || ["devices", "doctor"].contains(subcommand), "\(line) prints nothing")
      for text in outcome.lines {
        #expect(throws: Never.self, "\(line): \(text)") {
          _ = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        }
      }
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
