import Foundation
import Glibc
import TestSupport
import Testing

extension LoneDaemon {
  /// Replaces the daemon's configuration file.
  func rewrite(_ configuration: String) throws {
    try Data(configuration.utf8).write(to: folder.appending(path: "deckd.toml"))
  }
}

@Suite
struct `A daemon that reads its configuration again` {
  private static let two = "[[decks]]\nid = \"main\"\nsettings.visible = 4\n[[decks]]\nid = \"other\"\n"

  @Test
  func `has other settings and decks, and the cards and decisions of before`() throws {
    let daemon = try LoneDaemon()
    let client = try LiveClient(daemon)
    try client.ask("subscribe", #"{"topics":["events","frames"]}"#)
    try client.ask("deck.swipe", #"{"direction":"left"}"#)
    try client.rest()
    try daemon.rewrite(Self.two + "settings.visible = 5\n[[decks]]\nid = \"third\"\npreset = \"fan\"\ncount = 2")
    let answer = try client.ask("daemon.reload")
    #expect(answer.contains(#""restart":[],"kept":[]"#))
    #expect(try client.ask("deck.list").contains(#"{"id":"third","kind":"stack","preset":"fan"}"#))
    let main = try client.ask("deck.get", #"{"deck":"main"}"#)
    #expect(main.number("current") == 1 && main.number("undoDepth") == 1 && main.number("visible") == 4)
    #expect(try client.ask("deck.get", #"{"deck":"other"}"#).number("visible") == 5)
    try client.ask("deck.undo", #"{"deck":"main"}"#)
    #expect(client.lines.contains { $0.contains(#""type":"deck.rewound""#) })
    #expect(client.eventNumbers == client.eventNumbers.sorted())
    #expect(client.frameNumbers == Array(1...Int64(client.frameNumbers.count)))
  }

  @Test
  func `does so on SIGHUP, as often as it comes`() throws {
    let daemon = try LoneDaemon()
    let client = try LiveClient(daemon)
    for visible in [5, 2, 4] {
      try daemon.rewrite("[[decks]]\nid = \"main\"\nsettings.visible = \(visible)")
      kill(daemon.number, SIGHUP)
      try wait(for: "the deck to show \(visible)") { try client.ask("deck.get").number("visible") == Int64(visible) }
    }
    #expect(daemon.log.contains("configuration reloaded"))
    #expect(daemon.stop() == 0)
  }

  @Test
  func `changes nothing when the file is broken, and says what is wrong by line`() throws {
    let daemon = try LoneDaemon()
    let client = try LiveClient(daemon)
    let before = try client.ask("deck.get")
    try daemon.rewrite("[[decks]]\nid = \"main\"\ncount = 3\nprest = \"koloda\"\nsettings.visible = 99")
    let file = daemon.folder.appending(path: "deckd.toml").path
    let errors = [
      "\(file):4: decks[0].prest: unknown key; did you mean \"preset\"?",
      "\(file):5: decks[0].settings.visible: 99 is out of range; expected a whole number, 1…10 cards",
    ]
    let reload = try run("deckctl", ["reload", "--socket", daemon.socket])
    #expect(reload.status == 1 && reload.output.isEmpty)
    #expect(reload.errors.contains("the configuration has errors; nothing has changed (\(file):4)"))
    for error in errors { #expect(reload.errors.contains(error) && daemon.log.contains(error), "\(reload.errors)") }
    kill(daemon.number, SIGHUP)
    try wait(for: "the signal's errors") { daemon.log.components(separatedBy: errors[0]).count == 3 }
    try FileManager.default.removeItem(atPath: file)
    #expect(Refusal(try client.ask("daemon.reload"))?.expected.contains("No such file or directory") == true)
    #expect(mkfifo(file, 0o600) == 0)
    #expect(Refusal(try client.ask("daemon.reload"))?.expected.contains("not a file that can be read again") == true)
    #expect(try client.ask("deck.get") == before)
  }

  @Test
  func `sends who subscribed to a deck by its name its removal, and what happens after its return`() throws {
    let daemon = try LoneDaemon(configuration: Self.two)
    let client = try LiveClient(daemon)
    for deck in ["main", "other"] {
      try client.ask("subscribe", #"{"deck":"\#(deck)","topics":["events","frames"]}"#)
    }
    try client.ask("deck.swipe", #"{"deck":"other","direction":"right"}"#)
    try daemon.rewrite("")
    let answer = try client.ask("daemon.reload")
    let removed = try #require(client.lines.first { $0.contains(#""type":"deck.removed""#) })
    #expect(removed.contains(#""deck":"other""#))
    // The built-in deck remains.
    let configured = try #require(client.lines.last { $0.contains(#""type":"deck.configured""#) })
    #expect(configured.contains(#""deck":"main""#) && configured.contains(#""settings":{"visible":3}"#))
    #expect(configured.number("seq") == answer.number("seq"))
    let refusal = Refusal(try client.ask("deck.get", #"{"deck":"other"}"#))
    #expect(refusal == Refusal(code: -32602, field: "params.deck", expected: "one of main"))
    // The deck comes back unchanged, and its subscription continues.
    try daemon.rewrite(Self.two)
    try client.ask("daemon.reload")
    #expect(client.lines.contains { $0.contains(#""deck":"other","type":"deck.added""#) })
    let back = try client.ask("deck.get", #"{"deck":"other"}"#)
    #expect(back.number("current") == 1 && back.number("undoDepth") == 1)
    try client.ask("deck.swipe", #"{"deck":"other","direction":"left"}"#)
    try client.ask("deck.swipe", #"{"deck":"main","direction":"left"}"#)
    try client.event("card.shown")
    #expect(client.lines.contains { $0.contains(#""deck":"other","type":"card.swiped""#) && $0.contains("left") })
    // A subscription to an absent deck ends like others.
    try daemon.rewrite("")
    try client.ask("daemon.reload")
    #expect(try client.ask("unsubscribe", #"{"deck":"other"}"#).contains(#""result""#))
    try daemon.rewrite(Self.two)
    try client.ask("daemon.reload")
    #expect(client.lines.filter { $0.contains(#""deck":"other","type":"deck.added""#) }.count == 1)
    #expect(try client.ask("subscribe", #"{"deck":"other","topics":["events"]}"#).number("current") == 2)
  }

  @Test
  func `reads a deck's cards from their file, but for a deck that has others by now`() throws {
    let daemon = try LoneDaemon()
    let client = try LiveClient(daemon)
    let cards = daemon.folder.appending(path: "cards.json")
    try Data(#"[{"id":"a"},{"id":"b","data":{"n":1.50}}]"#.utf8).write(to: cards)
    try daemon.rewrite("[[decks]]\nid = \"main\"\ncardsFile = \"cards.json\"")
    #expect(try client.ask("daemon.reload").contains(#""kept":[]"#))
    #expect(try client.ask("deck.get").contains(#""data":{"n":1.50}"#))

    try client.ask("deck.load", #"{"cards":[{"id":"mine"}]}"#)
    try Data(#"[{"id":"c"}, {"id":"d"}, {"id":"e"}]"#.utf8).write(to: cards)
    let reload = try run("deckctl", ["reload", "--socket", daemon.socket])
    #expect(reload.lines.last == #"main keeps its cards; "deckctl load --deck main" shows those of the file"#)
    #expect(try client.ask("deck.get").number("count") == 1)
    try client.ask("deck.load")
    #expect(try client.ask("deck.get").number("count") == 3)

    // Without a reload in between.
    try Data("[".utf8).write(to: cards)
    let refusal = Refusal(try client.ask("deck.load"))
    #expect(refusal?.code == -32000 && refusal?.field == "params.cards")
    try Data(#"[{"id":"f"}]"#.utf8).write(to: cards)
    try client.ask("deck.load")
    #expect(try client.ask("deck.get").contains(#""id":"f""#))
    try Data(#"[{"id":"g"},{"id":"h"}]"#.utf8).write(to: cards)
    #expect(try client.ask("daemon.reload").contains(#""kept":[]"#))
    #expect(try client.ask("deck.get").number("count") == 2)
  }

  @Test
  func `changes its sockets' permissions, its limits and grants, and says what takes a restart`() throws {
    let daemon = try LoneDaemon()
    let client = try LiveClient(daemon)
    try daemon.rewrite(
      """
      socket = { mode = "0600", observe = { mode = "0640", name = "look.sock" } }
      limits = { cards = 5, line = 2048 }
      """
    )
    // The built-in deck, which is not in the file, has ten cards.
    #expect(try client.ask("daemon.reload").contains(#""restart":["socket.observe.name"]"#))
    #expect(daemon.log.contains("restart needed: socket.observe.name"))
    for (path, mode) in [(daemon.socket, 0o600), (daemon.observers.socket, 0o640)] {
      let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
      #expect(permissions?.intValue == mode)
    }
    #expect(Refusal(try client.ask("deck.insert", #"{"cards":[{"id":"x"}]}"#))?.field == "params.cards")
    let long = "{\"x\":\"\(String(repeating: "x", count: 3000))\"}"
    try client.send(long)
    #expect(Refusal(try client.next { $0.contains("\"error\"") })?.field == "jsonrpc")
    // The new line limit applies to connections that are made after the reload.
    let later = try LiveClient(daemon)
    try later.send(long)
    #expect(try later.next { $0.contains("\"error\"") }.contains("at most 2048 bytes (limits.line)"))
    #expect(try client.ask("daemon.reload").contains(#""restart":["socket.observe.name"]"#))

    try daemon.rewrite("socket.group = \"no-such-group\"\nsocket.mode = \"0666\"")
    #expect(Refusal(try client.ask("daemon.reload"))?.expected.contains("no-such-group") == true)
    try daemon.rewrite("access.injectUsers = [\"nobody-here\"]")
    #expect(Refusal(try client.ask("daemon.reload"))?.expected.contains("nobody-here") == true)
    let permissions = try FileManager.default.attributesOfItem(atPath: daemon.socket)[.posixPermissions] as? NSNumber
    #expect(permissions?.intValue == 0o600)
  }

  @Test
  func `says what was there before deckctl configure`() throws {
    let daemon = try LoneDaemon(configuration: Workshop.swipeclean)
    func configure(_ words: String...) throws -> [String] {
      Array(try run("deckctl", ["configure", "--socket", daemon.socket] + words).lines.dropFirst())
    }
    #expect(try configure("visible=4", "decision.left=no") == ["visible: 4, was 3", "decision.left: no, was delete"])
    #expect(try configure("main", "visible=null") == ["visible: 3, was 4"])
    let json = try run("deckctl", ["configure", "--json", "--socket", daemon.socket, "visible=5"])
    #expect(json.lines.count == 1 && json.output.hasPrefix("{"), "\(json)")
  }

  @Test
  func `keeps what was chosen with deckctl configure`() throws {
    let daemon = try LoneDaemon()
    let client = try LiveClient(daemon)
    func configure(_ words: String...) throws -> Outcome {
      try run("deckctl", ["configure", "--socket", daemon.socket] + words)
    }
    #expect(
      try configure("main", "commit.threshold=0.4", "decision.left=no", "loop=true", "depth.offset=1.6mm").status == 0
    )
    let chosen = [#""commit.threshold":0.4"#, #""decision.left":"no""#, #""loop":true"#, #""depth.offset":10.24"#]
    for setting in chosen { #expect(try client.ask("deck.get").contains(setting)) }
    try daemon.rewrite("[[decks]]\nid = \"main\"\nsettings.commit.threshold = 0.7\nsettings.visible = 4")
    try client.ask("daemon.reload")
    for setting in chosen + [#""visible":4"#] { #expect(try client.ask("deck.get").contains(setting)) }
    #expect(try configure("commit.threshold=null").status == 0)
    #expect(try client.ask("deck.get").contains(#""commit.threshold":0.7"#))

    let wrong = try configure("main", "loop=false", "commit.treshold=0.4")
    #expect(wrong.status == 1)
    #expect(
      wrong.errors.contains(
        #"(commit.treshold); expected the name of a setting; did you mean "commit.threshold"?"#
      )
    )
    #expect(try client.ask("deck.get").contains(#""loop":true"#))
    #expect(try configure("main").status == 64)
    #expect(try configure("main", "loop").status == 64)
  }
}

@Suite(.serialized, .enabled(if: Workshop.hasBed, Workshop.bedAbsence))
struct `A configuration that is read again under a finger` {
  private static let table = "[[surfaces]]\nname = \"main\"\nwidth = 448\nheight = 793\n[[decks]]\nid = \"main\"\n"

  private let bed: TouchBed
  private let client: LiveClient
  private let finger: PanelFinger

  init() throws {
    bed = try TouchBed(configuration: Self.table)
    client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["events","frames"]}"#)
    finger = PanelFinger(bed)
    try finger.down(560, 992)
    // 120 of 1120 units are 48 pt: less than 0.3 · 448.
    try finger.slide(from: (560, 992), by: (120, 0))
    try client.frame("dragging")
  }

  private func reload(_ more: String, _ table: String = Self.table) throws {
    try Data((table + more).utf8).write(to: bed.folder.appending(path: "deckd.toml"))
    #expect(try client.ask("daemon.reload").contains(#""restart":[]"#))
  }

  @Test
  func `leaves it its card, and judges the release anew`() throws {
    try reload("settings.commit.threshold = 0.1")
    #expect(try client.ask("deck.get").contains(#""phase":"dragging""#))
    try finger.up()
    #expect(try client.event("card.swiped").contains(#""direction":"right""#))
  }

  @Test
  func `takes the card from it where cards are laid out anew`() throws {
    try reload("settings.card.padding = 40")
    try #require(client.lines.contains { $0.contains(#""type":"card.reset""#) })
    try finger.slide(from: (680, 992), by: (400, 0))
    try finger.up()
    try client.rest()
    #expect(try client.ask("deck.get").number("current") == 0)
    // The next touch uses the new setting.
    try finger.down(560, 992)
    try finger.slide(from: (560, 992), by: (500, 0))
    try finger.up()
    try client.event("card.swiped")
  }

  @Test
  func `takes it off a panel that lies otherwise from now on`() throws {
    try reload("[[panels]]\nrotation = 180")
    try #require(client.lines.contains { $0.contains(#""type":"card.reset""#) })
    try finger.up()
    try finger.down(560, 992)
    try finger.slide(from: (560, 992), by: (500, 0))
    try finger.up()
    #expect(try client.event("card.swiped").contains(#""direction":"left""#))
  }
}
