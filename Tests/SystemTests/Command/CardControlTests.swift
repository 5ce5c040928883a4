import Foundation
import TestSupport
import Testing

@Suite
struct `deckctl on a deck's cards` {
  private let daemon: LoneDaemon

  init() throws {
    daemon = try LoneDaemon()
  }

  private func control(_ arguments: String...) throws -> Outcome {
    try run("deckctl", arguments + ["--socket", daemon.socket])
  }

  /// Writes a file into the daemon's folder; returns its path.
  private func file(_ text: String, _ name: String = "cards.json") throws -> String {
    let file = daemon.folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// Waits until nothing moves; returns the deck's status.
  private func settled() throws -> String {
    try wait(for: "the deck to rest") { try control("status").output.contains("  rest  ") }
    return try #require(try control("status").lines.last)
  }

  @Test
  func `divide what a lowered limit does not take at once, whichever subcommand sends it`() throws {
    let daemon = try LoneDaemon(configuration: "limits.line = 1024\n" + Workshop.swipeclean)
    let cards = (0..<40).map { #"{"id":"card number \#($0)","data":"\#(String(repeating: "x", count: 50))"}"# }
    let load = ["call", "deck.load", #"cards=[\#(cards.joined(separator: ","))]"#, "--socket", daemon.socket]
    let outcome = try run("deckctl", load)
    #expect(outcome.status == 0, "\(outcome)")
    let loaded = try run("deckctl", ["loaded", "--socket", daemon.socket] + (0..<40).map { "card number \($0)" })
    #expect(loaded.status == 0, "\(loaded)")
    let status = try run("deckctl", ["status", "--socket", daemon.socket])
    #expect(status.output.contains("card number 0 in front, 1 of 40"), "\(status)")
  }

  @Test
  func `takes decisions back, and says how many are left`() throws {
    _ = try control("swipe", "right")
    _ = try control("swipe", "left")
    #expect(try settled().hasSuffix("  2 to undo"))
    let undo = try control("undo")
    #expect(undo.status == 0 && undo.output.hasPrefix("done, event "))
    #expect(try settled().contains("card-1 in front, 2 of 10"))
    #expect(try settled().hasSuffix("  1 to undo"))
    _ = try control("undo", "--deck", "main")
    #expect(try !settled().contains("to undo"))
    let nothing = try control("undo")
    #expect(nothing.status == 1 && nothing.output.isEmpty && nothing.errors.hasPrefix("Error: "))
  }

  @Test
  func `loads cards from a file, from standard input and from the configuration`() throws {
    // On several lines, as files are usually written.
    let path = try file("[\n  {\"id\": \"a\", \"data\": {\n    \"title\": \"Sea\"\n  }},\n  {\"id\": \"b\"}\n]\n")
    #expect(try control("load", path, "--current", "1").status == 0)
    #expect(try settled().contains("b in front, 2 of 2"))
    let piped = try run(
      "/bin/sh",
      ["-c", #"echo '[{"id":"c","data":[1]}]' | "$1" load - --socket "$2""#, "sh"]
        + [Workshop.programs.appending(path: "deckctl").path, daemon.socket]
    )
    #expect(piped.status == 0, "\(piped.errors)")
    #expect(try settled().contains("c in front, 1 of 1"))
    #expect(try control("status", "--json").output.contains(#""data":[1]}"#))
    let configured = try control("load")
    #expect(configured.status == 0 && configured.errors.contains("the cards of its configuration"), "\(configured)")
    #expect(try settled().contains("card-0 in front, 1 of 10"))
  }

  @Test
  func `loads the pictures of a folder`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let empty = try control("load", folder.path)
    #expect(empty.status == 1 && empty.errors.contains("no picture; expected files that end in .avif"))
    for name in ["Lake 1%.JPG", "b.png", "notes.txt", ".hidden.jpg"] {
      try Data().write(to: folder.appending(path: name))
    }
    let folders = folder.appending(path: "folder.jpg")
    try FileManager.default.createDirectory(at: folders, withIntermediateDirectories: false)
    try Data().write(to: folder.appending(path: "new\nline.jpg"))
    let loaded = try control("load", folder.path)
    #expect(loaded.status == 0)
    #expect(loaded.errors.contains(#"2 pictures; left out: "folder.jpg", "new\nline.jpg", "notes.txt""#), "\(loaded)")
    let cards = try control("cards", "--json").output
    let lake = #""id":"Lake 1%.JPG","data":{"title":"Lake 1%","image":"/files/Lake%201%25.JPG"}"#
    #expect(cards.contains(lake), "\(cards)")
    #expect(cards.contains(#""id":"b.png""#) && !cards.contains("notes") && !cards.contains("hidden"))
  }

  @Test
  func `puts cards in, takes them out, changes them and lays them out anew`() throws {
    let cards = try file(#"[{"id":"x"},{"id":"y"}]"#)
    #expect(try control("insert", cards, "--at", "0").status == 0)
    #expect(try settled().contains(" of 12  rest"))
    #expect(try control("update", try file(#"[{"id":"x","data":"new"}]"#, "x.json")).status == 0)
    #expect(try control("remove", "0", "--count", "2").status == 0)
    #expect(try control("remove", "9").status == 0)
    #expect(try settled().contains("card-0 in front, 1 of 9"))
    #expect(try control("load", "--keep", cards).status == 0)
    #expect(try settled().contains("x in front, 1 of 2"))
    #expect(try control("select", "x").status == 0)
    #expect(try control("appear").status == 0)
    #expect(try control("load", "--keep").status == 0)
  }

  @Test
  func `prints the daemon's own answer when it is asked to`() throws {
    let cards = try file(#"[{"id":"x"}]"#)
    let commands = [
      ["swipe", "left"], ["undo"], ["select"], ["appear"], ["reset"], ["load", cards], ["load", "--keep"],
      ["update", cards], ["remove", "0"], ["insert", cards],
    ]
    let answers = try commands.map { command in
      let outcome = try run("deckctl", command + ["--json", "--socket", daemon.socket])
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
      return outcome.output.trimmingCharacters(in: .newlines)
    }
    #expect(answers.allSatisfy { $0.hasPrefix(#"{"seq":"#) })
    try SchemaValidator.expectValid(answers.map { #"{"jsonrpc":"2.0","id":1,"result":\#($0)}"# })
  }

  @Test(
    arguments: [
      (["move", "card-1", "0"], "stack or carousel"), (["scroll", "100"], "stack or carousel"),
      (["scroll", "--card", "card-1"], "stack or carousel"), (["bounce"], "stack"),
    ] as [([String], String)]
  )
  func `passes on that a swipe deck cannot do what other kinds can`(arguments: [String], kinds: String) throws {
    let outcome = try run("deckctl", arguments + ["--socket", daemon.socket])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(
      outcome.errors == "Error: a swipe deck cannot do that; expected a deck of the kind \(kinds)\n"
    )
  }

  @Test
  func `says what is wrong with a file`() throws {
    let missing = try control("load", "/nowhere/cards.json")
    #expect(missing.status == 1)
    #expect(
      missing.errors
        == "Error: /nowhere/cards.json: No such file or directory; expected the path of a file that is there\n"
    )
    let path = try file(#"[{"id":"a"},{"id":"b","allowed":["up","east"]}]"#)
    #expect(try control("load", "a.png").errors.contains("expected a JSON file, or the folder of the pictures"))
    let wrong = try control("load", path)
    #expect(wrong.status == 1)
    #expect(
      wrong.errors.hasPrefix("Error: \(path):1:39: card 1 (allowed[1]) is wrong; expected one of left, right, up")
    )
  }

  @Test(
    arguments: [
      (["load", "--current", "-1"], "--current"), (["insert", "-", "--at", "-2"], "--at"),
      (["remove", "0", "--count", "0"], "--count"), (["remove", "9223372036854775807"], "<at>"),
      (["remove", "0", "--count", "9223372036854775807"], "--count"), (["remove"], "at"), (["insert"], "file"),
      (["update"], "file"),
      (["undo", "2"], "2"), (["move", "card-1"], "to"), (["move", "card-1", "-1"], "<to>"),
      (["move", "a", "b"], "to"),
      (["scroll"], "either points or --card"), (["scroll", "1", "--card", "a"], "either points or --card"),
      (["scroll", "nan"], "<to>: expected -1000000000 to 1000000000 points"),
      (["scroll", "card-7"], "a card is --card card-7"),
      (["dismiss", "card-1"], "card-1"),
      (["bounce", "2"], "2"), (["configure", "preset=koloda"], "named in the configuration"),
    ] as [([String], String)]
  )
  func `refuses a wrong command line as such`(arguments: [String], named: String) throws {
    let outcome = try run("deckctl", arguments + ["--socket", daemon.socket])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(named))
  }

  @Test(arguments: [
    "swipe", "undo", "select", "dismiss", "bounce", "scroll", "appear", "reset", "load", "insert", "remove", "update",
    "move",
  ])
  func `has help with an example`(command: String) throws {
    let help = try run("deckctl", [command, "--help"])
    #expect(help.status == 0)
    #expect(help.output.contains("Example: "))
    #expect(help.output.contains("deckctl \(command)"))
  }

  @Test
  func `shows a watcher where cards are put in and taken out`() throws {
    let watching = try RunningProgram(
      "deckctl",
      ["watch", "--format", "plain", "--until", "deck.rewound", "--timeout", "\(patience)", "--socket", daemon.socket]
    )
    try wait(for: "deckctl to watch") { try watching.output.contains("deck main") }
    _ = try control("insert", try file(#"[{"id":"x"}]"#), "--at", "4")
    _ = try control("remove", "4")
    _ = try control("swipe", "right")
    _ = try control("undo")
    let watched = try watching.outcome()
    #expect(watched.status == 0, "\(watched.errors)")
    #expect(watched.lines.contains { $0.hasSuffix(" s  event card.inserted x at 4") })
    #expect(watched.lines.contains { $0.hasSuffix(" s  event card.removed x at 4") })
    #expect(watched.lines.last?.hasSuffix(" s  event deck.rewound card-0 right") == true)
  }
}
