import DeckConfiguration
import DeckDaemon
import DeckEngine
import DeckProtocol
import TestSupport
import Testing

@Suite
struct `Staged cards` {
  private let folder: TemporaryFolder
  private let host: EngineHost
  private let handler: RequestHandler

  init() throws {
    folder = try TemporaryFolder()
    let text = """
      surfaces = [{ name = "main", width = 400, height = 800 }]
      limits.cards = 1000
      limits.cardData = 1000
      limits.deckData = 5000
      decks = [{ id = "main", count = 3 }, { id = "other" }]
      """
    let parts = try DaemonParts(
      try DaemonConfiguration(toml: text, file: folder.path + "/deckd.toml"),
      readFrom: nil,
      in: folder.path
    )
    host = parts.host
    handler = RequestHandler(host, parts.options, parts.access)
  }

  private func peer() throws -> Peer {
    let peer = try Peer()
    host.clients.add(peer.client)
    return peer
  }

  private func ask(_ peer: Peer, _ method: String, _ parameters: String) -> String {
    let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"deck":"main",\#(parameters)}}"#
    handler.answer(.complete(Array(line.utf8)), of: peer.client)
    host.writeToClients()
    return peer.lines().joined(separator: "\n")
  }

  private func cards(_ range: Range<Int>, data: Int = 0) -> String {
    let text = data == 0 ? "" : #","data":"\#(String(repeating: "x", count: data - 2))""#
    return "[" + range.map { #"{"id":"new-\#($0)"\#(text)}"# }.joined(separator: ",") + "]"
  }

  private func stage(_ peer: Peer, from: Int, _ range: Range<Int>, data: Int = 0) -> String {
    ask(peer, "deck.stage", #""from":\#(from),"cards":\#(cards(range, data: data))"#)
  }

  private var deck: (count: Int, front: Int) {
    get throws {
      let state = try #require(host.engine.state(of: "main") as DeckState?)
      return (state.cards.count, state.current)
    }
  }

  @Test
  func `are put into force at once, by one event`() throws {
    let (peer, watcher) = (try peer(), try peer())
    _ = ask(watcher, "subscribe", #""topics":["events"]"#)
    for start in stride(from: 0, to: 700, by: 250) {
      let end = min(start + 250, 700)
      #expect(stage(peer, from: start, start..<end).contains(#""result":{"staged":\#(end)}"#))
    }
    #expect(try deck == (3, 0) && watcher.lines().isEmpty)
    #expect(ask(peer, "deck.load", #""staged":700,"current":500"#).contains(#""result":{"seq":"#))
    #expect(try deck == (700, 500))
    let events = watcher.lines()
    #expect(events.filter { $0.contains(#""type":"deck.loaded""#) && $0.contains(#""count":700"#) }.count == 1)
    #expect(!events.contains { $0.contains("card.inserted") })
    // They are there for another try, as after a refusal by the disk.
    #expect(ask(peer, "deck.reload", #""staged":700"#).contains(#""result":{"seq":"#))
    #expect(try deck == (700, 500))
  }

  @Test
  func `are those of one connection, and gone with it`() throws {
    let (peer, other) = (try peer(), try peer())
    _ = stage(peer, from: 0, 0..<2)
    #expect(ask(other, "deck.load", #""staged":2"#).contains("this connection has staged 0 cards for the deck"))
    #expect(stage(other, from: 0, 5..<9).contains(#""staged":4"#))
    #expect(!handler.depart(peer.client))
    #expect(ask(peer, "deck.load", #""staged":2"#).contains("this connection has staged 0 cards"))
    #expect(ask(other, "deck.load", #""staged":4"#).contains(#""seq":"#))
  }

  @Test
  func `are refused out of order, and a refusal changes nothing`() throws {
    let peer = try peer()
    _ = stage(peer, from: 0, 0..<10)
    for (answer, field) in [
      (stage(peer, from: 9, 10..<20), "params.from"), (stage(peer, from: 11, 10..<20), "params.from"),
      (ask(peer, "deck.load", #""staged":9"#), "params.staged"),
      (ask(peer, "deck.load", #""staged":10,"cards":[]"#), "params.cards"),
      (ask(peer, "deck.load", #""staged":10,"current":11"#), "params.current"),
      (stage(peer, from: 10, 9..<20), "params.cards[0].id"), (stage(peer, from: 10, 10..<261), "params.cards"),
      (stage(peer, from: 10, 10..<12, data: 1001), "params.cards[0].data"),
      (stage(peer, from: 10, 10..<16, data: 1000), "params.cards"),
    ] {
      #expect(answer.contains(#""field":"\#(field)""#), "\(answer)")
    }
    #expect(try deck == (3, 0))
    #expect(stage(peer, from: 10, 10..<20).contains(#""staged":20"#))
    #expect(ask(peer, "deck.load", #""staged":20"#).contains(#""seq":"#))
    #expect(try deck == (20, 0))
  }

  @Test
  func `begin again from 0`() throws {
    let peer = try peer()
    _ = stage(peer, from: 0, 0..<10)
    #expect(stage(peer, from: 0, 3..<5).contains(#""staged":2"#))
    #expect(ask(peer, "deck.stage", #""from":0,"cards":[]"#).contains(#""staged":0"#))
    #expect(ask(peer, "deck.load", #""staged":0"#).contains(#""seq":"#))
    #expect(try deck == (0, 0))
  }

  @Test
  func `of the client that adds nothing are dropped first where they would take too much`() throws {
    var staged = StagedCards(limit: 10_000)
    let clients = try (0..<3).map { _ in try peer().client }
    func add(_ range: Range<Int>, from: Int, _ client: Int) throws -> Int {
      let cards = CardSequence(range.map { Card(id: "\($0)") })
      return try staged.add(cards, from: from, of: clients[client], for: "main", under: handler.access)
    }
    #expect(try add(0..<10, from: 0, 0) == 10 && add(0..<10, from: 0, 1) == 10 && add(10..<15, from: 10, 0) == 15)
    #expect(try add(0..<20, from: 0, 2) == 20)
    #expect(throws: ProtocolError.self) { try add(10..<20, from: 10, 1) }
    #expect(try staged.cards(15, of: clients[0], for: "main").count == 15)
    // The newest is never dropped: the limit of a deck bounds it.
    #expect(try add(0..<100, from: 0, 1) == 100)
    #expect(try staged.cards(100, of: clients[1], for: "main").count == 100)
    #expect(throws: ProtocolError.self) { try staged.cards(20, of: clients[2], for: "main") }
  }
}
