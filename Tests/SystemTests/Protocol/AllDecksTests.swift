import DeckProtocol
import Foundation
import JSON
import TestSupport
import Testing

@Suite
struct `A subscription to all decks` {
  private static let one = """
    [[surfaces]]
    name = "s"
    width = 800
    height = 800
    [[decks]]
    id = "main"
    area = { x = 0, y = 0, width = 400, height = 800 }

    """
  private static let two =
    one + """
      [[decks]]
      id = "pile"
      preset = "fan"
      area = { x = 400, y = 0, width = 400, height = 800 }
      """

  /// Returns the last event of a type that a client has received, or the next one.
  @discardableResult
  private static func told(_ type: String, to client: LiveClient) throws -> String {
    try client.lines.last { $0.contains(#""type":"\#(type)""#) } ?? client.event(type)
  }

  @Test
  func `has the snapshots of all, and the events and frames of each`() throws {
    let daemon = try LoneDaemon(configuration: Self.two)
    let client = try LiveClient(daemon)
    let answer = try client.ask("subscribe", #"{"deck":"*","topics":["events","frames"]}"#)
    #expect(answer.contains(#""snapshots":[{"deck":"main","#) && answer.contains(#"{"deck":"pile","kind":"stack""#))
    try client.ask("deck.swipe", #"{"deck":"main","direction":"left"}"#)
    try Self.told("card.swiped", to: client)
    try wait(for: "the stack to appear") { try client.ask("deck.get", #"{"deck":"pile"}"#).contains(#""rest""#) }
    try client.ask("deck.select", #"{"deck":"pile","card":"card-1"}"#)
    try Self.told("card.selected", to: client)
    #expect(client.lines.contains { $0.hasPrefix(#"{"jsonrpc":"2.0","method":"frame","params":{"deck":"main""#) })
    #expect(client.lines.contains { $0.hasPrefix(#"{"jsonrpc":"2.0","method":"frame","params":{"deck":"pile""#) })
    try client.ask("unsubscribe", #"{"deck":"*"}"#)
    let count = client.lines.count { $0.contains(#""method":"#) }
    try client.ask("deck.swipe", #"{"deck":"main","direction":"left"}"#)
    try client.ask("daemon.status")
    #expect(client.lines.count { $0.contains(#""method":"#) } == count)
    try SchemaValidator.expectValid(client.lines)
  }

  @Test
  func `gains the decks that a reload adds, with all that a snapshot has, and loses those it takes away`() throws {
    let daemon = try LoneDaemon(configuration: Self.one)
    let client = try LiveClient(daemon)
    try client.ask("subscribe", #"{"topics":["events","frames"],"deck":"*"}"#)
    try daemon.configure(Self.two)
    try client.ask("daemon.reload")
    let added = try Self.told("deck.added", to: client)
    let event = try #require(try DeckEvent.read(try JSONReader.read(added).member("params")))
    var model = try #require(DeckModel(event))
    try Self.told("deck.loaded", to: client)
    for line in client.lines where line.contains(#""method":"event""#) {
      guard let event = try DeckEvent.read(try JSONReader.read(line).member("params")) else { continue }
      try model.apply(event)
    }
    let fresh = try ToldSnapshot.model(try client.ask("deck.get", #"{"deck":"pile"}"#))
    #expect(model.deck == "pile" && model.settings == fresh.settings && model.placement == fresh.placement)
    #expect(model.counts == fresh.counts && model.kind == fresh.kind && model.preset == fresh.preset)
    #expect(client.lines.contains { $0.hasPrefix(#"{"jsonrpc":"2.0","method":"frame","params":{"deck":"pile""#) })
    try daemon.configure(Self.one)
    try client.ask("daemon.reload")
    try Self.told("deck.removed", to: client)
    // It is subscribed to again once the deck is back.
    try daemon.configure(Self.two)
    try client.ask("daemon.reload")
    #expect(try Self.told("deck.added", to: client).number("seq") ?? 0 > Int64(event.sequence))
    try SchemaValidator.expectValid(client.lines)
  }

  @Test
  func `has the number of the last event, also where there is no deck`() throws {
    let daemon = try LoneDaemon(configuration: Self.two)
    let client = try LiveClient(daemon)
    try client.ask("subscribe", #"{"deck":"*","topics":["events"]}"#)
    try client.ask("deck.swipe", #"{"deck":"main","direction":"left"}"#)
    try daemon.configure("decks = []")
    try client.ask("daemon.reload")
    try client.ask("daemon.status")
    let last = client.lines.filter { $0.contains(#""method":"event""#) }.compactMap { $0.number("seq") }.max() ?? 0
    #expect(last > 0 && client.lines.last { $0.contains("deck.removed") } != nil)
    let reply = try client.ask("subscribe", #"{"deck":"*","topics":["events"]}"#)
    #expect(reply.contains(#""result":{"snapshots":[],"seq":\#(last)"#), "\(reply)")
  }

  @Test
  func `is ended deck by deck`() throws {
    let daemon = try LoneDaemon(configuration: Self.two)
    let client = try LiveClient(daemon)
    for deck in ["main", "pile"] { try client.ask("subscribe", #"{"deck":"\#(deck)","topics":["events"]}"#) }
    try client.ask("unsubscribe", #"{"deck":"main"}"#)
    try client.ask("deck.swipe", #"{"deck":"main","direction":"left"}"#)
    try client.ask("deck.reset", #"{"deck":"pile"}"#)
    try Self.told("deck.reset", to: client)
    #expect(!client.lines.contains { $0.contains("card.swiped") })
    let refusal = Refusal(try client.ask("unsubscribe", #"{"deck":"main"}"#))
    #expect(refusal?.field == "params.deck", "\(String(describing: refusal))")
  }

  @Test
  func `pages the cards that are asked for by name`() throws {
    let daemon = try LoneDaemon()
    let client = try LiveClient(daemon)
    try client.ask("deck.load", #"{"cards":[{"id":"a","data":1},{"id":"b"},{"id":"c","label":"Sea"}]}"#)
    let page = try client.ask("deck.cards", #"{"ids":["c","a"]}"#)
    let cards = #""cards":[{"id":"c","label":"Sea"},{"id":"a","data":1}],"count":3,"missing":[],"seq":"#
    #expect(page.contains(cards), "\(page)")
    // Requesting a card that was removed meanwhile is not an error.
    let gone = try client.ask("deck.cards", #"{"ids":["a","x"]}"#)
    #expect(gone.contains(#""cards":[{"id":"a","data":1}],"count":3,"missing":["x"],"#), "\(gone)")
  }

  @Test
  func `is refused a command about a card whose turn it is not`() throws {
    let daemon = try LoneDaemon()
    let client = try LiveClient(daemon)
    let late = Refusal(try client.ask("deck.swipe", #"{"direction":"left","card":"card-1"}"#))
    #expect(late?.field == "params.card" && late?.expected.hasPrefix("card-0") == true)
    try client.ask("deck.swipe", #"{"direction":"left","card":"card-0"}"#)
    let other = Refusal(try client.ask("deck.undo", #"{"card":"card-3"}"#))
    #expect(other?.field == "params.card" && other?.expected.hasPrefix("card-0") == true)
    #expect(Refusal(try client.ask("deck.undo", #"{"card":"card-0"}"#)) == nil)
  }
}

@Suite
struct `A stack that is pulled apart when the daemon dies` {
  @Test
  func `is gathered when it is back, and tells so`() throws {
    let daemon = try LoneDaemon(
      configuration: "[[surfaces]]\nname = \"s\"\n[[decks]]\nid = \"main\"\npreset = \"fan\"\n"
        + "[decks.settings]\nappear.toFrontEnds = false\n",
      keepsState: true
    )
    let client = try LiveClient(daemon)
    try wait(for: "the stack to appear") { try client.ask("deck.get").contains(#""phase":"rest""#) }
    let subscription = try client.ask("subscribe", #"{"topics":["events"]}"#)
    let journal = try ToldSnapshot(subscription).journal
    for (phase, y) in [("down", 300), ("moved", 320), ("moved", 400)] {
      try client.ask("input.inject", #"{"contacts":[{"id":0,"phase":"\#(phase)","x":200,"y":\#(y)}]}"#)
    }
    let fanned = try #require(client.lines.last { $0.contains("stack.fanned") })
    #expect(daemon.stop(SIGKILL) == -SIGKILL)
    try daemon.start()
    let again = try LiveClient(daemon)
    let since = #""since":\#(fanned.number("seq") ?? 0),"journal":"\#(journal ?? "")""#
    try again.ask("subscribe", #"{"topics":["events"],\#(since)}"#)
    let gathered = try again.lines.last { $0.contains("stack.gathered") } ?? again.event("stack.gathered")
    #expect(gathered.number("seq") == (fanned.number("seq") ?? 0) + 1)
  }
}

@Suite(.serialized, .enabled(if: Workshop.hasBed, Workshop.bedAbsence))
struct `A panel that clients hear of` {
  @Test
  func `is in the status, in panel.added and panel.removed, and its touches name the deck that they are on`() throws {
    let bed = try TouchBed(configuration: "")
    let client = try LiveClient(bed)
    try client.ask("subscribe", #"{"topics":["panels","touches"]}"#)
    let added = try client.next { $0.contains(#""method":"panel.added""#) }
    #expect(added.contains(#""surface":"main""#) && added.contains(#""rotation":0"#), "\(added)")
    let finger = PanelFinger(bed)
    try finger.down(560, 992)
    let touch = try client.next { $0.contains(#""phase":"down""#) }
    #expect(touch.contains(#""deck":"main""#), "\(touch)")
    let status = try client.ask("daemon.status")
    let name = try #require(added.firstMatch(of: /"node":"[^"]*"/)).output
    #expect(status.contains(name) && status.contains(#""contacts":1"#), "\(status)")
    try finger.up()
    try SchemaValidator.expectValid(client.lines)
  }
}
