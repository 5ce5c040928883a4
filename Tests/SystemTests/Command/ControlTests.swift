import DeckProtocol
import Foundation
import TestSupport
import Testing

extension LoneDaemon {
  /// Runs `deckctl` on the daemon's socket.
  fileprivate func control(_ arguments: String...) throws -> Outcome {
    try run("deckctl", arguments + ["--socket", socket])
  }
}

@Suite
struct `deckctl` {
  @Test
  func `tells the status, and moves the deck`() throws {
    let daemon = try LoneDaemon(configuration: Workshop.swipeclean)
    let asking = try RunningProgram("deckctl", ["status", "--socket", daemon.socket])
    let first = try asking.outcome()
    #expect(first.status == 0)
    let head = "deckd \(ReleaseVersion.current) at \(daemon.socket), up "
    #expect(first.lines.first?.hasPrefix(head) == true && first.lines.first?.hasSuffix(" s") == true)
    #expect(
      first.lines.dropFirst() == [
        "configuration  \(daemon.folder.path)/deckd.toml",
        "state          not kept across restarts (--state-dir)",
        "panel          none",
        "surface        main 400×800 pt, 60 Hz",
        "client         process \(asking.number) of user \(getuid()), control",
        "main  swipe/swipeclean  card-0 in front, 1 of 10  rest  event 2  round active",
      ]
    )
    #expect(try daemon.control("status", "--deck", "main").lines == first.lines.suffix(1))
    let swipe = try daemon.control("swipe", "right")
    #expect(swipe.status == 0 && swipe.output == "done, event 3\n")
    try wait(for: "the next card to rest") {
      try daemon.control("status").output.contains("card-1 in front, 2 of 10  rest  event 4")
    }
    let reset = try daemon.control("reset", "--deck", "main")
    #expect(reset.status == 0 && reset.output == "done, event 6\n")
    #expect(try daemon.control("status").output.contains("card-0 in front, 1 of 10  rest  event 6"))
  }

  @Test
  func `names what fingers do for each gesture of a surface, and where`() throws {
    let daemon = try LoneDaemon(
      configuration: """
        decks = []
        gestures = [
          { name = "home", do = "swipe up", from = "bottom" },
          { name = "back", do = "swipe", from = "top left" },
          { name = "menu", do = "double tap", fingers = 3 },
          { name = "lamp", do = "hold", from = [0, 0.25, 0.5, 0.5] },
          { name = "overview", do = "pinch in" },
        ]
        """
    )
    let lines = try daemon.control("status").lines.filter { $0.contains(" gesture ") }
    #expect(
      lines.map { $0.trimmingCharacters(in: .whitespaces) } == [
        "gesture home, swipe up from the bottom with 1 finger",
        "gesture back, swipe from the top left with 1 finger",
        "gesture menu, double tap with 3 fingers",
        "gesture lamp, hold in [0, 0.25, 0.5, 0.5] with 1 finger",
        "gesture overview, pinch in with 2 fingers",
      ]
    )
  }

  @Test
  func `tells the status in the daemon's own words`() throws {
    let daemon = try LoneDaemon()
    let status = try daemon.control("status", "--json")
    #expect(status.status == 0)
    #expect(status.lines.count == 2)
    try SchemaValidator.expectValid(status.lines.map { #"{"jsonrpc":"2.0","id":1,"result":\#($0)}"# })
    let answer = try LiveClient(daemon).ask("deck.get")
    #expect(answer.hasSuffix(#""result":\#(status.lines.last ?? "")}"#))
  }

  @Test
  func `tells who is connected, what waits for the client, and where the state is`() throws {
    let daemon = try LoneDaemon(configuration: Workshop.swipeclean, keepsState: true)
    let client = try LiveClient(daemon)
    try client.ask("hello", #"{"client":"kiosk"}"#)
    try client.ask("subscribe", #"{"deck":"*","topics":["events"]}"#)
    try client.ask("deck.swipe", #"{"direction":"left"}"#)
    let status = try daemon.control("status")
    #expect(status.lines.contains("state          \(daemon.folder.path)/state, up to event 3"), "\(status.output)")
    let line = "client         \"kiosk\", process \(getpid()) of user \(getuid()), control, subscribes to main"
    #expect(status.lines.contains(line), "\(status.output)")
    #expect(status.lines.last?.hasSuffix("round active  1 to undo") == true)
  }

  @Test
  func `swipes and takes back only the card that it names`() throws {
    let daemon = try LoneDaemon()
    let late = try daemon.control("swipe", "left", "--card", "card-1")
    #expect(late.status == 1)
    #expect(late.errors.contains(#""card-1" is not in front (--card); expected card-0"#), "\(late.errors)")
    #expect(try daemon.control("swipe", "left", "--card", "card-0").output == "done, event 3\n")
    let other = try daemon.control("undo", "--card", "card-1")
    #expect(other.status == 1)
    #expect(other.errors.contains(#"the last decision is not about "card-1" (--card); expected card-0"#))
    #expect(try daemon.control("undo", "--card", "card-0").status == 0)
  }

  @Test
  func `tells a deck without cards from others`() throws {
    let daemon = try LoneDaemon(configuration: "[[surfaces]]\nname = \"s\"\n[[decks]]\nid = \"a\"\ncount = 0\n")
    #expect(try daemon.control("status").output.contains("a  swipe/natural  no cards  rest"))
  }

  @Test
  func `names what is wrong as the command line does, and once`() throws {
    let daemon = try LoneDaemon(
      configuration: """
        [[surfaces]]
        name = "wall"
        [[surfaces]]
        name = "desk"
        [[decks]]
        id = "a"
        surface = "wall"
        [[decks]]
        id = "b"
        surface = "desk"
        """
    )
    #expect(try daemon.control("undo").errors == "Error: which deck? (--deck); expected one of a, b\n")
    #expect(
      try daemon.control("surface", "--refresh", "50").errors
        == "Error: which surface? (<surface>); expected one of wall, desk\n"
    )
    #expect(try daemon.control("surface", "desk", "--refresh", "50").status == 0)
    // A surface may belong to several decks.
    #expect(try daemon.control("surface", "desk", "--refresh", "50", "--deck", "b").status == 64)
    #expect(
      try daemon.control("loaded", "card-0", "x", "--deck", "a").errors
        == "Error: there is no card \"x\" (<cards>); expected the id of a card of the deck; deckctl insert adds cards\n"
    )
    let file = daemon.folder.appending(path: "cards.json")
    try Data(#"[{"id":"a"},{"id":"a"}]"#.utf8).write(to: file)
    #expect(
      try daemon.control("load", file.path, "--deck", "a").errors
        == "Error: \(file.path):1:19: card 1 (id) is wrong; expected an id of its own, not \"a\" again\n"
    )
  }

  @Test
  func `says that there is no deck rather than asking which one`() throws {
    let daemon = try LoneDaemon(configuration: "decks = []\n")
    let undo = try run("deckctl", ["undo", "--socket", daemon.socket])
    #expect(undo.errors == "Error: there is no deck (--deck); expected a [[decks]] entry in the configuration\n")
  }

  @Test(arguments: [("deckctl", ["status"]), ("deckd", ["--seat", "nobody"])])
  func `and the daemon take no empty path for a socket`(program: String, arguments: [String]) throws {
    let outcome = try run(program, arguments + ["--socket", ""])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--socket: expected the path of a socket, not an empty one."))
  }

  @Test(arguments: [
    ("deckd", ["/x.toml"], "unexpected argument '/x.toml'; a configuration is read with --config /x.toml"),
    ("deckd", ["--sock", "/x"], "Unknown option '--sock'. Did you mean '--socket'?"),
    (
      "deckd-web", ["page"],
      "unexpected argument 'page'; --assets serves a page's folder, and --files one of photographs"
    ),
    ("deckctl", ["load", "photos", "page"], "Unexpected argument 'page'; --deck names a deck"),
  ])
  func `and the other programs say which option was meant`(program: String, arguments: [String], error: String) throws {
    let outcome = try run(program, arguments)
    #expect(outcome.status == 64 && outcome.errors.hasPrefix("Error: \(error)\n"))
  }

  @Test
  func `and the daemon take no empty name for a seat, on which no panel would ever be`() throws {
    let outcome = try run("deckd", ["--seat", ""])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--seat: expected the name of a seat, such as seat0, not an empty one."))
  }

  @Test
  func `scrolls a stack to its ends, and no farther`() throws {
    let daemon = try LoneDaemon(
      configuration: "[[surfaces]]\nname = \"s\"\n[[decks]]\nid = \"a\"\npreset = \"wallet\"\ncount = 40\n"
    )
    let client = try LiveClient(daemon)
    try client.ask("subscribe", #"{"topics":["frames"]}"#)
    func scroll(to offset: String) throws -> Int32 {
      try run("deckctl", ["scroll", "--socket", daemon.socket, "--", offset]).status
    }
    // The first card is the lowest one of a wallet.
    #expect(try scroll(to: "1000000000") == 0)
    #expect(Picture(try client.frame("rest"))?.cards.contains { $0.id == "card-0" } == true)
    #expect(try scroll(to: "-100") == 0)
    #expect(Picture(try client.frame("rest"))?.cards.contains { $0.id == "card-0" } == false)
    #expect(try scroll(to: "1000000001") == 64)
  }

  @Test
  func `passes on what the daemon refuses`() throws {
    let daemon = try LoneDaemon()
    let up = try daemon.control("swipe", "up")
    #expect(up.status == 1)
    #expect(up.errors == "Error: card-0 cannot be swiped up (<direction>); expected one of left, right\n")
    let deck = try daemon.control("reset", "--deck", "x")
    #expect(deck.status == 1)
    #expect(deck.errors.contains(#"unknown deck "x" (--deck); expected one of main"#))
    #expect(try daemon.control("status", "--deck", "x").errors.contains(#"there is no deck "x"; there is main"#))
    let sideways = try daemon.control("swipe", "sideways")
    #expect(sideways.status == 64)
    #expect(sideways.errors.contains("expected one of left, right, up, down"))
  }

  @Test(arguments: [
    ["status"], ["cards"], ["watch"], ["swipe", "left"], ["undo"], ["select"], ["appear"], ["reset"], ["load"],
    ["remove", "0"], ["move", "card-1", "0"], ["dismiss"], ["bounce"], ["scroll", "0"],
  ])
  func `says what to do where no daemon is running`(arguments: [String]) throws {
    let outcome = try run("deckctl", arguments + ["--socket", "/tmp/nobody/deckd.sock"])
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("deckd is not running: nobody answers on /tmp/nobody/deckd.sock; start it, a "))
  }
}
