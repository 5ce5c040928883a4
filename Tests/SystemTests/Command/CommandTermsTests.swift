import Foundation
import Testing

/// Every command of deckctl that sends a request, with arguments that the daemon refuses.
private struct RefusedCommand: CustomTestStringConvertible, Sendable {
  var arguments: [String]
  /// The message that the error must contain.
  var message: String

  init(_ arguments: String..., message: String) {
    (self.arguments, self.message) = (arguments, message)
  }

  var testDescription: String { arguments.joined(separator: " ") }

  static let all = [
    RefusedCommand("swipe", "up", "--deck", "main", message: "card-0 cannot be swiped up (<direction>); expected"),
    RefusedCommand("swipe", "left", "--deck", "x", message: #"unknown deck "x" (--deck); expected one of main, pile"#),
    RefusedCommand("undo", "--deck", "main", message: "there is nothing to undo; expected"),
    RefusedCommand("undo", message: "which deck? (--deck); expected one of main, pile"),
    RefusedCommand(
      "select",
      "card-3",
      "--deck",
      "main",
      message: #""card-3" is not in front (<card>); expected card-0"#
    ),
    RefusedCommand("select", "x", "--deck", "main", message: #"there is no card "x" (<card>); expected card-0"#),
    RefusedCommand("select", "x", "--deck", "pile", message: #"there is no card "x" (<card>); expected"#),
    RefusedCommand("dismiss", "--deck", "pile", message: "no card is open; expected"),
    RefusedCommand("dismiss", "--deck", "pile", message: "deckctl select opens one"),
    RefusedCommand("bounce", "--deck", "main", message: "a swipe deck cannot do that; expected"),
    RefusedCommand("scroll", "--card", "x", "--deck", "pile", message: #"there is no card "x" (--card); expected"#),
    RefusedCommand("appear", "--deck", "x", message: #"unknown deck "x" (--deck)"#),
    RefusedCommand("reset", "--deck", "x", message: #"unknown deck "x" (--deck)"#),
    RefusedCommand("load", "--current", "11", "--deck", "main", message: "--current is 11; expected 0 to 10"),
    RefusedCommand("load", "--current", "1", "--deck", "pile", message: "--current is 1; expected 0: a stack shows"),
    RefusedCommand("load", "--keep", "--deck", "x", message: #"unknown deck "x" (--deck)"#),
    RefusedCommand("insert", "FILE", "--at", "11", "--deck", "main", message: "--at is 11; expected 0 to 10"),
    RefusedCommand("insert", "FILE", "--deck", "main", message: #"there is a card "card-3" already"#),
    RefusedCommand("update", "FILE", "--deck", "main", message: #"there is no card "new""#),
    RefusedCommand("update", "FILE", "--deck", "main", message: "deckctl insert adds cards"),
    RefusedCommand("remove", "99", "--deck", "main", message: "<at> is 99; expected the index of a card"),
    RefusedCommand("remove", "8", "--count", "3", "--deck", "main", message: "--count is 3; expected 1 to 2"),
    RefusedCommand("move", "x", "0", "--deck", "pile", message: #"there is no card "x" (<card>); expected"#),
    RefusedCommand("move", "card-1", "99", "--deck", "pile", message: "<to> is 99; expected the index of a card"),
    RefusedCommand("loaded", "card-1", "x", "--deck", "main", message: #"there is no card "x" (<cards>); expected"#),
    RefusedCommand("configure", "main", "visble=3", message: #"unknown key (visble); expected the name of a setting"#),
    RefusedCommand("configure", "main", "visible=0", message: "0 is out of range (visible); expected"),
    RefusedCommand("configure", "main", "a b; c=0", message: "unknown key (a b; c); expected"),
    RefusedCommand("surface", "--refresh", "50", message: "which surface? (<surface>); expected one of s, t"),
    RefusedCommand("surface", "x", "--rotation", "90", message: #"unknown surface "x" (<surface>); expected"#),
    RefusedCommand("cards", "--from", "11", "--deck", "main", message: "--from is 11; expected 0 to 10"),
    RefusedCommand("settings", "--deck", "x", message: #"unknown deck "x" (--deck)"#),
    RefusedCommand("cards", message: "which deck? (--deck); expected one of main, pile"),
    RefusedCommand("watch", "--deck", "x", message: #"unknown deck "x" (--deck); expected one of main, pile"#),
    RefusedCommand("explain", "--live", "--deck", "x", message: #"unknown deck "x" (--deck)"#),
    RefusedCommand("status", "--deck", "x", message: #"there is no deck "x"; there is main, pile"#),
  ]
}

@Suite
struct `An error of deckctl` {
  private let daemon: LoneDaemon

  init() throws {
    daemon = try LoneDaemon(
      configuration: """
        [[surfaces]]
        name = "s"
        [[surfaces]]
        name = "t"
        [[decks]]
        id = "main"
        surface = "s"
        [[decks]]
        id = "pile"
        preset = "wallet"
        surface = "t"
        """
    )
    let cards = daemon.folder.appending(path: "cards.json")
    try Data(#"[{"id":"new"},{"id":"card-3"}]"#.utf8).write(to: cards)
  }

  @Test
  func `is in the terms of the command line`() throws {
    let file = daemon.folder.appending(path: "cards.json").path
    for command in RefusedCommand.all {
      let arguments = command.arguments.map { $0 == "FILE" ? file : $0 }
      let outcome = try run("deckctl", arguments + ["--socket", daemon.socket])
      #expect(outcome.status == 1 && outcome.output.isEmpty, "\(command.testDescription)")
      #expect(outcome.errors.contains(command.message), "\(command.testDescription): \(outcome.errors)")
      for term in ["params", "deck.insert", "deck.select"] {
        #expect(!outcome.errors.contains(term), "\(command.testDescription): \(outcome.errors)")
      }
    }
  }

  @Test
  func `names the control socket to one that may only observe`() throws {
    let observing = daemon.socket.replacing("deckd.sock", with: "deckd-observe.sock")
    let outcome = try run("deckctl", ["undo", "--socket", observing])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains(daemon.socket) && !outcome.errors.contains("(method)"), "\(outcome.errors)")
  }
}
