import Foundation
import Testing

@Suite
struct `The command line of deckctl` {
  @Test
  func `takes the global options before and after the subcommand`() throws {
    let daemon = try LoneDaemon()
    let after = try run("deckctl", ["cards", "--json", "--socket", daemon.socket])
    #expect(after.status == 0 && after.output.hasPrefix(#"{"id":"card-0""#), "\(after.errors)")
    for before in [
      ["--socket", daemon.socket, "--json", "cards"], ["--json", "--socket=\(daemon.socket)", "cards"],
      ["--socket", daemon.socket, "cards", "--json"], ["--json", "cards", "--socket", daemon.socket],
    ] {
      let outcome = try run("deckctl", before)
      #expect(outcome.status == 0 && outcome.output == after.output, "\(before): \(outcome.errors)")
    }
    // The words after "--" keep their positions.
    let remove = try run("deckctl", ["--socket", daemon.socket, "remove", "--", "0"])
    #expect(remove.status == 0, "\(remove.errors)")
  }

  @Test
  func `refuses a global option that the subcommand does not have`() throws {
    let view = try run("deckctl", ["--json", "view"])
    #expect(view.status == 64)
    #expect(view.errors.hasPrefix("Error: Unknown option '--json'\nUsage: deckctl view "), "\(view.errors)")
  }

  @Test
  func `lists the global option in its help`() throws {
    let help = try run("deckctl", ["--help"])
    #expect(help.status == 0)
    #expect(help.output.contains("USAGE: deckctl [--socket <path>] <subcommand>"))
    #expect(help.lines.contains { $0.hasPrefix("  --socket <path> ") })
  }

  @Test
  func `breaks the lines of its help where the terminal ends, and nowhere else`() throws {
    let help = try run("deckctl", ["--help"], environment: ["COLUMNS": "5000"])
    let names = help.lines.compactMap { $0.firstMatch(of: /^  ([a-z]+) {2,}/).map { String($0.1) } }
    #expect(names.contains("load") && names.contains("velocity"), "\(names)")
    for name in names {
      let text = try run("deckctl", ["help", name], environment: ["COLUMNS": "5000"]).output
      let overview = text.prefix(through: text.firstRange(of: "\nUSAGE:")?.lowerBound ?? text.endIndex)
      // Examples are indented; a paragraph is one line.
      let broken = overview.firstMatch(of: /\n[^ \n].*[^:\n]\n[^ \n]/)
      #expect(broken == nil, "\(name): \(broken.map { String($0.0) } ?? "")")
    }
  }

  @Test
  func `shows escapes for what would reorder its lines in a terminal`() throws {
    let daemon = try LoneDaemon(keepsState: true)
    let cards = daemon.folder.appending(path: "cards.json")
    try Data("[{\"id\":\"a\u{202E}b\",\"data\":\"\u{2066}c\u{2028}\"}]".utf8).write(to: cards)
    let (shell, escaped) = (PanelShell(socket: daemon.socket, folder: daemon.folder), #"a\u202Eb"#)
    #expect(try shell.run("deckctl load \(cards.path)").status == 0)
    for line in [
      "cards", "cards --json", "call deck.cards", "status --deck main", "swipe right --card 'x\u{202E}'",
      "select 'x\u{202E}b'", "frobnicate\u{202E}", "load '/nowhere/a\u{202E}b'", "settings '\u{202E}'",
      "replay '/nowhere/a\u{202E}b'", "watch --since 0 --until deck.loaded --format plain", "a\u{202E}b",
    ] {
      let outcome = try shell.run("timeout \(patience) deckctl \(line)")
      let text = outcome.output + outcome.errors
      #expect(!text.unicodeScalars.contains { (0x2028...0x202E).contains($0.value) }, "\(line): \(outcome)")
      #expect(text.contains(#"\u202E"#) || line.hasPrefix("watch"), "\(line): \(outcome)")
    }
    let json = try run("deckctl", ["cards", "--json", "--socket", daemon.socket]).output
    #expect(json.contains(escaped) && json.contains(#"\u2066c\u2028"#), "\(json)")
    let card = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(card?["id"] as? String == "a\u{202E}b")
  }

  @Test
  func `lists its subcommands in groups`() throws {
    let lines = try run("deckctl", ["--help"]).lines
    let headings = lines.filter { $0.hasSuffix(" SUBCOMMANDS:") }
    #expect(
      headings.map { $0.prefix { $0 != " " } }
        == ["STATUS", "DECK", "CARD", "DAEMON", "PANEL", "RECORDING", "MOTION"]
    )
    #expect(!lines.contains("SUBCOMMANDS:"))
    let deck = lines.drop { $0 != "DECK SUBCOMMANDS:" }.dropFirst().prefix { $0.hasPrefix(" ") }
    #expect(deck.contains { $0.hasPrefix("  swipe ") } && !deck.contains { $0.hasPrefix("  status ") })
  }

  @Test
  func `has nothing but usable examples in its help`() throws {
    let daemon = try LoneDaemon(configuration: "[[decks]]\nid = \"main\"\n[[decks]]\nid = \"photos\"\n")
    let shell = PanelShell(socket: daemon.socket, folder: daemon.folder)
    for name in ["swipe", "swipes", "day"] {
      try FileManager.default.copyItem(atPath: Workshop.clip, toPath: daemon.folder.path + "/\(name).evemu")
    }
    var examples: [String] = []
    for subcommand in [""] + (try `Every subcommand of deckctl`.subcommands()) {
      let help = try run("deckctl", ["help", subcommand].filter { !$0.isEmpty }, environment: ["COLUMNS": "5000"])
        .output
      // The usage has placeholders.
      let overview = help.prefix(through: help.firstRange(of: "\nUSAGE:")?.lowerBound ?? help.startIndex)
      examples += overview.matches(of: /(?m)(?:^ *|Examples?: )(deckctl .*)$/).map { String($0.1) }
    }
    #expect(examples.count > 30 && examples.contains { $0.hasPrefix("deckctl tune press.duration ") }, "\(examples)")
    for example in examples {
      // Some wait for a finger or an event.
      let outcome = try shell.run(
        "cd '\(daemon.folder.path)' && timeout 5 sh -c '\(example.replacing("'", with: "'\\''"))'"
      )
      let complaints = ["Usage: ", "the name of a setting", "no setting's name", "unknown"]
      let isUsable = outcome.status != 64 && !complaints.contains { outcome.errors.contains($0) }
      #expect(isUsable, "\(example): \(outcome)")
    }
  }

  @Test(arguments: [
    (["stauts"], "unknown subcommand 'stauts'; did you mean 'status'?"),
    (["--socket", "/nowhere", "--json", "swpie", "left"], "unknown subcommand 'swpie'; did you mean 'swipe'?"),
    (["re-move", "0"], "unknown subcommand 're-move'; did you mean 'remove'?"),
    (["frobnicate"], "unknown subcommand 'frobnicate'; 'deckctl --help' lists them."),
    (["help", "wach"], "unknown subcommand 'wach'; did you mean 'watch'?"),
    (["help", "nosuch"], "unknown subcommand 'nosuch'; 'deckctl --help' lists them."),
  ])
  func `names the nearest subcommand for one that it does not have`(arguments: [String], message: String) throws {
    let outcome = try run("deckctl", arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("Error: \(message)\n"), "\(outcome.errors)")
  }

  @Test(arguments: [["help"], ["help", "status"], ["help", "help"], ["status", "--help"], [], ["--socket", "x"]])
  func `still has the help of each`(arguments: [String]) throws {
    let outcome = try run("deckctl", arguments)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.contains("USAGE: deckctl"))
  }
}
