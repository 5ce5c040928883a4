import DeckProtocol
import Foundation
import TestSupport
import Testing

@Suite
struct `deckctl watch` {
  @Test
  func `names the topic that a misspelled one may mean, at the end`() throws {
    let outcome = try run("deckctl", ["watch", "--topics", "evnts"])
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.contains(#", not "evnts"; did you mean "events"?"#) && !outcome.errors.contains("?,"),
      "\(outcome.errors)"
    )
  }

  /// Runs `deckctl watch` until a card is swiped, which happens only after it has shown a frame.
  private static func watch(_ arguments: String...) throws -> Outcome {
    let daemon = try LoneDaemon(configuration: Workshop.swipeclean + "settings.depth.offset = 24")
    let common = ["watch", "--socket", daemon.socket, "--topics", "events,frames", "--until", "card.swiped"]
    let watching = try RunningProgram("deckctl", common + ["--timeout", "\(patience)"] + arguments)
    let client = try LiveClient(daemon)
    try wait(for: "a frame") {
      try client.ask("deck.reset")
      return try watching.output.contains("frame")
    }
    try client.ask("deck.swipe", #"{"direction":"left"}"#)
    return try watching.outcome()
  }

  @Test
  func `prints the daemon's notifications until the one that is waited for`() throws {
    let watched = try Self.watch("--format", "json")
    #expect(watched.status == 0, "\(watched.errors)")
    try SchemaValidator.expectValid(watched.lines)
    let swiped = watched.lines.filter { $0.contains(#""type":"card.swiped""#) }
    #expect(swiped.count == 1 && swiped.last == watched.lines.last)
    #expect(watched.lines.allSatisfy { $0.contains(#""method":"event""#) || $0.contains(#""method":"frame""#) })
  }

  @Test
  func `prints lines for a person until the event that is waited for`() throws {
    let watched = try Self.watch("--format", "plain", "--rate", "30")
    #expect(watched.status == 0, "\(watched.errors)")
    #expect(watched.lines.first == "deck main, card-0 in front, 10 cards")
    #expect(watched.lines.contains { $0.hasSuffix(" s  event card.shown card-0") })
    #expect(watched.lines.contains { $0.contains(" s  frame rest: card-0 front 20,160; card-1 behind 20,184") })
    #expect(watched.lines.last?.hasSuffix(" s  event card.swiped card-0 left delete") == true)
  }

  @Test
  func `shows more decks than a connection may subscribe to one by one`() throws {
    let decks = (0..<64).map { "[[decks]]\nid = \"d\($0)\"\ncount = 0\n" }.joined()
    let daemon = try LoneDaemon(configuration: decks)
    let common = ["--socket", daemon.socket, "--format", "plain", "--timeout", "\(patience)"]
    let options = common + ["--topics", "events,prefetch"]
    let watching = try RunningProgram("deckctl", ["watch"] + options + ["--until", "deck.loaded"])
    try wait(for: "deckctl to watch") { try watching.output.contains("deck d63, ") }
    let status = try run("deckctl", ["status", "--socket", daemon.socket])
    #expect(status.output.contains("d3  swipe/natural  no cards"))
    let client = try LiveClient(daemon)
    try client.ask("deck.load", #"{"deck":"d63","cards":[{"id":"a"}]}"#)
    let watched = try watching.outcome()
    #expect(watched.status == 0, "\(watched.errors)")
    #expect(!watched.lines.contains { $0.contains("; ;") || $0.hasSuffix("; ") || $0.contains("prefetch load ;") })
  }

  @Test
  func `shows all decks, and those that a reload adds`() throws {
    let one = "[[surfaces]]\nname = \"s\"\n[[decks]]\nid = \"main\"\n"
    let daemon = try LoneDaemon(configuration: one)
    let options = ["watch", "--socket", daemon.socket, "--format", "plain", "--timeout", "\(patience)"]
    let watching = try RunningProgram("deckctl", options + ["--until", "card.selected"])
    try wait(for: "deckctl to watch") { try watching.output.contains("deck main") }
    try daemon.configure(one + "[[decks]]\nid = \"pile\"\npreset = \"fan\"\n")
    let client = try LiveClient(daemon)
    try client.ask("daemon.reload")
    try client.ask("deck.swipe", #"{"deck":"main","direction":"left"}"#)
    try wait(for: "the stack to appear") { try client.ask("deck.get", #"{"deck":"pile"}"#).contains(#""rest""#) }
    try client.ask("deck.select", #"{"deck":"pile","card":"card-0"}"#)
    let watched = try watching.outcome()
    #expect(watched.status == 0, "\(watched.errors)")
    #expect(watched.lines.contains { $0.hasSuffix(" s  pile  event deck.added stack fan") }, "\(watched.output)")
    #expect(watched.lines.contains { $0.hasSuffix(" s  main  event card.swiped card-0 left") })
    #expect(watched.lines.last?.hasSuffix(" s  pile  event card.selected card-0") == true)
  }

  @Test
  func `resumes after the last event when the daemon restarts`() throws {
    let daemon = try LoneDaemon(keepsState: true)
    #expect(daemon.stop() == 0)
    let options = [
      "watch", "--socket", daemon.socket, "--format", "json", "--timeout", "\(patience)", "--until", "deck.rewound",
    ]
    let watching = try RunningProgram("deckctl", options + ["--reconnect"])
    // It may be started before the daemon.
    try wait(for: "deckctl to wait") { try watching.errors.contains("nobody answers on") }
    try daemon.start()
    func isWatching(_ client: LiveClient) throws -> Bool {
      try client.ask("daemon.status").contains(#""subscriptions":["main"]"#)
    }
    let before = try LiveClient(daemon)
    try wait(for: "deckctl to subscribe") { try isWatching(before) }
    try before.ask("deck.swipe", #"{"direction":"left"}"#)
    try before.ask("deck.swipe", #"{"direction":"right"}"#)
    #expect(daemon.stop() == 0)
    try daemon.start()
    let after = try LiveClient(daemon)
    try after.ask("deck.undo")
    let watched = try watching.outcome()
    #expect(watched.status == 0, "\(watched.errors)")
    let numbers = watched.lines.compactMap { $0.number("seq") }
    let first = try #require(numbers.first)
    #expect(numbers == (0..<numbers.count).map { first + Int64($0) }, "\(watched.output)")
    #expect(watched.lines.count { $0.contains("card.swiped") } == 2)
    #expect(watched.errors.contains("the daemon closed the connection; waiting for the daemon"))
  }

  @Test
  func `shows first what came after an event`() throws {
    let daemon = try LoneDaemon(keepsState: true)
    try LiveClient(daemon).ask("deck.swipe", #"{"direction":"left"}"#)
    let base = ["watch", "--socket", daemon.socket, "--format", "json", "--timeout", "\(patience)"]
    let kept = try run("deckctl", base + ["--since", "2", "--until", "card.swiped"])
    #expect(kept.status == 0 && kept.lines.first?.number("seq") == 3)
    let other = try LoneDaemon()
    let options = ["watch", "--socket", other.socket, "--timeout", "0.2", "--since", "1"]
    let lost = try run("deckctl", options)
    #expect(lost.status == 0 && lost.output.isEmpty)
    #expect(lost.errors.contains("note: the daemon does not have the events after 1"), "\(lost.errors)")
  }

  @Test
  func `ends in peace after its time`() throws {
    let daemon = try LoneDaemon()
    let ended = try run("deckctl", ["watch", "--socket", daemon.socket, "--timeout", "0.1"])
    #expect(ended.status == 0 && ended.errors.isEmpty)
    let nothing = try run("deckctl", ["watch", "--topics", "frames", "--until", "card.swiped"])
    #expect(nothing.status == 64 && nothing.errors.contains("--until: expected events among --topics."))
  }

  @Test
  func `draws a line for each deck in a terminal, in color where that is wanted`() throws {
    let daemon = try LoneDaemon(configuration: Workshop.swipeclean)
    func watch(_ environment: [String: String]) throws -> String {
      let options = "--socket \(daemon.socket) --until card.swiped --timeout \(patience)"
      let command = "\(Workshop.programs.path)/deckctl watch \(options)"
      // `script` gives the program a terminal.
      let watching = try RunningProgram("/usr/bin/script", ["-qec", command, "/dev/null"], environment: environment)
      let client = try LiveClient(daemon)
      try wait(for: "deckctl to draw") {
        try client.ask("deck.reset")
        return try watching.output.contains("#---")
      }
      try client.ask("deck.swipe", #"{"direction":"left"}"#)
      return try watching.outcome().output
    }
    let colored = try watch(["TERM": "xterm", "NO_COLOR": ""])
    #expect(colored.contains("event \u{1B}[1;32mcard.swiped\u{1B}[0m card-0 left delete"), "\(colored)")
    #expect(colored.contains("[----------------#----------------] card-0 0,0 pt 0° rest"), "\(colored)")
    let plain = try watch(["TERM": "xterm", "NO_COLOR": "1"])
    #expect(plain.contains("event card.swiped card-0 left delete"), "\(plain)")
  }

  @Test
  func `ends with an error when nothing comes in time, or the daemon goes`() throws {
    let daemon = try LoneDaemon()
    let base = ["watch", "--socket", daemon.socket, "--timeout"]
    let late = try run("deckctl", base + ["0.1", "--until", "card.swiped"])
    #expect(late.status == 3)
    #expect(late.errors == "Error: no card.swiped within 0.1 s\n")
    let wrong = try run("deckctl", base + ["0"])
    #expect(wrong.status == 64)
    let topics = try run("deckctl", base + ["1", "--topics", "events,dreams"])
    #expect(topics.status == 64)
    #expect(
      topics.errors.contains(
        "expected one of events, frames, motions, gestures, haptics, prefetch, touches, panels, not \"dreams\""
      )
    )
    let left = try RunningProgram("deckctl", base + ["30", "--format", "plain"])
    try wait(for: "deckctl to watch") { try left.output.contains("deck main") }
    daemon.stop()
    let gone = try left.outcome()
    #expect(gone.status == 2)
    #expect(gone.errors == "Error: \(daemon.socket): the daemon closed the connection\n")
  }
}
